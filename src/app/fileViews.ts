import type { BlockMeasure, ViewRequest } from '../core/compose/block';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { effectiveView } from '../core/items/power';
import type { Composition } from './composition.svelte';
import { viewName } from './modes';
import type { Engine } from './ports';
import type { FileTree } from './tree/fileTree';
import { ViewMeasures } from './viewMeasures';

/** In which view each composed file stands in the document, and what it measures there. Keeps the tree informed. */
export class FileViews {
  readonly #composition: Composition;
  readonly #tree: FileTree;
  readonly #measures: ViewMeasures;

  /** `onmeasured` is told the files whose views have become known. */
  constructor(
    engine: Engine,
    { composition, tree }: { readonly composition: Composition; readonly tree: FileTree },
    onmeasured: (paths: readonly RepoPath[]) => void,
  ) {
    this.#composition = composition;
    this.#tree = tree;
    this.#measures = new ViewMeasures(engine, onmeasured);
  }

  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.#composition.item(path);
    return item && effectiveView(item, this.#composition.options.strategy);
  }

  measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined {
    if (view.mode === 'full') return content.block;
    const measured = this.#measures.get(path, content, view)?.block;
    return measured ?? (content.kind === 'text' || view.mode === 'none' ? undefined : content.block);
  }

  /** Tells the tree how these files are shown; what is not known of it is measured by the next `measure`. */
  show(paths: Iterable<RepoPath>): void {
    for (const path of paths) this.#show(path);
  }

  /** Measures what `show` has found to be unknown. */
  measure(): Promise<void> {
    return this.#measures.fill((path) => this.#contentOf(path));
  }

  /** After a change of encoding every count is another. */
  forgetMeasures(): void {
    this.#measures.clear();
  }

  #show(path: RepoPath): void {
    const item = this.#composition.item(path);
    const view = this.viewOf(path);
    const isFull = item === undefined || view?.mode === 'full';
    this.#measures.want(path, isFull ? undefined : view);
    if (isFull) {
      this.#tree.setShownAs(path, undefined);
      return;
    }
    const content = this.#contentOf(path);
    const isPlain = content?.kind === 'binary';
    const measure = view && content && this.measureOf(path, content, view);
    const label = view === undefined ? 'left out' : viewName(view);
    const tokens = view === undefined ? 0 : measure?.tokens;
    this.#tree.setShownAs(path, isPlain ? undefined : { mode: view?.mode ?? 'absent', label, tokens });
  }

  #contentOf(path: RepoPath): FileContent | undefined {
    return this.#tree.byPath(path)?.content;
  }
}
