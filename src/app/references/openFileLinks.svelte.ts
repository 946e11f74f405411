import { coalesce } from '../../core/async/coalesce';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import type { FileLink, FoundFile } from '../ports/engine';
import type { References } from './references';

/**
 * The files that a file uses and those that use it, in path order. Lines are lines of the using file, with the used
 * names as text.
 */
export interface LinkLists {
  readonly uses: readonly FoundFile[];
  readonly usedBy: readonly FoundFile[];
  /** True if files may be missing because some have not been read. */
  readonly isPartial: boolean;
}

/** The links of the file that is open. */
export class OpenFileLinks {
  readonly #references: Pick<References, 'linksOf' | 'watch'>;
  #known = $state.raw<{ readonly path: RepoPath; readonly lists: LinkLists } | undefined>();
  #failed = $state.raw<{ readonly path: RepoPath; readonly reason: string } | undefined>();
  #path: RepoPath | undefined;
  readonly #ask: () => Promise<void>;

  constructor(references: Pick<References, 'linksOf' | 'watch'>) {
    this.#references = references;
    this.#ask = coalesce(() => this.#askOnce());
  }

  /** Undefined until the links are known. */
  of(path: RepoPath): LinkLists | undefined {
    return this.#known?.path === path ? this.#known.lists : undefined;
  }

  /** The reason the links can't be found; empty if they can. */
  failureOf(path: RepoPath): string {
    return this.#failed?.path === path ? this.#failed.reason : '';
  }

  /** Finds the links of a file, and again whenever there may be more. Returns a function that stops it. */
  follow(path: RepoPath): () => void {
    this.#path = path;
    void this.#ask();
    return this.#references.watch(() => void this.#ask());
  }

  async #askOnce(): Promise<void> {
    const path = this.#path;
    if (path === undefined) return;
    try {
      const { uses, usedBy, progress } = await this.#references.linksOf(path);
      this.#failed = undefined;
      if (progress.state === 'reading') return;
      const lists = { uses: listOf(uses), usedBy: listOf(usedBy), isPartial: progress.state !== 'done' };
      this.#known = { path, lists };
    } catch (error) {
      this.#failed = { path, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

function listOf(links: readonly FileLink[]): readonly FoundFile[] {
  return links.map(foundFile).sort((one, other) => compareRepoPaths(one.path, other.path));
}

function foundFile({ path, names }: FileLink): FoundFile {
  const namesByLine = new Map<number, string[]>();
  for (const { name, lines } of names)
    for (const line of lines) {
      const others = namesByLine.get(line);
      if (others === undefined) namesByLine.set(line, [name]);
      else others.push(name);
    }
  const lines = Array.from(namesByLine, ([line, all]) => {
    return { line, text: all.join(', '), isCut: false, marks: [] };
  }).sort((one, other) => one.line - other.line);
  return { path, lines, matches: lines.length };
}
