import type { ContentWarning, FileContent } from '../core/files/fileContent';
import { compareRepoPaths, type RepoPath } from '../core/files/repoPath';

/** Something the user should know about a ticked file before pasting it. */
export interface FileNote {
  readonly path: RepoPath;
  readonly text: string;
}

/** The notes of all ticked files, kept up to date by what changed. Not reactive. */
export class FileNotes {
  readonly #textByPath = new Map<RepoPath, string>();
  #list: readonly FileNote[] | undefined;

  /** Takes what is known of a file now; undefined where it is not ticked, or nothing is known of it. */
  set(path: RepoPath, content: FileContent | undefined): void {
    const text = content === undefined ? '' : describeContent(content);
    if ((this.#textByPath.get(path) ?? '') === text) return;
    if (text === '') this.#textByPath.delete(path);
    else this.#textByPath.set(path, text);
    this.#list = undefined;
  }

  /** In the document's order. */
  get list(): readonly FileNote[] {
    return (this.#list ??= Array.from(this.#textByPath, ([path, text]) => ({ path, text })).sort((a, b) =>
      compareRepoPaths(a.path, b.path),
    ));
  }
}

/** One plain sentence about what is unusual in a content; empty where nothing is. */
export function describeContent(content: FileContent): string {
  switch (content.kind) {
    case 'text':
      return content.warnings.length === 0 ? '' : content.warnings.map(describeWarning).join('; ');
    case 'binary':
      return `Only a notice goes in: ${content.reason}`;
    case 'failed':
      return `Could not be read: ${content.reason}`;
    case 'missing':
      return 'No longer in the folder';
    case 'unread':
      return `Not read yet: ${content.reason}`;
  }
}

function describeWarning(warning: ContentWarning): string {
  switch (warning.kind) {
    case 'replaced-bytes':
      return `${warning.count} bytes are not UTF-8 and show as �`;
    case 'guessed-encoding':
      return `Read as ${warning.encoding}, which is a guess`;
    case 'late-nul':
      return `${warning.count} NUL characters show as �`;
    case 'invisible-characters':
      return `Invisible or direction-changing characters ${linesOf(warning)}`;
    case 'chat-tokens':
      return `Control tokens of chat models ${linesOf(warning)}`;
    case 'model-instructions':
      return `Looks like instructions to a model ${linesOf(warning)}`;
  }
}

function linesOf({ lines, count }: { readonly lines: readonly number[]; readonly count: number }): string {
  const more = count > lines.length ? ' and more' : '';
  return `in line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
}
