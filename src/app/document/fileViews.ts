import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { ResolvedSlice } from '../../core/slices/resolvedSlice';
import { effectiveView, type ViewRules } from '../../core/items/effectiveView';
import type { Composition } from '../composition/composition.svelte';
import type { KeptSummaries } from '../summaries/keptSummaries';
import { viewName } from '../composition/modes';
import { BYTES_PER_TOKEN } from './documentBlock';
import type { Engine, MeasuredViews, SummaryOrigin, ViewMeasure, ViewsWanted } from '../ports/engine';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import { ViewMeasures } from './viewMeasures';

interface FileViewsParts {
  readonly engine: Engine;
  readonly composition: Composition;
  readonly tree: FileTree;
  readonly summaries: KeptSummaries;
  readonly changes: FileChanges;
  readonly reading: Pick<FolderReading, 'outdated'>;
}

interface ViewFacts {
  readonly measure: BlockMeasure | undefined;
  readonly exact: boolean;
  /** Whether the file has been read, so that its views can be measured. */
  readonly known: boolean;
  readonly fullTokens: number;
}

/** How each composed file is shown in the document, and its measures. Writes both into the tree. */
export class FileViews {
  readonly #engine: Engine;
  readonly #composition: Composition;
  readonly #tree: FileTree;
  readonly #summaries: KeptSummaries;
  readonly #changes: FileChanges;
  readonly #measures: ViewMeasures;

  constructor({ engine, composition, tree, summaries, changes, reading }: FileViewsParts) {
    this.#engine = engine;
    this.#composition = composition;
    this.#tree = tree;
    this.#summaries = summaries;
    this.#changes = changes;
    this.#measures = new ViewMeasures(
      (wanted) => this.#ask(wanted),
      (paths) => {
        this.#learned(paths);
      },
    );
    changes.files.subscribe((paths) => {
      for (const path of paths) this.#show(path);
    });
    reading.outdated.subscribe(() => {
      this.#measures.clear();
      changes.soon(composition.paths);
    });
  }

  /** How a file is shown in the document; undefined if it is not in it. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.#composition.item(path);
    return item && this.viewOfItem(item, this.#composition.options);
  }

  /** How an item would be shown with these rules; undefined if it would not be in the document. */
  viewOfItem(item: FileItem, rules: ViewRules): ViewRequest | undefined {
    const view = effectiveView(item, rules);
    return view && this.viewAs(item.path, view);
  }

  /** This view of a file, with the model's summary if there is a current one. */
  viewAs(path: RepoPath, view: ViewRequest): ViewRequest {
    return this.#summaries.viewWith(path, this.#contentOf(path), view);
  }

  /** Whether the summary that a file is shown as was cached in an earlier visit; undefined if it shows none. */
  summaryOriginOf(path: RepoPath): SummaryOrigin | undefined {
    const view = this.viewOf(path);
    const content = this.#contentOf(path);
    // Measures are cached between visits too, so a cached measure says nothing about the summary.
    if (view === undefined || this.#measures.get(path, content, view)?.summary === undefined)
      return undefined;
    return this.#summaries.isEarlier(path, content) ? 'cached' : 'fresh';
  }

  /** The known warnings about the view of a file. */
  warningsOf(path: RepoPath): readonly string[] {
    const view = this.viewOf(path);
    const measure = view && this.#measures.get(path, this.#contentOf(path), view);
    return measure === undefined ? [] : warningsIn(measure);
  }

  /** The resolved slices of a file that is shown as slices; undefined until they are known. */
  slicesOf(path: RepoPath): readonly ResolvedSlice[] | undefined {
    const view = this.viewOf(path);
    return view?.mode === 'custom'
      ? this.#measures.get(path, this.#contentOf(path), view)?.slices
      : undefined;
  }

  measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined {
    if (view.mode === 'full') return content.block;
    const measured = this.#measures.get(path, content, view)?.block;
    return measured ?? (content.kind === 'text' || view.mode === 'none' ? undefined : content.block);
  }

  /** Everything known about a composed file in a view. `fullTokens` is an estimate until the file is read. */
  factsIn(path: RepoPath, view: ViewRequest): ViewFacts {
    const content = this.#contentOf(path);
    const measure = content && this.measureOf(path, content, view);
    const guess = Math.ceil((this.#tree.byPath(path)?.size ?? 0) / BYTES_PER_TOKEN);
    return {
      measure,
      exact: measure !== undefined && content?.kind !== 'unread',
      known: content !== undefined,
      fullTokens: content?.block.tokens ?? guess,
    };
  }

  /** Reads these files and measures views of them; pass a few hundred per call. */
  async lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    const learn = this.learner();
    const measured = await this.#ask(wanted);
    learn(measured);
    return measured;
  }

  /** Call this before measuring, and the returned function with the measures, so that tree and totals agree with them. */
  learner(): (measured: readonly MeasuredViews[]) => void {
    const learn = this.#measures.learner((path) => this.#contentOf(path));
    return (measured) => {
      const news = learn(measured);
      this.#learned(news);
    };
  }

  #learned(paths: readonly RepoPath[]): void {
    if (paths.length > 0) this.#changes.soon(paths);
  }

  async #ask(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    const measured = await this.#engine.measureViews(wanted);
    const counted = measured.flatMap(({ path, hash, symbolCount }) => {
      if (hash === undefined || symbolCount === undefined) return [];
      return this.#tree.setSymbols(path, hash, symbolCount) ? [path] : [];
    });
    this.#learned(counted);
    return measured;
  }

  /** The measures of a file in these views, in their order; empty if it cannot be read. */
  async measuresOf(path: RepoPath, views: readonly ViewRequest[]): Promise<readonly ViewMeasure[]> {
    const asked = views.map((view) => this.viewAs(path, view));
    return (await this.lookInto([{ path, views: asked }]))[0]?.views ?? [];
  }

  /** Whether `measure` has nothing to do. */
  get areMeasured(): boolean {
    return this.#measures.isIdle;
  }

  /** Measures the views of composed files that have no measure yet. */
  measure(): Promise<void> {
    return this.#measures.fill((path) => this.#contentOf(path));
  }

  /** Measures other views of files until `signal` aborts, and calls `onbatch` after each batch. */
  measureBeside(wanted: readonly ViewsWanted[], signal: AbortSignal, onbatch: () => void): Promise<void> {
    return this.#measures.measure(wanted, (path) => this.#contentOf(path), { signal, onbatch });
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
    const isPlain = content?.kind === 'binary' && view !== undefined && view.mode !== 'none';
    const measure = view && content && this.measureOf(path, content, view);
    const label = view === undefined ? 'not included' : viewName(view);
    const tokens = view === undefined ? 0 : measure?.tokens;
    const mode = view?.mode ?? 'absent';
    const summary = mode === 'summary' ? this.#summaries.statusOf(path, content) : undefined;
    const slices = this.slicesOf(path)?.map(({ state }) => state);
    const warnings = this.warningsOf(path);
    this.#tree.setShownAs(path, isPlain ? undefined : { mode, label, tokens, summary, slices, warnings });
  }

  #contentOf(path: RepoPath): FileContent | undefined {
    return this.#tree.byPath(path)?.content;
  }
}

/** Why a view shows less than was asked for. */
export function warningsIn({
  failed,
  warnings,
}: Pick<ViewMeasure, 'failed' | 'warnings'>): readonly string[] {
  return failed === undefined ? warnings : [`could not be shown: ${failed}`, ...warnings];
}
