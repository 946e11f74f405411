import { openFenceAfter } from '../compose/fence';
import { normalizeLineEnds } from '../files/normalize';
import type { ForeignMessage } from './foreignMessage';
import { isKnownRole, roleOf, UNKNOWN_ROLE } from './roles';

/**
 * Reads a conversation that was copied as text. Lines such as `User:`, `**Assistant:** Hello`, `## ChatGPT` and `You
 * said:` begin a message if they are written in the way of the first one, except inside fenced code. Text before the
 * first one has an unknown role. A label without text gives a message with empty content.
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
  let style: string | undefined;
  const end = () => {
    const written = content.join('\n').trim();
    if (written !== '' || style !== undefined) messages.push({ role, content: written });
  };
  for (const [at, line] of lines.entries()) {
    const label = fence === '' ? labelOf(line, (lines[at - 1] ?? '').trim() === '') : undefined;
    if (label === undefined || (style ?? label.style) !== label.style) {
      if (heedsFences) fence = openFenceAfter(fence, line);
      content.push(line);
    } else {
      end();
      ({ role, style } = label);
      content = [label.rest];
      if (heedsFences) fence = openFenceAfter('', label.rest);
    }
  }
  end();
  return { messages, isFenceOpen: fence !== '' };
}

/** `You said:`, `User: Hi`, `**User**: Hi`, `**User:** Hi`, `## User`. */
const LABEL =
  /^(#{1,6} +)?(\*\*|__)?(\p{L}[\p{L} ]{0,20}?)( said| responded)?(:?)(?:\2)(:?)(?:[ \t]+([^]*))?$/u;

interface Label {
  readonly role: string;
  readonly rest: string;
  /** Equal for labels that are written alike. */
  readonly style: string;
}

function labelOf(line: string, isAfterBlank: boolean): Label | undefined {
  const found = LABEL.exec(line.trimEnd());
  if (found === null) return undefined;
  const [, heading = '', marks = '', name = '', verb, inner = '', outer = '', rest = ''] = found;
  const role = heading === '' ? undefined : ROLE_OF_HEADING.get(name.toLowerCase());
  if (role === undefined && !isKnownRole(name)) return undefined;
  const hasColon = inner !== '' || outer !== '';
  const isMarked = heading !== '' || marks !== '' || verb !== undefined;
  // Without a colon, a line must be nothing but the name.
  if (!hasColon && (rest !== '' || !(isAfterBlank || isMarked))) return undefined;
  const isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
  const style = [heading.trim(), marks, verb !== undefined, hasColon, isCapital].join();
  return { role: role ?? roleOf(name), rest, style };
}

/** Names that some browser extensions write as headings. In other places, they are common words. */
const ROLE_OF_HEADING: ReadonlyMap<string, string> = new Map([
  ['prompt', 'User'],
  ['response', 'AI'],
]);
