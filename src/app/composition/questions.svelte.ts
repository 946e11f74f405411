import type { RepoPath } from '../../core/files/repoPath';
import type { FileTree } from '../tree/fileTree';
import type { FileNode } from '../tree/treeNode';

/** Something the user must confirm before it happens. */
export type Question =
  | { readonly kind: 'sensitive'; readonly paths: readonly RepoPath[] }
  | {
      readonly kind: 'large';
      readonly paths: readonly RepoPath[];
      readonly bytes: number;
      readonly tokens: number;
    };

/** Confirmations before ticking files that are large or whose names suggest secrets. */
export class Questions {
  readonly #tree: FileTree;
  #open = $state.raw<readonly Question[]>([]);

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  /** Questions are asked one at a time. */
  get current(): Question | undefined {
    return this.#open[0];
  }

  /** Removes and returns the current question. */
  take(): Question | undefined {
    const [question, ...others] = this.#open;
    this.#open = others;
    return question;
  }

  askSensitive(paths: readonly RepoPath[]): void {
    if (paths.length > 0) this.#open = [...this.#open, { kind: 'sensitive', paths }];
  }

  askLarge(paths: readonly RepoPath[]): void {
    if (paths.length > 0) this.#open = [...this.#open, { kind: 'large', paths, ...this.#sizeOf(paths) }];
  }

  /** The files that are ticked already or need no confirmation. Asks about the others. */
  withoutQuestion(files: readonly FileNode[]): readonly FileNode[] {
    const unticked = files.filter(({ ticked }) => !ticked);
    const sensitive = unticked
      .filter(({ leftOut }) => leftOut?.source === 'sensitive')
      .map(({ path }) => path);
    const large = unticked.filter(({ content }) => content?.kind === 'unread').map(({ path }) => path);
    this.askSensitive(sensitive);
    this.askLarge(large);
    const asked = new Set([...sensitive, ...large]);
    return files.filter(({ path }) => !asked.has(path));
  }

  #sizeOf(paths: readonly RepoPath[]): { bytes: number; tokens: number } {
    let bytes = 0;
    let tokens = 0;
    for (const path of paths) {
      const node = this.#tree.byPath(path);
      bytes += node?.size ?? 0;
      tokens += node?.content?.kind === 'unread' ? node.content.tokens : 0;
    }
    return { bytes, tokens };
  }
}
