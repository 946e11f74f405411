import { counted } from '../../core/counted';
import type { ContentWarning, FileContent } from '../../core/files/fileContent';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { encodingName, type SourceEncoding } from '../../core/files/sourceEncoding';
import type { FileViews } from './fileViews';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import { SLICE_STATES, type ResolvedSlice, type SliceState } from '../../core/slices/resolvedSlice';

/** Something the user should know about a file in the document before pasting it. */
export interface FileNote {
  readonly path: RepoPath;
  readonly text: string;
  /** Slices found at other lines, which the user can accept. */
  readonly found: number;
}

interface Parts {
  readonly changes: Pick<FileChanges, 'files'>;
  readonly tree: Pick<FileTree, 'byPath'>;
  readonly views: Pick<FileViews, 'viewOf' | 'slicesOf' | 'warningsOf'>;
}

/** The notes of all files in the document. Not reactive. */
export class FileNotes {
  readonly #parts: Parts;
  readonly #noteByPath = new Map<RepoPath, FileNote>();
  #list: readonly FileNote[] | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.changes.files.subscribe((paths) => this.#filesChanged(paths));
  }

  #filesChanged(paths: readonly RepoPath[]): void {
    for (const path of paths) {
      const note = this.#noteOf(path);
      const before = this.#noteByPath.get(path);
      if (before?.text === note?.text && before?.found === note?.found) continue;
      if (note === undefined) this.#noteByPath.delete(path);
      else this.#noteByPath.set(path, note);
      this.#list = undefined;
    }
  }

  /** In the document's order. */
  get list(): readonly FileNote[] {
    return (this.#list ??= [...this.#noteByPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path)));
  }

  #noteOf(path: RepoPath): FileNote | undefined {
    const { tree, views } = this.#parts;
    const content = tree.byPath(path)?.content;
    if (content === undefined || views.viewOf(path) === undefined) return undefined;
    const slices = views.slicesOf(path) ?? [];
    const texts = [describeContent(content), describeSlices(slices), ...views.warningsOf(path)];
    const text = texts.filter((part) => part !== '').join('; ');
    const found = slices.filter(({ state }) => state === 'moved' || state === 'edited').length;
    return text === '' ? undefined : { path, text, found };
  }
}

/** Counts the slices that are not exactly in place, the most serious first; empty if all are. */
export function describeSlices(slices: readonly Pick<ResolvedSlice, 'state'>[]): string {
  const counts = SLICE_STATES.toReversed().flatMap((state) => {
    const count = slices.filter((slice) => slice.state === state).length;
    return state === 'exact' || count === 0 ? [] : [`${count} ${SLICE_WORDS[state]}`];
  });
  if (counts.length === 0) return '';
  return `${slices.length === 1 ? 'Slice' : 'Slices'}: ${counts.join(', ')}`;
}

/** Words for the states of slices, to follow a count. */
export const SLICE_WORDS: Readonly<Record<SliceState, string>> = {
  exact: 'in place',
  moved: 'moved',
  edited: 'edited',
  fuzzy: 'partial match',
  stale: 'not found',
  lost: 'out of range',
};

/** Describes what is unusual about a content in a plain sentence; empty if nothing is. */
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
