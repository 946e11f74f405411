import type { RepoPath } from '../../core/files/repoPath';
import type { FileTree } from '../tree/fileTree';
import type { FileNode } from '../tree/treeNode';

/** Something the user has to say yes to before it happens. */
export type Question =
  | { readonly kind: 'sensitive'; readonly paths: readonly RepoPath[] }
  | {
      readonly kind: 'large';
      readonly paths: readonly RepoPath[];
      readonly bytes: number;
      readonly tokens: number;
    };

/** What is asked before files are ticked that hold secrets by their name, or are too large to be read unasked. */
export class Questions {
  readonly #tree: FileTree;
  #open = $state.raw<readonly Question[]>([]);

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  /** One at a time; the next one follows its answer. */
  get current(): Question | undefined {
    return this.#open[0];
  }

  /** Takes the current question away. */
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

  /** Those of the files that are ticked already, or may be without asking. Asks about the others. */
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
