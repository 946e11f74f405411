import { fileBlock, textBlock, type Block } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import { measurePlan, planDocument, type BodyTokens } from '../../core/document/plan';
import type { SectionId } from '../../core/document/sections/registry';
import { fitFiles, namesReserve, type Fit, type LevelCost } from '../../core/fit/fit';
import { counted } from '../../core/counted';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import type { ViewRequest } from '../../core/views/viewRequest';
import { filesHeading, withMode } from '../../core/items/effectiveView';
import type { FileItem, ViewMode } from '../../core/items/fileItem';
import type { TokenText } from '../../core/tokens/tokenText';
import { undoOffer } from '../composition/undoOffer';
import type { DocumentModel } from '../document/document.svelte';
import type { Notify } from '../notify';
import {
  isByHand,
  measureCandidates,
  MOST_MEASURED,
  viewAt,
  type Candidate,
  type FitSources,
  type WeighedFile,
} from './candidates';

export interface FitParts extends FitSources {
  readonly document: DocumentModel;
  readonly tokens: TokenText;
}

/** Which files a proposal may show: those of the whole folder that the task concerns, or those that are selected. */
export type FitScope = 'folder' | 'selected';

export interface FitRow {
  readonly path: RepoPath;
  readonly change: 'in' | 'out' | 'smaller' | 'larger' | 'same' | 'kept';
  /** Undefined for a file that is not shown then. */
  readonly level: LevelCost['level'] | undefined;
  /** Tokens before and after. */
  readonly before: number;
  readonly after: number;
  readonly reasons: readonly string[];
}

export interface FitResult {
  readonly rows: readonly FitRow[];
  /** Of the whole document. */
  readonly tokens: number;
  /** Files of the folder that are not shown. */
  readonly unshown: number;
  /** How much the files set by hand and the texts exceed the budget; 0 if they fit. */
  readonly excess: number;
}

type Step = 'reading' | 'measuring';

