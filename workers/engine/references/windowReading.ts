/** Reads files, and finds the lines of their texts that match a task. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WeighedTerm } from '../../../src/core/ranking/fieldScores';
import type { WindowTerms } from '../../../src/core/ranking/windowTerms';
import { createWindowFinder, type TextWindow } from '../../../src/core/ranking/windows';
import type { CustomSlice } from '../../../src/core/slices/customSlice';
import type { Focus } from '../../compute/contract';
import { createRecentlyUsed } from '../../recentlyUsed';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';

/** Bytes: enough for a third of 10,000 files. */
const CAPACITY = 16_000_000;

/** Keeps what it has read of a text, because tasks have many files in common. */
export class WindowReading {
  readonly #sources: ContentSources;
  readonly #known = createRecentlyUsed<WindowTerms>(CAPACITY, bytesOf);

  constructor(sources: ContentSources) {
    this.#sources = sources;
  }

  /** Returns the best window of each file that has one and can be read. */
  async bestWindows(
    files: readonly TextFile[],
    terms: readonly WeighedTerm[],
  ): Promise<ReadonlyMap<RepoPath, TextWindow>> {
    const { bestWindow } = createWindowFinder(terms);
    const windows = new Map<RepoPath, TextWindow>();
    const take = (path: RepoPath, known: WindowTerms): void => {
      const best = bestWindow(known);
      if (best !== undefined) windows.set(path, best);
    };
    const unknown = new Map<RepoPath, TextFile>();
    for (const file of files) {
      const known = this.#known.get(file.key);
      if (known === undefined) unknown.set(file.path, file);
      else take(file.path, known);
    }
    const read = await askAboutFiles([...unknown.values()], this.#sources, {
      ...{ urgent: true, parses: false },
      read: (api, asked) => api.readWindowTerms(asked),
    });
    for (const [path, { hash, found }] of read) {
      if (found === undefined) continue;
      take(path, found);
      const file = unknown.get(path);
      // Otherwise, the file has changed since it was counted.
      if (file !== undefined && file.hash === hash) this.#known.keep(file.key, found);
    }
    return windows;
  }
}

/** Returns slices of the best windows, a list per share. Files that cannot be read are absent. */
export function focusFiles(
  files: readonly TextFile[],
  focus: Focus,
  sources: ContentSources,
): Promise<ReadonlyMap<RepoPath, readonly (readonly CustomSlice[])[]>> {
  return askAboutFiles(files, sources, {
    ...{ urgent: true, parses: true },
    read: (api, read) => api.focusFiles(read, focus),
  });
}

function bytesOf({ terms, starts, windows }: WindowTerms): number {
  return terms.byteLength + starts.byteLength + windows.byteLength;
}
