import { counted } from '../counted';
import type { RepoPath } from '../files/repoPath';
import { escapeLine, escapePath } from './escapePath';
import { fenceFor } from './fence';

/** The body of a file's block in three pieces; joined they are the body. The middle one is the file's own text. */
export interface FileBlockParts {
  readonly head: string;
  readonly body: string;
  readonly tail: string;
}

/**
 * A file in a fence. `text` is normalized (LF); `info` is a Language's fence. A notice is a paragraph between heading and
 * fence, where nobody takes it for the file's text.
 */
export function fileBlockParts(path: RepoPath, info: string, text: string, notice?: string): FileBlockParts {
  const fence = fenceFor(text);
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const above = notice === undefined ? '' : `${escapeParagraph(notice)}\n\n`;
  return { head: `${fileHeading(path)}\n\n${above}${fence}${info}\n`, body, tail: fence };
}

/** A file that has no text to show: its heading and a paragraph of one line that says why. */
export function noticeBlock(path: RepoPath, message: string): string {
  return joinParts(noticeParts(path, message));
}

/** The same in pieces; the line is the body. */
export function noticeParts(path: RepoPath, message: string): FileBlockParts {
  return { head: `${fileHeading(path)}\n\n`, body: escapeParagraph(message), tail: '' };
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

/** For a view that shows the summary instead. */
export function fallbackMessage(path: RepoPath, reason: string): string {
  return `(summary: ${path} could not be parsed: ${reason})`;
}

/** For a view of a file that was read with gaps. */
export function unreadableMessage(places: number): string {
  return `(${counted(places, 'place')} could not be parsed)`;
}

function fileHeading(path: RepoPath): string {
  return `### \`${escapePath(path)}\``;
}

/**
 * One line that a CommonMark parser takes for one paragraph of text: no code span or raw HTML that could reach
 * further, no link or image to anywhere, and at its start nothing that opens another kind of block.
 */
function escapeParagraph(message: string): string {
  return escapeLine(message.trim() || '(no message)')
    .replaceAll(/[`<]|(?<=\])[([]/g, escapeAscii)
    .replace(/^[!-'*-@[-`{-~]/, escapeAscii);
}

function escapeAscii(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16)}`;
}
