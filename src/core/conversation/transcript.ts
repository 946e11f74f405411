import { openFenceAfter } from '../compose/fence';
import { normalizeLineEnds } from '../files/normalize';
import type { ForeignMessage } from './foreignMessage';
import { isKnownRole, roleOf, UNKNOWN_ROLE } from './roles';

/**
 * Reads a conversation that was copied as text. Lines such as `User:`, `**Assistant:** Hello`, `## ChatGPT` and `You said:`
 * begin a message, except inside fenced code. Text before the first of them has an unknown role.
 */
export function readTranscript(text: string): readonly ForeignMessage[] {
  const lines = normalizeLineEnds(text.toWellFormed()).split('\n');
  const read = readLines(lines, true);
  return (read.isFenceOpen ? readLines(lines, false) : read).messages;
}

function readLines(lines: readonly string[], heedsFences: boolean) {
  const messages: ForeignMessage[] = [];
  let role = UNKNOWN_ROLE;
  let content: string[] = [];
  let fence = '';
  const end = () => {
    const written = content.join('\n').trim();
    if (written !== '') messages.push({ role, content: written });
  };
  for (const [at, line] of lines.entries()) {
    const label = fence === '' ? labelOf(line, (lines[at - 1] ?? '').trim() === '') : undefined;
    if (label === undefined) {
      if (heedsFences) fence = openFenceAfter(fence, line);
      content.push(line);
    } else {
      end();
      role = label.role;
      content = [label.rest];
    }
  }
  end();
  return { messages, isFenceOpen: fence !== '' };
}

/** `You said:`, `User: Hi`, `**User**: Hi`, `**User:** Hi`, `## User`. */
const LABEL =
  /^(#{1,6} +)?(\*\*|__)?(\p{L}[\p{L} ]{0,20}?)( said| responded)?(:?)(?:\2)(:?)(?:[ \t]+(.*))?$/u;

function labelOf(
  line: string,
  isAfterBlank: boolean,
): { readonly role: string; readonly rest: string } | undefined {
  const found = LABEL.exec(line.trimEnd());
  if (found === null) return undefined;
  const [, heading, marks, name = '', , inner = '', outer = '', rest = ''] = found;
  if (!isKnownRole(name)) return undefined;
  const hasColon = inner !== '' || outer !== '';
  // Without a colon, a line must be nothing but the name.
  if (!hasColon && (rest !== '' || !(isAfterBlank || heading !== undefined || marks !== undefined)))
    return undefined;
  return { role: roleOf(name), rest };
}
