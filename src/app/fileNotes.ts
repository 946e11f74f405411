import type { ContentWarning, FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';

/** Something the user should know about a ticked file before pasting it. */
export interface FileNote {
  readonly path: RepoPath;
  readonly text: string;
}

export function fileNotes(
  paths: readonly RepoPath[],
  contentOf: (path: RepoPath) => FileContent | undefined,
): readonly FileNote[] {
  const notes: FileNote[] = [];
  for (const path of paths) {
    const content = contentOf(path);
    const text = content === undefined ? '' : describeContent(content);
    if (text !== '') notes.push({ path, text });
  }
  return notes;
}

/** One plain sentence about what is unusual in a content; empty where nothing is. */
export function describeContent(content: FileContent): string {
  switch (content.kind) {
    case 'text':
      return content.warnings.map(describeWarning).join('; ');
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
