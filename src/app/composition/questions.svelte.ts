import type { RepoPath } from '../../core/files/repoPath';
import { tickQuestion, type TickQuestion } from '../../core/items/tickQuestion';
import type { FileTree } from '../tree/fileTree';
import type { FileNode } from '../tree/treeNode';

/** Something that happens only if the user agrees. */
export type Question =
  | { readonly kind: 'sensitive'; readonly paths: readonly RepoPath[] }
  | {
      readonly kind: 'large';
      readonly paths: readonly RepoPath[];
      readonly bytes: number;
      readonly tokens: number;
    };

/** The open questions about files to tick; see `tickQuestion`. */
export class Questions {
  readonly #tree: FileTree;
  #open = $state.raw<readonly Question[]>([]);

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  /** One at a time; its answer brings up the next. */
  get current(): Question | undefined {
    return this.#open[0];
  }

  /** Removes the current question and returns it. */
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

  /** Returns the files that need no question, and asks about the others. */
  withoutQuestion(files: readonly FileNode[]): readonly FileNode[] {
    const asking = (question: TickQuestion) =>
      files.filter((file) => tickQuestion(file) === question).map(({ path }) => path);
    this.askSensitive(asking('sensitive'));
    this.askLarge(asking('large'));
    return files.filter((file) => tickQuestion(file) === undefined);
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
