import { CALL_KEY, looksLikeCalls, readCalls } from '../formats/strReplace';
import { NO_CALL, unread, type ReadEdits } from '../formats/format';

/** Calls without a fence, each from a brace at the beginning of a line to one at the end. */
export function readBareCalls(lines: readonly string[], at: number): ReadEdits | undefined {
  const first = (lines[at] ?? '').trim();
  if (!/^[[{]/.test(first) || !lines.slice(at, at + 6).some((line) => CALL_KEY.test(line))) return undefined;
  const closing = first.startsWith('[') ? ']' : '}';
  let likelyEnd: number | undefined;
  for (let end = at; end < lines.length && end < at + MOST_LINES; end += 1) {
    if (!(lines[end] ?? '').trimEnd().endsWith(closing)) continue;
    const text = lines.slice(at, end + 1).join('\n');
    if (!looksLikeCalls(text)) continue;
    const tries = triesByReply.get(lines) ?? 0;
    if (likelyEnd !== undefined && tries >= MOST_TRIES) break;
    likelyEnd ??= end;
    triesByReply.set(lines, tries + 1);
    const edits = readCalls(text, { path: undefined, from: at + 1, to: end + 1 });
    if (edits !== undefined) return { edits, notUnderstood: [], next: end + 1 };
  }
  return likelyEnd === undefined ? undefined : unread(lines, at, likelyEnd + 1, NO_CALL);
}

const MOST_LINES = 200;

/** A hostile reply has thousands of calls that nothing closes. */
const triesByReply = new WeakMap<readonly string[], number>();
const MOST_TRIES = 1_000;
