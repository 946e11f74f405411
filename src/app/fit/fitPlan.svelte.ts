import { namesReserve } from '../../core/fit/fit';
import type { RepoPath } from '../../core/files/repoPath';
import { filesHeading, withMode } from '../../core/items/effectiveView';
import type { FileItem } from '../../core/items/fileItem';
import type { TokenText } from '../../core/tokens/tokenText';
import { FULL } from '../../core/views/modes/full';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { CompositionChange } from '../composition/composition.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { SectionBlocks } from '../document/textBlocks.svelte';
import { isFree, OUTLINE, type Candidate, type FitSources, type ShownFiles } from './candidates';
import {
  measureDocument,
  tokensOf,
  unnamedFiles,
  type FitResult,
  type FitRow,
  type Headings,
  type MeasuredFile,
  type UnnamedFiles,
} from './fitResult';
import { keptFiles, type KeptFiles } from './keptFiles';
import { FitSearch, type SearchInputs } from './fitSearch.svelte';
import { FitTexts, optionsWith } from './fitTexts.svelte';

export interface PlanParts extends Omit<FitSources, 'likely'> {
  readonly document: DocumentModel;
  /** Increases when the files change. */
  readonly revision: number;
  readonly tokens: TokenText;
}

/** A smaller view of a file that the user has set by hand. */
export interface SmallerView {
  readonly path: RepoPath;
  readonly tokens: number;
  /** Tokens saved by showing the file as an outline. */
  readonly saves: number;
}

/** The cost of naming all files in the document. */
export interface FileNames {
  readonly tokens: number;
  /** The maximum number of tokens for names. */
  readonly most: number;
}

/** Chooses a view for every file, so that the document fits a budget. */
export class FitPlan {
  readonly #parts: PlanParts;
  readonly #onchange: () => void;
  #candidates = $state.raw<readonly Candidate[]>([]);
  readonly #texts: FitTexts;
  #outlines = $state.raw<ReadonlyMap<RepoPath, number | undefined>>(new Map());
  /** Files set by hand that will be shown as outlines. */
  #outlined = $state.raw<ReadonlySet<RepoPath>>(new Set());
  #budget = $state(0);
  #withFocused = $state(true);
  #wantsNames = $state<boolean | undefined>();
  #namesByDefault = $state(false);

