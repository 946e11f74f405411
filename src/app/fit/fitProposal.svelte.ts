import { coalesce } from '../../core/async/coalesce';
import { counted } from '../../core/counted';
import { defaultBudget, relevantFiles } from '../../core/fit/relevance';
import { undoOffer } from '../composition/undoOffer';
import type { Notify } from '../notify';
import type { FileChanges } from '../tree/fileChanges.svelte';
import { isFree, measureCandidates, MOST_MEASURED, type FitSources, type WeighedFile } from './candidates';
import { FitPlan, type PlanParts } from './fitPlan.svelte';

export interface FitParts extends FitSources, PlanParts {
  /** True while the folder is being read. */
  readonly busy: boolean;
  readonly changes: Pick<FileChanges, 'settled'>;
  /** Yields to the page between two steps of long work. */
  pause(): Promise<void>;
}

/** The files that a proposal may show: those in the whole folder that the task concerns, or the selected ones. */
export type FitScope = 'folder' | 'selected';

/** The progress or outcome of preparing a proposal. */
export type FitState =
  | { readonly kind: 'reading' | 'measuring'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Proposes a view for every file, so that the document fits a budget. Nothing changes until it is applied. */
export class FitProposal {
  readonly plan: FitPlan;
  readonly #parts: FitParts;
  readonly #notify: Notify;
  #state = $state.raw<FitState>({ kind: 'canceled' });
  #controller = new AbortController();
  #scope = $state<FitScope>('folder');
  #madeFrom: readonly unknown[] = [];
  #confirming: Promise<boolean> | undefined;
  readonly #settle = coalesce(() => this.plan.settle(this.#controller.signal));

  constructor(parts: FitParts, notify: Notify) {
    this.#parts = parts;
    this.#notify = notify;
    this.#scope = this.task === undefined ? 'selected' : 'folder';
    const { options } = parts.composition;
    const budget = options.budgetTokens ?? defaultBudget(parts.tokens.model.window);
    this.plan = new FitPlan(parts, budget, () => this.#planChanged());
  }

  /** Undefined if the task is empty. */
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

  /** Ranks and measures the files. Restarts if it is already running. */
  async start(scope: FitScope = this.#scope): Promise<void> {
    this.cancel();
    this.#scope = scope;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#state = { kind: 'reading', done: 0, total: 1 };
    this.#madeFrom = this.#inputs;
    try {
      await this.#whenRead(signal);
      const files = await this.#weighed(scope, signal);
      const candidates = await measureCandidates(files, this.task, this.#parts, {
        signal,
        onprogress: (done, total) => {
          if (!signal.aborted) this.#state = { kind: 'measuring', done, total };
        },
      });
      await this.#parts.pause();
      await this.plan.take(candidates, scope === 'folder', signal);
      await this.#parts.pause();
      await this.#settle();
      if (!signal.aborted) this.#state = { kind: 'ready' };
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  cancel(): void {
    this.#controller.abort();
    if (this.#state.kind !== 'ready') this.#state = { kind: 'canceled' };
  }

  /**
   * Resolves to true if the proposal can be applied as it is shown. If any of its inputs have changed, prepares it again
   * and resolves to false.
   */
  confirm(): Promise<boolean> {
    this.#confirming ??= this.#confirm().finally(() => (this.#confirming = undefined));
    return this.#confirming;
  }

  async #confirm(): Promise<boolean> {
    const { signal } = this.#controller;
    if (this.#state.kind !== 'ready') return false;
    let isStale = false;
    try {
      await this.#whenRead(signal);
      await this.#settle();
      await this.#parts.pause();
      isStale = await this.#isStale();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
    if (signal.aborted || this.#state.kind !== 'ready') return false;
    if (!isStale) return true;
    this.#notify({ kind: 'info', text: 'Files or settings have changed. Check the new proposal.' });
    await this.start();
    return false;
  }

  /** Applies a confirmed proposal as one undo step. */
  async apply(): Promise<void> {
    const { composition, fitted, tokens } = this.#parts;
    // The dialog is removed first, because it would follow the composition.
    await this.#parts.pause();
    const { tokens: total, paths } = this.plan.result;
    const name = `Fit to ${this.plan.budget.toLocaleString('en')} tokens`;
    const change = this.plan.change();
    if (!composition.apply(change, name)) return;
    for (const path of change.items.keys()) fitted.add(path);
    await this.#parts.pause();
    this.#notify({
      kind: 'done',
      text: `${counted(paths.length, 'file')} shown in ${tokens.long(total)}.`,
      offer: undoOffer(composition, name, this.#notify),
    });
  }

  /** The inputs of a proposal other than files and texts. */
  get #inputs(): readonly unknown[] {
    const { composition, tokens } = this.#parts;
    return [composition.options, composition.revision, tokens.encoding];
  }

  async #isStale(): Promise<boolean> {
    return this.#inputs.some((now, at) => now !== this.#madeFrom[at]) || (await this.plan.isStale());
  }

  #planChanged(): void {
    const { signal } = this.#controller;
    if (this.#state.kind !== 'ready') return;
    this.#settle().catch((error: unknown) => {
      if (!signal.aborted) this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    this.#state = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }

  /** Waits until all files are counted; uncounted ones would seem to cost nothing. */
  async #whenRead(signal: AbortSignal): Promise<void> {
    const { changes, document, references, views } = this.#parts;
    while (this.#parts.busy && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const stopWatching = references.watch(() => resolve(undefined));
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      await promise;
      stopWatching();
    }
    await Promise.all([document.settled(), changes.settled(), views.measure()]);
    signal.throwIfAborted();
  }

  async #weighed(scope: FitScope, signal: AbortSignal): Promise<readonly WeighedFile[]> {
    const { composition, likely, references, tree } = this.#parts;
    const free = composition.paths.filter((path) => isFree(path, this.#parts));
    if (this.task === undefined) return free.map((path) => ({ path, probability: 1, reasons: [] }));
    const wanted = {
      selected: composition.paths,
      excluded: likely.dismissedPaths.filter((path) => composition.item(path) === undefined),
      limit: tree.root.sums.files,
    };
    const { files } = await references.rankAll({ task: this.task, ...wanted });
    signal.throwIfAborted();
    const byPath = new Map(files.map((file) => [file.path, file]));
    const selected = free.map((path) => byPath.get(path) ?? { path, probability: 0, reasons: [] });
    if (scope === 'selected') return selected;
    const others = relevantFiles(files)
      .slice(0, MOST_MEASURED)
      .filter(({ path }) => composition.item(path) === undefined)
      // The name of an empty file says all about it.
      .filter(({ path }) => {
        const content = tree.byPath(path)?.content;
        return content?.kind === 'text' && content.tokens > 0;
      });
    return [...selected, ...others];
  }
}
