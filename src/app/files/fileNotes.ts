import { counted } from '../../core/counted';
import type { ContentWarning, FileContent } from '../../core/files/fileContent';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { encodingName, type SourceEncoding } from '../../core/files/sourceEncoding';
import { SLICE_STATES, type ResolvedSlice, type SliceState } from '../../core/slices/resolvedSlice';

/** Something the user should know about a ticked file before pasting it. */
export interface FileNote {
  readonly path: RepoPath;
  readonly text: string;
  /** Slices that were found at other lines, which the user may take for theirs. */
  readonly found: number;
}

interface ShownWith {
  readonly slices?: readonly Pick<ResolvedSlice, 'state'>[] | undefined;
  readonly warnings?: readonly string[];
}

type NoteOf = Omit<FileNote, 'path'>;

const NOTHING: NoteOf = { text: '', found: 0 };

/** The notes of all ticked files, kept up to date by what changed. Not reactive. */
export class FileNotes {
  readonly #noteByPath = new Map<RepoPath, NoteOf>();
  #list: readonly FileNote[] | undefined;

  /**
   * Sets the content of a file, the places of its slices and the warnings of its view. Leave the content undefined if the
   * file is not ticked or not known yet.
   */
  set(
    path: RepoPath,
    content: FileContent | undefined,
    { slices = [], warnings = [] }: ShownWith = {},
  ): void {
    const texts = [
      content === undefined ? '' : describeContent(content),
      describeSlices(slices),
      ...warnings,
    ];
    const text = texts.filter((part) => part !== '').join('; ');
    const before = this.#noteByPath.get(path) ?? NOTHING;
    const found = slices.filter(({ state }) => state === 'moved' || state === 'edited').length;
    if (before.text === text && before.found === found) return;
    if (text === '') this.#noteByPath.delete(path);
    else this.#noteByPath.set(path, { text, found });
    this.#list = undefined;
  }

  /** In the document's order. */
  get list(): readonly FileNote[] {
    return (this.#list ??= Array.from(this.#noteByPath, ([path, note]) => ({ path, ...note })).sort((a, b) =>
      compareRepoPaths(a.path, b.path),
    ));
  }
}

/** How many slices are not exactly where they were, the most serious first; empty where all are. */
export function describeSlices(slices: readonly Pick<ResolvedSlice, 'state'>[]): string {
  const counts = SLICE_STATES.toReversed().flatMap((state) => {
    const count = slices.filter((slice) => slice.state === state).length;
    return state === 'exact' || count === 0 ? [] : [`${count} ${SLICE_WORDS[state]}`];
  });
  if (counts.length === 0) return '';
  return `${slices.length === 1 ? 'Slice' : 'Slices'}: ${counts.join(', ')}`;
}

/** What the state of a slice is called, after how many there are. */
export const SLICE_WORDS: Readonly<Record<SliceState, string>> = {
  exact: 'in place',
  moved: 'moved',
  edited: 'edited',
  fuzzy: 'partial match',
  stale: 'not found',
  lost: 'out of range',
};

/** One plain sentence about what is unusual in a content; empty where nothing is. */
export function describeContent(content: FileContent): string {
  switch (content.kind) {
    case 'text':
      return content.warnings.map((warning) => describeWarning(warning, content.encoding)).join('; ');
    case 'binary':
      return `Shown as a notice only: ${content.reason}`;
    case 'failed':
      return `Couldn't read this file: ${content.reason}`;
    case 'missing':
      return 'No longer in the folder';
    case 'unread':
      return `Not read yet: ${content.reason}`;
  }
}

function describeWarning(warning: ContentWarning, encoding: SourceEncoding): string {
  switch (warning.kind) {
    case 'replaced-bytes':
      return `${counted(warning.count, 'byte')} not valid in ${encodingName(encoding)}, shown as �`;
    case 'replaced-characters':
      return `${counted(warning.count, 'character')} not valid in ${encodingName(encoding)}, shown as �`;
    case 'guessed-encoding':
      return `Read as ${encodingName(warning.encoding)} (guessed)`;
    case 'late-nul':
      return `${warning.count} NUL characters, shown as �`;
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