  readonly #free = $derived.by(() => this.#freeCandidates());
  readonly #freeByPath = $derived(new Map(this.#free.map((file) => [file.path, file])));
  /** Current views of the selected files whose view may change. */
  readonly #shownNow = $derived.by(() => this.#currentlyShown());
  readonly #kept = $derived.by(() => this.#keptFiles());
  readonly #largest = $derived.by(() => this.#largestKept());
  readonly #limit = $derived.by(() => {
    const { tokens } = this.#parts;
    return Math.floor((this.#budget * COUNTED) / tokens.estimate(COUNTED).tokens);
  });
  readonly #search: FitSearch;
  readonly result: FitResult = $derived.by(() => this.#makeResult());
  /** Files that the document neither shows nor names. */
  readonly unnamed: readonly UnnamedFiles[] = $derived.by(() => this.#unnamedFiles());

  /** Calls `onchange` when the user changes the budget or a choice; the caller must then run `settle`. */
  constructor(parts: PlanParts, budget: number, onchange: () => void) {
    this.#parts = parts;
    this.#texts = new FitTexts(parts.document, parts.references);
    this.#search = new FitSearch(this.#searchInputs(), this.#texts);
    this.#budget = budget;
    this.#onchange = onchange;
  }

  /** In the model's tokens. */
  get budget(): number {
    return this.#budget;
  }

  set budget(tokens: number) {
    this.#budget = Math.max(0, Math.round(tokens));
    this.#changed();
  }

  /** True if files may be shown by their best lines. */
  get withFocused(): boolean {
    return this.#withFocused;
  }

  set withFocused(on: boolean) {
    this.#withFocused = on;
    this.#changed();
  }

  /** Undefined if the document already names all files. */
  get names(): FileNames | undefined {
    const { composition, tree } = this.#parts;
    if (composition.options.fileTree === 'all') return undefined;
    const [plain, named] = [this.#texts.base(false).texts, this.#texts.base(true).texts];
    const treeOf = (texts: SectionBlocks) => tokensOf(texts, 'fileTree');
    const spare = this.#limit - measureDocument(plain, [this.#kept.block], this.#headings);
    const most = Math.max(0, Math.min(namesReserve(tree.root.sums.files, this.#limit), spare));
    return { tokens: treeOf(named) - treeOf(plain), most };
  }

  get canListNames(): boolean {
    const { names } = this;
    return names !== undefined && names.tokens <= names.most;
  }

  /** True if the document would name all files; never if the names don't fit. */
  get listsNames(): boolean {
    return this.canListNames && (this.#wantsNames ?? this.#namesByDefault);
  }

  set listsNames(on: boolean) {
    this.#wantsNames = on;
    this.#changed();
  }

  /** True if applying would change nothing. */
  get isIdle(): boolean {
    const { result } = this;
    return !this.listsNames && result.rows.every(({ change }) => change === 'same' || change === 'kept');
  }

  /** Offers smaller views of the largest files set by hand if those files alone exceed the budget. */
  get smaller(): readonly SmallerView[] {
    if (this.result.excess === 0) return [];
    return this.#largest.flatMap(({ path, tokens }) => {
      const outline = this.#outlines.get(path);
      return outline !== undefined && outline < tokens ? [{ path, tokens, saves: tokens - outline }] : [];
    });
  }

  /** Plans with these files. `names` is the default for naming all files, until the user chooses. */
  async take(candidates: readonly Candidate[], names: boolean, signal: AbortSignal): Promise<void> {
    const { composition, document } = this.#parts;
    await document.leads.count(new Set([filesHeading(composition.options)]));
    signal.throwIfAborted();
    this.#candidates = candidates;
    this.#outlines = new Map();
    this.#outlined = new Set();
    this.#namesByDefault = names;
    await this.#search.prepare(signal);
  }

  /** Returns whether a file or text in the proposal has changed since it was measured. */
  async isStale(): Promise<boolean> {
    const { tree, views } = this.#parts;
    const isChanged = this.#free.some(({ path, content }) => {
      const now = tree.byPath(path)?.content;
      return (
        now?.kind !== content.kind ||
        (now.kind === 'text' && content.kind === 'text' && now.hash !== content.hash)
      );
    });
    const isMeasured = (path: RepoPath) => views.factsIn(path, OUTLINE).measure !== undefined;
    if (isChanged || ![...this.#outlined].every(isMeasured)) return true;
    const { tokens } = this.result;
    await this.#texts.measure(this.result, this.listsNames);
    return this.result.tokens !== tokens;
  }

  /** Returns the composition change that applies the plan. */
  change(): Required<CompositionChange> {
    const items = new Map<RepoPath, FileItem | undefined>();
    for (const { path, level, change } of this.result.rows)
      if (change !== 'kept' && change !== 'same') items.set(path, level && this.#itemAt(path));
    return { items, options: optionsWith(this.listsNames) };
  }

  /** Proposes an outline for a file that the user has set by hand. */
  showAsOutline(path: RepoPath): void {
    this.#outlined = new Set([...this.#outlined, path]);
    this.#changed();
  }

  /** Searches again after a change, with the measured texts of the document. */
  async settle(signal: AbortSignal): Promise<void> {
    await this.#search.settle(signal);
    await this.#measureOutlines(signal);
  }

  async #measureOutlines(signal: AbortSignal): Promise<void> {
    const { views } = this.#parts;
    if (this.result.excess === 0) return;
    const paths = this.#largest.map(({ path }) => path).filter((path) => !this.#outlines.has(path));
    if (paths.length === 0) return;
    const wanted = paths.map((path) => ({ path, views: [OUTLINE] }));
    await views.measureBeside(wanted, signal, () => undefined);
    const known = paths.map((path) => [path, views.factsIn(path, OUTLINE).measure?.tokens] as const);
    this.#outlines = new Map([...this.#outlines, ...known]);
  }

  #changed(): void {
    this.#search.reset();
    this.#onchange();
  }

  #unnamedFiles(): readonly UnnamedFiles[] {
    const { composition, tree, revision } = this.#parts;
    void revision;
    if (composition.options.fileTree === 'all' || this.listsNames) return [];
    return unnamedFiles(tree.root, this.result.paths);
  }

  #freeCandidates(): readonly Candidate[] {
    const free = this.#candidates.filter(({ path }) => isFree(path, this.#parts));
    return this.#withFocused ? free : free.map(withoutFocused);
  }

  #keptFiles(): KeptFiles {
    const { composition, views, revision } = this.#parts;
    void [revision, composition.revision];
    const free = new Set(this.#free.map(({ path }) => path));
    const paths = composition.paths.filter((path) => !free.has(path));
    return keptFiles(paths, this.#outlined, views);
  }

  #searchInputs(): SearchInputs {
    const plan = (): FitPlan => this;
    return {
      get files() {
        return plan().#free;
      },
      get kept() {
        return plan().#kept;
      },
      get limit() {
        return plan().#limit;
      },
      get headings() {
        return plan().#headings;
      },
      get names() {
        return plan().listsNames;
      },
    };
  }

  get #headings(): Headings {
    const { composition, document } = this.#parts;
    return {
      files: filesHeading(composition.options),
      repeated: document.layoutTokens,
      tokensOf: (lead) => document.leads.tokens.get(lead) ?? 0,
    };
  }

  #currentlyShown(): ReadonlyMap<RepoPath, Shown> {
    const { views, revision } = this.#parts;
    void revision;
    return new Map(
      this.#free.flatMap(({ path }) => {
        const view = views.viewOf(path);
        if (view === undefined) return [];
        return [[path, { view, tokens: views.factsIn(path, view).measure?.tokens ?? 0 }] as const];
      }),
    );
  }

  #makeResult(): FitResult {
    const { found } = this.#search;
    return { ...found, rows: [...this.#kept.rows, ...this.#rowsOf(found.shown)] };
  }

  #rowsOf(shown: ShownFiles): readonly FitRow[] {
    return this.#free.flatMap(({ path, reasons }): readonly FitRow[] => {
      const now = this.#shownNow.get(path);
      const then = shown.get(path);
      if (now === undefined && then === undefined) return [];
      const [before, after] = [now?.tokens ?? 0, then?.tokens ?? 0];
      return [{ path, change: changeOf(now, then), level: then?.level, before, after, reasons }];
    });
  }

  #largestKept(): readonly MeasuredFile[] {
    const { tree, views } = this.#parts;
    return this.#kept.shown
      .filter(
        ({ path }) =>
          !this.#outlined.has(path) &&
          tree.byPath(path)?.content?.kind === 'text' &&
          views.viewOf(path)?.mode !== 'outline',
      )
      .sort((one, other) => other.tokens - one.tokens)
      .slice(0, MOST_NAMED);
  }

  #itemAt(path: RepoPath): FileItem {
    const { composition } = this.#parts;
    const { options } = composition;
    const item = composition.item(path) ?? composition.newItem(path);
    // Keeps the user's slices, in case the file is shown as slices again.
    if (!this.#freeByPath.has(path)) return withMode(item, 'outline', options);
    const view = this.#search.found.shown.get(path)?.view ?? FULL;
    const customSlices = view.mode === 'custom' ? view.slices : [];
    return withMode({ ...item, customSlices }, view.mode, options);
  }
}

interface Shown {
  readonly view: ViewRequest;
  readonly tokens: number;
}

/** Compares the views before and after. An undefined view means that the file is not selected. */
function changeOf(before: Shown | undefined, after: Shown | undefined): FitRow['change'] {
  if (after === undefined) return 'out';
  if (before === undefined) return 'in';
  if (viewKey(before.view) === viewKey(after.view)) return 'same';
  if (after.tokens === before.tokens) return 'changed';
  return after.tokens < before.tokens ? 'smaller' : 'larger';
}

function withoutFocused(candidate: Candidate): Candidate {
  return {
    ...candidate,
    levels: candidate.levels.filter(({ level }) => level === 'outline' || level === 'full'),
  };
}

/** The maximum number of smaller views to offer. */
const MOST_NAMED = 5;
/** A large sample for converting between counted tokens and the model's tokens. */
const COUNTED = 1_000_000;
