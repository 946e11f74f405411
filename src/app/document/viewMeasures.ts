import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { MeasuredViews, ViewMeasure, ViewsWanted } from '../ports/engine';

/** Files per call to the engine: few enough that numbers stream in, many enough that the calls cost nothing. */
const FILES_PER_CALL = 512;
/** While the files of one call are parsed, the files of the next calls are read. */
const CALLS_AT_ONCE = 3;

type Measure = (wanted: readonly ViewsWanted[]) => Promise<readonly MeasuredViews[]>;
type ContentOf = (path: RepoPath) => FileContent | undefined;

/** The known measures of views. Asks the engine for missing ones. */
export class ViewMeasures {
  readonly #measure: Measure;
  readonly #onChange: (paths: readonly RepoPath[]) => void;
  /** By path, then by view, for the latest content only. */
  readonly #known = new Map<
    RepoPath,
    { readonly stamp: string; readonly byKey: Map<string, ViewMeasure | undefined> }
  >();
  /** Wanted and not measured yet. */
  readonly #wanted = new Map<RepoPath, ViewRequest>();
  #filling: Promise<void> | undefined;
  #generation = 0;

  constructor(measure: Measure, onChange: (paths: readonly RepoPath[]) => void) {
    this.#measure = measure;
    this.#onChange = onChange;
  }

  /** Whether nothing is wanted. */
  get isIdle(): boolean {
    return this.#wanted.size === 0;
  }

  get(path: RepoPath, content: FileContent | undefined, view: ViewRequest): ViewMeasure | undefined {
    const known = this.#known.get(path);
    return content !== undefined && known?.stamp === stampOf(content)
      ? known.byKey.get(viewKey(view))
      : undefined;
  }

  /**
   * Call this before measuring, and the returned function with the measures, so that a view has the same measure
   * everywhere. That function returns the files whose measures changed.
   */
  learner(contentOf: ContentOf): (measured: readonly MeasuredViews[]) => readonly RepoPath[] {
    const generation = this.#generation;
    return (measured) => {
      if (generation !== this.#generation) return [];
      return measured.flatMap((one) => (this.#learn(one, contentOf(one.path)) ? [one.path] : []));
    };
  }

  /** Forgets all measures after the encoding changed. */
  clear(): void {
    this.#known.clear();
    this.#generation += 1;
  }

  /** Sets the view needed of a file, or none. `fill` measures it if needed. */
  want(path: RepoPath, view: ViewRequest | undefined): void {
    if (view === undefined) this.#wanted.delete(path);
    else this.#wanted.set(path, view);
  }

  /**
   * Measures the wanted views of files whose content is known. A call while one is running joins it.
   */
  fill(contentOf: ContentOf): Promise<void> {
    this.#filling ??= this.#fillAll(contentOf);
    return this.#filling;
  }

  /** Also measures these views, batch by batch, until `signal` aborts. */
  async measure(
    wanted: readonly ViewsWanted[],
    contentOf: ContentOf,
    { signal, onbatch }: { readonly signal: AbortSignal; readonly onbatch: () => void },
  ): Promise<void> {
    for (let start = 0; start < wanted.length && !signal.aborted; start += FILES_PER_CALL) {
      const batch = wanted.slice(start, start + FILES_PER_CALL);
      // `fill` skips views that are measured here, so it would never tell of them.
      const isCounted = await this.#ask(batch, contentOf, (path) => this.#wanted.has(path));
      if (!isCounted) return;
      onbatch();
    }
  }

  /** Repeats until nothing is wanted; else a view that is added as the last call ends would wait forever. */
  async #fillAll(contentOf: ContentOf): Promise<void> {
    await Promise.resolve(); // `#filling` is set from here on.
    try {
      do {
        await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => this.#fill(contentOf)));
      } while (this.#wanted.size > 0);
    } finally {
      this.#filling = undefined;
    }
  }

  async #fill(contentOf: ContentOf): Promise<void> {
    for (;;) {
      const wanted = this.#takeWanted(contentOf);
      if (wanted.length === 0) return;
      try {
        if (!(await this.#ask(wanted, contentOf, () => true))) this.#wantAgain(wanted);
      } catch (error) {
        this.#wantAgain(wanted);
        throw error;
      }
    }
  }

  /**
   * Learns these views, and tells of the files that `isTold` is true for. Returns whether the answer is still valid: a
   * change of encoding invalidates it.
   */
  async #ask(
    wanted: readonly ViewsWanted[],
    contentOf: ContentOf,
    isTold: (path: RepoPath) => boolean,
  ): Promise<boolean> {
    const generation = this.#generation;
    const stamps = new Map(wanted.map(({ path }) => [path, stampOf(contentOf(path))]));
    const measured = await this.#measure(wanted);
    if (generation !== this.#generation) return false;
    for (const [index, want] of wanted.entries()) {
      const { path } = want;
      const { hash, views = [] } = measured[index] ?? {};
      const asked = stamps.get(path) ?? '';
      const stamp = hash ?? asked;
      this.#take(path, stamp, want, views);
      // Mark the old content as asked too: a file that keeps changing would be asked for forever.
      if (asked !== stamp) this.#take(path, asked, want, []);
    }
    const told = wanted.map(({ path }) => path).filter(isTold);
    if (told.length > 0) this.#onChange(told);
    return true;
  }

  /** The views of the next call. A file that is not read yet is wanted again once it is. */
  #takeWanted(contentOf: ContentOf): readonly ViewsWanted[] {
    const next: ViewsWanted[] = [];
    for (const [path, view] of this.#wanted) {
      if (next.length === FILES_PER_CALL) break;
      this.#wanted.delete(path);
      const want = { path, views: [view] };
      const content = contentOf(path);
      if (content !== undefined && !this.#isAsked(want, content)) next.push(want);
    }
    return next;
  }

  #wantAgain(wanted: readonly ViewsWanted[]): void {
    for (const { path, views } of wanted) {
      const [view] = views;
      if (view !== undefined && !this.#wanted.has(path)) this.#wanted.set(path, view);
    }
  }

  #learn({ path, hash, views }: MeasuredViews, content: FileContent | undefined): boolean {
    if (hash === undefined || hash !== stampOf(content)) return false;
    const known = this.#known.get(path);
    const before = known?.stamp === hash ? known.byKey : undefined;
    const isNews = views.some((measure) => !isEqual(before?.get(measure.key), measure));
    if (isNews) this.#take(path, hash, { path, views: [] }, views);
    return isNews;
  }

  #isAsked({ path, views }: ViewsWanted, content: FileContent): boolean {
    const known = this.#known.get(path);
    return known?.stamp === stampOf(content) && views.every((view) => known.byKey.has(viewKey(view)));
  }

  #take(path: RepoPath, stamp: string, wanted: ViewsWanted, views: readonly ViewMeasure[]): void {
    const known = this.#known.get(path);
    const byKey = known?.stamp === stamp ? known.byKey : new Map<string, ViewMeasure | undefined>();
    for (const view of wanted.views) byKey.set(viewKey(view), undefined);
    for (const measure of views) byKey.set(measure.key, measure);
    this.#known.set(path, { stamp, byKey });
  }
}

function stampOf(content: FileContent | undefined): string {
  return content?.kind === 'text' ? content.hash : (content?.kind ?? 'unknown');
}

/** The engine builds all measures in one place, so their keys have the same order. */
function isEqual(one: ViewMeasure | undefined, other: ViewMeasure): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}