/** Where a proposal stands. */
export type FitState =
  | { readonly kind: Step; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Proposes a view for every file, so that the document fits a budget. Nothing changes until it is applied. */
export class FitProposal {
  readonly #parts: FitParts;
  readonly #notify: Notify;
  #state = $state.raw<FitState>({ kind: 'canceled' });
  #candidates = $state.raw<readonly Candidate[]>([]);
  #texts = $state.raw<ReadonlyMap<SectionId, BodyTokens | undefined>>(new Map());
  #controller = new AbortController();
  #scope = $state<FitScope>('folder');
  #budget = $state(0);
  #withFocused = $state(true);

  readonly result: FitResult = $derived.by(() => this.#propose());

  constructor(parts: FitParts, notify: Notify) {
    this.#parts = parts;
    this.#notify = notify;
    this.#scope = this.task === undefined ? 'selected' : 'folder';
    const { options } = parts.composition;
    this.#budget = options.budgetTokens ?? parts.tokens.model.window ?? DEFAULT_BUDGET;
  }

  /** Undefined without one. */
  get task(): string | undefined {
    const { task } = this.#parts.composition.options;
    return task.trim() === '' ? undefined : task;
  }

  get state(): FitState {
    const { progress } = this.#parts.references;
    return this.#state.kind === 'reading' && progress !== undefined
      ? { ...this.#state, done: progress.done, total: progress.total }
      : this.#state;
  }

  get scope(): FitScope {
    return this.#scope;
  }

  /** In tokens of the model. */
  get budget(): number {
    return this.#budget;
  }

  set budget(tokens: number) {
    this.#budget = Math.max(0, Math.round(tokens));
  }

  /** Whether files may be shown by their best lines. */
  get withFocused(): boolean {
    return this.#withFocused;
  }

  set withFocused(on: boolean) {
    this.#withFocused = on;
  }

  /** Ranks and measures the files. Starts anew if it is running. */
  async start(scope: FitScope = this.#scope): Promise<void> {
    this.cancel();
    this.#scope = scope;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const { composition, document } = this.#parts;
    this.#state = { kind: 'reading', done: 0, total: 1 };
    try {
      const files = await this.#weighed(scope, signal);
      const candidates = await measureCandidates(files, this.task, this.#parts, {
        signal,
        onprogress: (done, total) => {
          if (!signal.aborted) this.#state = { kind: 'measuring', done, total };
        },
      });
      const texts = await document.textsWith({});
      await document.leads.count(new Set([filesHeading(composition.options)]));
      if (signal.aborted) return;
      this.#texts = texts;
      this.#candidates = candidates;
      this.#state = { kind: 'ready' };
    } catch (error) {
      if (signal.aborted) return;
      this.#state = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  cancel(): void {
    this.#controller.abort();
    if (this.#state.kind !== 'ready') this.#state = { kind: 'canceled' };
  }

  /** Makes the changes of the proposal as one undo step. */
  apply(): void {
    const { composition, tokens } = this.#parts;
    const { rows, tokens: total } = this.result;
    const byPath = new Map(this.#candidates.map((candidate) => [candidate.path, candidate]));
    const items = new Map<RepoPath, FileItem | undefined>();
    for (const { path, level, change } of rows) {
      if (change === 'kept' || change === 'same') continue;
      items.set(path, level === undefined ? undefined : this.#itemAt(path, level, byPath.get(path)));
    }
    const name = `Fit to ${this.#budget.toLocaleString('en')} tokens`;
    if (!composition.apply({ items }, name)) return;
    this.#notify({
      kind: 'done',
      text: `${counted(composition.paths.length, 'file')} shown in ${tokens.long(total)}.`,
      offer: undoOffer(composition, name, this.#notify),
    });
  }

  #itemAt(path: RepoPath, level: LevelCost['level'], candidate: Candidate | undefined): FileItem {
    const { composition } = this.#parts;
    const item = composition.item(path) ?? composition.newItem(path);
    const slices = candidate?.slices.get(level) ?? [];
    return withMode({ ...item, customSlices: slices }, MODE_OF[level], composition.options);
  }

  async #weighed(scope: FitScope, signal: AbortSignal): Promise<readonly WeighedFile[]> {
    const { composition } = this.#parts;
    const free = composition.paths.filter((path) => {
      const item = composition.item(path);
      return item !== undefined && !isByHand(item, composition);
    });
    if (this.task === undefined) return free.map((path) => ({ path, probability: 1, reasons: [] }));
    const { references, tree } = this.#parts;
    const wanted = { selected: composition.paths, excluded: [], limit: tree.root.sums.files };
    const { files } = await references.rankAll({ task: this.task, ...wanted });
    signal.throwIfAborted();
    const byPath = new Map(files.map((file) => [file.path, file]));
    const selected = free.map((path) => byPath.get(path) ?? { path, probability: 0, reasons: [] });
    if (scope === 'selected') return selected;
    const known = new Set(composition.paths);
    const others = files.slice(0, MOST_MEASURED).filter(({ path }) => !known.has(path));
    return [...selected, ...others];
  }

  #propose(): FitResult {
    const { composition, tokens, tree } = this.#parts;
    void composition.revision;
    const candidates = this.#withFocused ? this.#candidates : this.#candidates.map(withoutFocused);
    const free = new Set(candidates.map(({ path }) => path));
    const kept = composition.paths.filter((path) => !free.has(path));
    const limit = Math.floor((this.#budget * COUNTED) / tokens.estimate(COUNTED).tokens);
    const fixed = this.#measure(kept, new Map());
    let room = limit - fixed - namesReserve(tree.root.sums.files, limit);
    let fit = fitFiles(candidates, room);
    let total = this.#measure(kept, fit);
    // The heading above the files counts from the first file on.
    for (; total > limit && fit.size > 0; total = this.#measure(kept, fit)) {
      room -= total - limit;
      fit = fitFiles(candidates, room);
    }
    const rows = kept.map((path): FitRow => {
      const now = this.#tokensNow(path);
      return { path, change: 'kept', level: undefined, before: now, after: now, reasons: [] };
    });
    for (const { path, reasons } of candidates) {
      const level = fit.get(path);
      const isSelected = composition.item(path) !== undefined;
      if (level === undefined && !isSelected) continue;
      const [before, after] = [isSelected ? this.#tokensNow(path) : 0, level?.tokens ?? 0];
      const change = changeOf(isSelected, level, before);
      rows.push({ path, change, level: level?.level, before, after, reasons });
    }
    const shown = rows.filter(({ change }) => change !== 'out').length;
    const unshown = Math.max(0, tree.root.sums.files - shown);
    return { rows, tokens: total, unshown, excess: Math.max(0, fixed - limit) };
  }

  /** Tokens of the document with these files as they are, and others at these levels. */
  #measure(kept: readonly RepoPath[], fit: Fit): number {
    const { composition, document, views } = this.#parts;
    const shown: (readonly [RepoPath, ViewRequest | undefined])[] = [
      ...kept.map((path) => [path, views.viewOf(path)] as const),
      ...this.#candidates.map((candidate) => {
        const level = fit.get(candidate.path)?.level;
        return [candidate.path, level && viewAt(candidate, level)] as const;
      }),
    ];
    const files = shown
      .sort(([one], [other]) => compareRepoPaths(one, other))
      .flatMap(([path, view]): readonly MeasuredBlock[] => {
        const measure = view && views.factsIn(path, view).measure;
        return view === undefined || measure === undefined ? [] : [{ ...fileBlock(path, view), ...measure }];
      });
    const texts = Array.from(this.#texts, ([section, tokens]): readonly MeasuredBlock[] =>
      tokens === undefined ? [] : [{ ...textBlock(section), ...tokens }],
    ).flat();
    const plan = planDocument<MeasuredBlock>(
      [...texts, ...files],
      bySection(filesHeading(composition.options)),
    );
    return measurePlan(plan, {
      body: (block) => block,
      lead: (lead) => document.leads.tokens.get(lead) ?? 0,
    }).tokens;
  }

  #tokensNow(path: RepoPath): number {
    const { views } = this.#parts;
    const view = views.viewOf(path);
    return view === undefined ? 0 : (views.factsIn(path, view).measure?.tokens ?? 0);
  }
}

type MeasuredBlock = Block & BodyTokens;

function changeOf(isSelected: boolean, level: LevelCost | undefined, before: number): FitRow['change'] {
  if (level === undefined) return 'out';
  if (!isSelected) return 'in';
  if (level.tokens === before) return 'same';
  return level.tokens < before ? 'smaller' : 'larger';
}

function withoutFocused(candidate: Candidate): Candidate {
  return {
    ...candidate,
    levels: candidate.levels.filter(({ level }) => level === 'outline' || level === 'full'),
  };
}

const MODE_OF: Readonly<Record<LevelCost['level'], ViewMode>> = {
  outline: 'outline',
  focusedFifth: 'custom',
  focusedThird: 'custom',
  full: 'full',
};

/** For a model whose window is not published. */
const DEFAULT_BUDGET = 32_000;
/** Tokens to convert between those counted and those of the model. */
const COUNTED = 1_000_000;
