import { counted } from '../counted';
import type { RepoPath } from '../files/repoPath';
import { escapeLine, escapePath } from './escapePath';
import { fenceFor } from './fence';

/** The body of a file's block in three pieces. The middle one is the file's text. */
export interface FileBlockParts {
  readonly head: string;
  readonly body: string;
  readonly tail: string;
}

/**
 * A file in a fence. `text` is normalized (LF); `info` is the language's info string. A notice is a paragraph above the fence,
 * so it cannot be mistaken for the file's text.
 */
export function fileBlockParts(path: RepoPath, info: string, text: string, notice?: string): FileBlockParts {
  const fence = fenceFor(text);
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const above = notice === undefined ? '' : `${escapeParagraph(notice)}\n\n`;
  return { head: `${fileHeading(path)}\n\n${above}${fence}${info}\n`, body, tail: fence };
}

/** A file without text: its heading and a one-line paragraph with the reason. */
export function noticeBlock(name: string, message: string): string {
  return joinParts(noticeParts(name, message));
}

/** The same in pieces, with the message as the body. */
export function noticeParts(name: string, message: string): FileBlockParts {
  return { head: `${fileHeading(name)}\n\n`, body: escapeParagraph(message), tail: '' };
}

export function joinParts({ head, body, tail }: FileBlockParts): string {
  return head + body + tail;
}

export const EXCLUDED_MESSAGE = '(context excluded)';

export function missingMessage(path: RepoPath): string {
  return `ERROR: file not found: ${path}`;
}

/** For binary and unreadable files; `size` in bytes. */
export function noTextMessage(reason: string, size: number): string {
  return `(not shown: ${reason}, ${counted(size, 'byte')})`;
}

export function viewErrorMessage(mode: string, path: RepoPath, reason: string): string {
  return `ERROR in ${mode} view mode for ${path}: ${reason}`;
}

/** For a file that is shown as a summary because parsing failed. */
export function fallbackMessage(path: RepoPath, reason: string): string {
  return `(summary: ${path} could not be parsed: ${reason})`;
}

/** The heading of a block that has a path or another name. */
export function fileHeading(name: string): string {
  return `### \`${escapePath(name)}\``;
}

/**
 * Escapes a message so that CommonMark parsers read it as one plain paragraph: without code spans or raw HTML that could
 * extend beyond it, without links or images, and without a start that opens another kind of block.
 */
function escapeParagraph(message: string): string {
  return escapeLine(message.trim() || '(no message)')
    .replaceAll(/[`<]|(?<=\])[([]/g, escapeAscii)
    .replace(/^[!-'*-@[-`{-~]/, escapeAscii);
}

function escapeAscii(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16)}`;
}
