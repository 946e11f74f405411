/** Finds the files and symbols that a model's reply asks to see. English only. */
import { plainLine } from '../replies/decodings';
import { goesOn, readAsking, canBeMeant } from './asking';
import { mentionsIn, type Mention, type Span } from './mentions';
import { proseBlocks, type Prose } from './proseBlocks';
import type { KnownNames, ReplyRequest, ReplyRequests, UnknownRequest } from './request';
import { readRequestLine } from './requestLine';

/**
 * The requests of a reply: those in a `strata-request` fence, and known names in sentences that ask, or in a list under
 * such a sentence. Code and edits are not read. Takes time in proportion to the reply's length.
 */
export function readRequests(text: string, known: KnownNames): ReplyRequests {
  const requests = new Map<string, ReplyRequest>();
  const unknown: UnknownRequest[] = [];
  const requestLines = new Set<string>();
  const add = (request: ReplyRequest): void => {
    const key = keyOf(request);
    if (!requests.has(key)) requests.set(key, request);
  };
  /** Whether the list that may begin here is asked for. */
  let isListAsked = false;
  for (const block of proseBlocks(text, (path) => known.paths.paths.has(path))) {
    if (block.kind === 'request') {
      for (const [at, line] of block.lines.entries()) {
        const plain = line.trim();
        if (plain === '' || requestLines.has(plain)) continue;
        requestLines.add(plain);
        const read = readRequestLine(plain, block.line + at, known);
        if ('reason' in read) unknown.push(read);
        else add(read);
      }
      continue;
    }
    const read = readProse(block, isListAsked, known);
    for (const request of read.requests) add(request);
    isListAsked = read.isListAsked;
  }
  return { requests: [...requests.values()], unknown };
}

function keyOf(request: ReplyRequest): string {
  const { kind, path } = request;
  switch (kind) {
    case 'file':
    case 'outline':
      return JSON.stringify([kind, path]);
    case 'lines':
      return JSON.stringify([kind, path, request.from, request.to]);
    case 'symbol':
      return JSON.stringify([kind, path, request.symbol]);
  }
}

interface ReadProse {
  readonly requests: readonly ReplyRequest[];
  readonly isListAsked: boolean;
}

function readProse(block: Prose, isListAsked: boolean, known: KnownNames): ReadProse {
  const text = block.text.split('\n').map(plainLine).join('\n');
  const sentences = sentencesOf(text);
  const mentions: Mention[] = [];
  let asks = false;
  let opensList = false;
  for (const [index, { start, end }] of sentences.entries()) {
    const sentence = text.slice(start, end);
    const asking = readAsking(sentence);
    if (asking === undefined) {
      opensList = asks && goesOn(sentence);
      continue;
    }
    asks = true;
    const own = asking.regions.flatMap((region) =>
      mentionsIn(text, { start: start + region.start, end: start + region.end }, known),
    );
    mentions.push(...own);
    opensList = /:\W*$/.test(sentence) || (own.length === 0 && asking.opensList && block.kind !== 'item');
    if (own.length > 0 || !asking.isPronoun) continue;
    const first = asking.regions[0]?.start ?? 0;
    mentions.push(...mentionsIn(text, { start, end: start + first }, known, false));
    const before = sentences[index - 1];
    if (before !== undefined && canBeMeant(text.slice(before.start, before.end)))
      mentions.push(...mentionsIn(text, before, known, false));
  }
  if (!asks && isListAsked && isListed(block, text, known)) {
    mentions.push(...mentionsIn(text, { start: 0, end: headEnd(text) }, known));
    return { requests: requestsOf(mentions, text, block.line), isListAsked: true };
  }
  return {
    requests: requestsOf(mentions, text, block.line),
    isListAsked: opensList || (isListAsked && block.kind === 'item'),
  };
}

/** Whether a block below a sentence that asks is one of the things asked for: an item, or only a name. */
function isListed({ kind }: Prose, text: string, known: KnownNames): boolean {
  if (kind === 'item') return !QUESTION.test(text);
  const words = text
    .replace(/^\s*#{1,6}\s/, '')
    .trim()
    .split(/\s+/);
  return (
    words.length <= MOST_NAMES &&
    words.every((word) => mentionsIn(word, { start: 0, end: word.length }, known).length > 0)
  );
}

/** Names in a paragraph that has nothing else. */
const MOST_NAMES = 50;

const QUESTION = /^\W*(?:\d+\W*)?(?:how|why|when|whether|who|does|do|is|are|any|did|should)\b/i;

/** Items say behind the name why it is needed. */
function headEnd(text: string): number {
  const marker = /^\s*(?:[-*+•|]|\d{1,3}[.)])?\s*/.exec(text)?.[0].length ?? 0;
  const end =
    /\s[-–—]{1,2}\s|:\s|\s\(|\s(?:so|because|where|which|to\s+(?:see|check|understand|verify))\s|\s\|/.exec(
      text.slice(marker),
    );
  return end === null ? text.length : marker + end.index;
}

function requestsOf(mentions: readonly Mention[], text: string, firstLine: number): readonly ReplyRequest[] {
  let [line, counted] = [firstLine, 0];
  return mentions
    .toSorted((one, other) => one.at - other.at)
    .map(({ path, wanted, written, at }) => {
      for (; counted < at; counted += 1) if (text[counted] === '\n') line += 1;
      return { path, written, line, ...wanted };
    });
}

/** Sentences end with a mark and a blank, outside of backticks. */
function sentencesOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(
    /`[^`\n]*`|(?<![.?!]|\b(?:e\.g|i\.e|etc|vs|cf))[.?!]+(?=[\s"')*_]|$)[)"'*_]*/g,
  )) {
    if (match[0].startsWith('`')) continue;
    const end = match.index + match[0].length;
    spans.push({ start, end });
    start = end;
  }
  if (text.slice(start).trim() !== '') spans.push({ start, end: text.length });
  return spans;
}
