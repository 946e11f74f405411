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
import { BYTES_PER_TOKEN } from './fileBlocks';
import type { Engine, MeasuredViews, SummaryOrigin, ViewMeasure, ViewsWanted } from '../ports';
import type { FileChanges, FileProjection } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import { ViewMeasures } from './viewMeasures';

interface FileViewsParts {
  readonly composition: Composition;
  readonly tree: FileTree;
  readonly summaries: KeptSummaries;
  readonly changes: FileChanges;
}

interface Standing {
  readonly measure: BlockMeasure | undefined;
  readonly exact: boolean;
  /** Whether the file has been read, so that its views can be measured. */
  readonly known: boolean;
  readonly fullTokens: number;
}

/** How each composed file is shown in the document, and its measures. Writes both into the tree. */
export class FileViews implements FileProjection {
  readonly #engine: Engine;
  readonly #composition: Composition;
  readonly #tree: FileTree;
  readonly #summaries: KeptSummaries;
  readonly #changes: FileChanges;
  readonly #measures: ViewMeasures;

  constructor(engine: Engine, { composition, tree, summaries, changes }: FileViewsParts) {
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
  }

  /** How a file is shown in the document; undefined if it is not part of it. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.#composition.item(path);
    return item && this.viewOfItem(item, this.#composition.options);
  }

  /** How an item would be shown with these rules; undefined if it would not be part of the document. */
  viewOfItem(item: FileItem, rules: ViewRules): ViewRequest | undefined {
    const view = effectiveView(item, rules);
    return view && this.viewAs(item.path, view);
  }

  /** How a file would stand there in this view. */
  viewAs(path: RepoPath, view: ViewRequest): ViewRequest {
    return this.#summaries.viewWith(path, this.#contentOf(path), view);
  }

  /** Where the summary of a file that stands as one comes from: an earlier visit, or this one. */
  summaryOriginOf(path: RepoPath): SummaryOrigin | undefined {
    const view = this.viewOf(path);
    const content = this.#contentOf(path);
    // Measures are kept between visits too, so where theirs came from does not count.
    if (view === undefined || this.#measures.get(path, content, view)?.summary === undefined)
      return undefined;
    return this.#summaries.isEarlier(path, content) ? 'cached' : 'fresh';
  }

  /** Known warnings about the view in which a file is shown. */
  warningsOf(path: RepoPath): readonly string[] {
    const view = this.viewOf(path);
    const measure = view && this.#measures.get(path, this.#contentOf(path), view);
    return measure === undefined ? [] : warningsIn(measure);
  }

  /** Where the slices of a file that stands as such were found, as far as it is known. */
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

  /** What is known of a composed file in a view. `fullTokens` is a guess while nothing has been read. */
  standing(path: RepoPath, view: ViewRequest): Standing {
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

  /** Reads these files and measures views of them; a few hundred a call. */
  async lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    const learn = this.learner();
    const measured = await this.#ask(wanted);
    learn(measured);
    return measured;
  }

  /** Call it before measuring, and the result with the measures: then the tree and the totals agree with the caller. */
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

  /** What a file would measure in these views, in their order; none where it cannot be read. */
  async measuresOf(path: RepoPath, views: readonly ViewRequest[]): Promise<readonly ViewMeasure[]> {
    const asked = views.map((view) => this.viewAs(path, view));
    return (await this.lookInto([{ path, views: asked }]))[0]?.views ?? [];
  }

  filesChanged(paths: readonly RepoPath[]): void {
    for (const path of paths) this.#show(path);
  }

  /** Measures the views of composed files that have no measure yet. */
  measure(): Promise<void> {
    return this.#measures.fill((path) => this.#contentOf(path));
  }

  /** Measures views that files do not stand in, until nobody waits for them; `onbatch` is told of each part of them. */
  measureBeside(wanted: readonly ViewsWanted[], signal: AbortSignal, onbatch: () => void): Promise<void> {
    return this.#measures.measure(wanted, (path) => this.#contentOf(path), { signal, onbatch });
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
    const isPlain = content?.kind === 'binary' && view !== undefined && view.mode !== 'none';
    const measure = view && content && this.measureOf(path, content, view);
    const label = view === undefined ? 'not included' : viewName(view);
    const tokens = view === undefined ? 0 : measure?.tokens;
    const mode = view?.mode ?? 'absent';
    const summary = mode === 'summary' ? this.#summaries.standingOf(path, content) : undefined;
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
