import type { ContentWarning } from './fileContent';

const LISTED_LINES = 20;

/**
 * Finds text hidden from the reader or aimed at a model: invisible characters (see CVE-2021-42574), chat tokens, and
 * phrases that look like instructions to a model. The text itself is not changed. `lines` lists the first 20 lines of
 * each kind, `count` counts all. This runs on every file, so a native search that ordinary source code does not pass
 * guards each step.
 */
export function inspectText(text: string): readonly ContentWarning[] {
  const found: ContentWarning[] = [];
  const invisible = mayHideCharacters(text) ? invisibleCharacters(text) : [];
  const chatTokens = text.includes('<|') ? offsetsOf(text, CHAT_TOKEN) : [];
  const comments = text.includes('<!--') ? instructingComments(text) : [];
  const instructions = [...comments, ...(invisible.length > 0 ? tagTexts(text) : [])].sort((a, b) => a - b);

  if (invisible.length > 0) found.push({ kind: 'invisible-characters', ...locate(text, invisible) });
  if (chatTokens.length > 0) found.push({ kind: 'chat-tokens', ...locate(text, chatTokens) });
  if (instructions.length > 0) found.push({ kind: 'model-instructions', ...locate(text, instructions) });
  return found;
}

const NOT_ASCII = /[^\x00-\x7f]+/g;

/**
 * Format characters, invisible fillers and joiners, tag characters, and runs of variation selectors, which can carry
 * bytes. A single variation selector is part of how emoji are written.
 */
const INVISIBLE =
  /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** Emoji sequences: pictographs joined by ZWJ, and regional flags, which are spelled with tag characters. */
const EMOJI_SEQUENCE =
  /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)+/gu;

/** Scripts that need ZWJ and ZWNJ between letters. */
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;

const CHAT_TOKEN = /<\|[A-Za-z0-9_/.:-]{1,60}\|>/g;

/**
 * Searches only the non-ASCII part: extracting it costs a quarter of searching the whole text for such a large class.
 */
function mayHideCharacters(text: string): boolean {
  return (text.match(NOT_ASCII) ?? []).join('').search(INVISIBLE) >= 0;
}

function invisibleCharacters(text: string): readonly number[] {
  const offsets = offsetsOf(text, INVISIBLE);
  if (offsets.length === 0) return offsets;
  const emoji = spansOf(text, EMOJI_SEQUENCE);
  let span = 0;
  return offsets.filter((offset) => {
    while ((emoji[span]?.end ?? Infinity) <= offset) span += 1;
    if ((emoji[span]?.start ?? Infinity) <= offset) return false;
    return !isSpelling(text, offset);
  });
}

/** Whether a ZWNJ or ZWJ follows a letter of a script that joins its letters. */
function isSpelling(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  if (unit !== 0x200c && unit !== 0x200d) return false;
  return offset > 0 && JOINED_SCRIPT.test(text.charAt(offset - 1));
}

/** Offsets of hidden text: three or more tag characters in a row, unless they spell a flag. */
function tagTexts(text: string): readonly number[] {
  const flags = new Set(spansOf(text, EMOJI_SEQUENCE).map((span) => span.start + 2));
  return offsetsOf(text, /[\u{e0020}-\u{e007e}]{3,}/gu).filter((offset) => !flags.has(offset));
}

/** Typical instructions in comments that a page does not show but a model reads. */
const INSTRUCTION = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|the|these|other)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context|messages?)\b`,
    String.raw`\b(?:system|developer|hidden|secret)[ _-]?(?:prompt|message|instructions?)\b`,
    String.raw`^\s*(?:system|assistant|user|developer|instructions?)\s*:`,
    String.raw`\b(?:you are|you're|act as|pretend to be|behave as)\b.{0,30}\b(?:ai|assistant|agent|model|llm|chatbot|gpt|claude|gemini|copilot)\b`,
    String.raw`\b(?:ai|llm|language model|assistant|agent|chatgpt|gpt|claude|gemini|copilot)s?\b.{0,20}(?:\b(?:must|should|shall|please|do not|don't|never|always)\b|:)`,
    String.raw`\b(?:do not|don't|never)\b.{0,20}\b(?:tell|inform|reveal|mention|warn|show)\b.{0,20}\b(?:user|human|anyone|developer|reviewer)s?\b`,
    String.raw`\b(?:when|if) (?:asked|summari[sz]ing|reviewing)\b.{0,60}\b(?:say|reply|respond|answer|include|output|approve)\b`,
    String.raw`\b(?:new|updated|important) instructions?\b`,
    String.raw`\b(?:exfiltrate|send|post|upload|leak)\b.{0,40}\b(?:secrets?|credentials?|tokens?|passwords?|api keys?|env(?:ironment)?)\b`,
    String.raw`\bprint\b.{0,20}\b(?:secrets?|credentials?|passwords?|api keys?)\b`,
  ].join('|'),
  'is',
);

/** Only the start of a longer comment is searched. */
const COMMENT_PROBE = 2_000;

function instructingComments(text: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const end = text.indexOf('-->', at + 4);
    const stop = end < 0 ? text.length : end;
    if (INSTRUCTION.test(text.slice(at + 4, Math.min(stop, at + 4 + COMMENT_PROBE)))) offsets.push(at);
    at = end < 0 ? -1 : text.indexOf('<!--', end + 3);
  }
  return offsets;
}

function offsetsOf(text: string, pattern: RegExp): readonly number[] {
  return spansOf(text, pattern).map((span) => span.start);
}

function spansOf(text: string, pattern: RegExp): readonly { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The 1-based lines of ascending offsets: the first 20 distinct ones. */
function locate(text: string, offsets: readonly number[]): { lines: readonly number[]; count: number } {
  const lines: number[] = [];
  let line = 1;
  let lineEnd = text.indexOf('\n');
  for (const offset of offsets) {
    while (lineEnd >= 0 && lineEnd < offset) {
      line += 1;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    if (lines.at(-1) !== line) lines.push(line);
    if (lines.length === LISTED_LINES) break;
  }
  return { lines, count: offsets.length };
}
