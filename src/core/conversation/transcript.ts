import { openFenceAfter } from '../compose/fence';
import { normalizeLineEnds } from '../files/normalize';
import { timeOf, type ForeignMessage } from './foreignMessage';
import { isKnownRole, UNKNOWN_ROLE } from './roles';
import { readHead, withoutFooter, withoutStamp } from './transcriptHead';
import { labelOf, type Label } from './transcriptLabels';

interface Transcript {
  /** Empty if it has none. */
  readonly title: string;
  readonly messages: readonly ForeignMessage[];
}

/**
 * Reads a conversation that was copied or saved as text. Lines such as `User:`, `**Assistant:** Hello`, `## ChatGPT` and
 * `You said:` begin a message if they are written in the way of the first one, except inside fenced code. Text before the
 * first one has an unknown role, unless it only describes the chat. A label without text gives a message with empty content.
 */
export function readTranscript(text: string): Transcript {
  const lines = normalizeLineEnds(text.toWellFormed()).split('\n');
  const read = readLines(lines, true);
  const { before, turns } = read.isFenceOpen ? readLines(lines, false) : read;
  const quoted = quotedTurns(before, turns);
  const head = turns.length === 0 ? { title: '', text: before.join('\n').trim() } : readHead(quoted.before);
  const unknown = head.text === '' ? [] : [{ role: UNKNOWN_ROLE, content: head.text }];
  return { title: head.title, messages: [...unknown, ...messagesOf(quoted.turns)] };
}

interface Turn {
  readonly label: Pick<Label, 'role' | 'stamp'>;
  readonly lines: readonly string[];
}

function readLines(lines: readonly string[], heedsFences: boolean) {
  const before: string[] = [];
  const turns: Turn[] = [];
  const userName = userNameIn(lines);
  let content = before;
  let fence = '';
  let style: string | undefined;
  for (const [at, line] of lines.entries()) {
    const label = fence === '' ? labelOf(line, (lines[at - 1] ?? '').trim() === '', userName) : undefined;
    if (label === undefined || (style ?? label.style) !== label.style) {
      if (heedsFences) fence = openFenceAfter(fence, line);
      content.push(line);
    } else {
      ({ style } = label);
      content = [label.rest];
      turns.push({ label, lines: content });
      if (heedsFences) fence = openFenceAfter('', label.rest);
    }
  }
  return { before, turns, isFenceOpen: fence !== '' };
}

/** The name of the user in the chat that VS Code copies: the text begins with it, and the other speaker is known. */
function userNameIn(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '');
  const [, name] = /^([\p{L}\d][\p{L}\p{M}\d ._@-]{0,40}): /u.exec(first ?? '') ?? [];
  if (name === undefined || isKnownRole(name) || FACTS.has(name.toLowerCase())) return undefined;
  const labels = lines.flatMap(
    (line, at) => (isParagraph(lines, at) && (labelOf(line, true, name) ?? [])) || [],
  );
  const isAnswered =
    labels.length > 1 && labels.every(({ role }, at) => role === (at % 2 === 0 ? 'User' : 'AI'));
  return isAnswered ? name : undefined;
}

/** Whether a line begins a paragraph that may begin with a name and a colon. */
function isParagraph(lines: readonly string[], at: number): boolean {
  return (lines[at - 1] ?? '').trim() === '' && /^.{1,42}: /.test((lines[at] ?? '').slice(0, 50));
}

/** Facts about a chat from a line before it. */
const FACTS = new Set([
  ...['title', 'date', 'time', 'subject', 'topic', 'context', 'model', 'note', 'notes', 'summary', 'source'],
  ...['link', 'url', 'created', 'exported', 'chat', 'conversation', 'example', 'task', 'todo', 'warning'],
]);

/** Some exports quote what the user wrote before each answer, and label only the answers. */
function quotedTurns(before: readonly string[], turns: readonly Turn[]) {
  const parts = [before, ...turns.slice(0, -1).map(({ lines }) => lines)].map(endingQuote);
  const isQuoted = turns.length > 0 && turns.every(({ label }) => label.role === 'AI');
  if (!isQuoted || !parts.every(({ quote }) => quote.length > 0)) return { before, turns };
  return {
    before: parts[0]?.lines ?? [],
    turns: turns.flatMap((turn, at): readonly Turn[] => [
      { label: { role: 'User', stamp: '' }, lines: parts[at]?.quote ?? [] },
      { ...turn, lines: parts[at + 1]?.lines ?? turn.lines },
    ]),
  };
}

/** Lines without the quote at their end and the heading that numbers it. */
function endingQuote(lines: readonly string[]) {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const from = lines.slice(0, end).findLastIndex((line) => !line.startsWith('>')) + 1;
  const quote = lines.slice(from, end).map((line) => line.replace(/^> ?/, ''));
  const above = lines.slice(0, from).findLastIndex((line) => line.trim() !== '');
  const isNumber = /^#{1,6} +[\p{L} ]{0,20}[ -]?\d+$/u.test(lines[above] ?? '');
  return { lines: lines.slice(0, quote.length > 0 && isNumber ? above : from), quote };
}

/** Lines that all messages have are not part of them: times first, rules last. A line after the last rule may name the exporter. */
function messagesOf(turns: readonly Turn[]): readonly ForeignMessage[] {
  const all = turns.map(({ lines }) => lines.join('\n').trim());
  const written = [...all.slice(0, -1), ...all.slice(-1).map(withoutFooter)];
  const isRuled = all.length > 1 && all.slice(0, -1).every((text) => RULE.test(text));
  const texts = isRuled ? written.map((text) => text.replace(RULE, '').trimEnd()) : written;
  const stamped = texts.map(withoutStamp);
  const isStamped = all.length > 1 && stamped.every(([, stamp]) => stamp !== '');
  return turns.map(({ label }, at) => {
    const [content = '', stamp = ''] = isStamped ? (stamped[at] ?? []) : [texts[at]];
    const time = timeOf(label.stamp || stamp);
    return { role: label.role, content, ...(time !== undefined && { time }) };
  });
}

const RULE = /(?:^|\n)---$/;
