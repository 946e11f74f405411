import { Signal } from '../../core/async/signal';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import type { Composition } from './composition.svelte';
import type { FileTree } from '../tree/fileTree';

const KEPT = 50;

/** The files that were opened or ticked last, newest first. */
export class RecentFiles {
  readonly changed = new Signal();
  #paths: readonly RepoPath[] = [];

  constructor(composition: Pick<Composition, 'changed'>) {
    composition.changed.subscribe(({ change: { items = new Map() }, isOurs }) => {
      const [ticked] = items;
      if (isOurs && items.size === 1 && ticked?.[1] !== undefined) this.note(ticked[0]);
    });
  }

  get list(): readonly RepoPath[] {
    return this.#paths;
  }

  note(path: RepoPath): void {
    if (path === this.#paths[0]) return;
    this.#paths = [path, ...this.#paths.filter((other) => other !== path)].slice(0, KEPT);
    this.changed.emit();
  }

  /** Loads a stored list without its invalid paths. */
  restore(stored: readonly string[]): void {
    this.#paths = stored.map(parseRepoPath).flatMap((each) => (each.kind === 'path' ? [each.path] : []));
  }
}

interface Parts {
  readonly recent: RecentFiles;
  readonly composition: Pick<Composition, 'paths'>;
  readonly tree: FileTree;
}

/** Files to offer before anything is typed: recent files, then other ticked files, or the files in the root folder. */
export function likelyFiles({ recent, composition, tree }: Parts, limit: number): readonly RepoPath[] {
  const isThere = (path: RepoPath) => tree.byPath(path)?.kind === 'file';
  const known = [...new Set([...recent.list, ...composition.paths])].filter(isThere);
  if (known.length > 0) return known.slice(0, limit);
  return [...tree.root.children.values()]
    .filter(({ kind, leftOut }) => kind === 'file' && leftOut === undefined)
    .map(({ path }) => path)
    .slice(0, limit);
}
