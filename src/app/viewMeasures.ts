import { viewKey, type ViewRequest } from '../core/compose/block';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import type { Engine, ViewMeasure, ViewsWanted } from './ports';

/** Files a call to the engine: few enough that numbers stream in, many enough that calls cost nothing. */
const FILES_A_CALL = 256;

/** What views of files measure, as far as the engine has told; asks for what is missing. */
export class ViewMeasures {
  readonly #engine: Engine;
  readonly #onChange: (paths: readonly RepoPath[]) => void;
  /** By path, then by content and view. Files that change leave their old measures behind, so one content is kept. */
  readonly #known = new Map<
    RepoPath,
    { readonly stamp: string; readonly byKey: Map<string, ViewMeasure | undefined> }
  >();
  #filling: Promise<void> | undefined;
  #generation = 0;

  constructor(engine: Engine, onChange: (paths: readonly RepoPath[]) => void) {
    this.#engine = engine;
    this.#onChange = onChange;
  }

  get(path: RepoPath, content: FileContent | undefined, view: ViewRequest): ViewMeasure | undefined {
    const known = this.#known.get(path);
    return content !== undefined && known?.stamp === stampOf(content)
      ? known.byKey.get(viewKey(view))
      : undefined;
  }

  /** After a change of encoding every count is another. */
  clear(): void {
    this.#known.clear();
    this.#generation += 1;
  }

  /** Measures what `missing` names until it names nothing new; a call while one is under way joins it. */
  fill(
    missing: () => Iterable<ViewsWanted>,
    contentOf: (path: RepoPath) => FileContent | undefined,
  ): Promise<void> {
    this.#filling ??= this.#fill(missing, contentOf).finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #fill(
    missing: () => Iterable<ViewsWanted>,
    contentOf: (path: RepoPath) => FileContent | undefined,
  ): Promise<void> {
    for (;;) {
      const wanted: ViewsWanted[] = [];
      for (const want of missing()) {
        const content = contentOf(want.path);
        if (content === undefined || this.#isAsked(want, content)) continue;
        wanted.push(want);
        if (wanted.length === FILES_A_CALL) break;
      }
      if (wanted.length === 0) return;
      const generation = this.#generation;
      const stamps = new Map(wanted.map(({ path }) => [path, stampOf(contentOf(path))]));
      const measured = await this.#engine.measureViews(wanted);
      if (generation !== this.#generation) continue;
      for (const [index, { path, hash, views }] of measured.entries()) {
        const stamp = hash ?? stamps.get(path) ?? '';
        this.#take(path, stamp, wanted[index], views);
        // What was asked for counts as asked even if the file has changed meanwhile, or nothing would ever end.
        const asked = stamps.get(path) ?? '';
        if (asked !== stamp) this.#take(path, asked, wanted[index], []);
      }
      this.#onChange(wanted.map(({ path }) => path));
    }
  }

  #isAsked({ path, views }: ViewsWanted, content: FileContent): boolean {
    const known = this.#known.get(path);
    return known?.stamp === stampOf(content) && views.every((view) => known.byKey.has(viewKey(view)));
  }

  #take(path: RepoPath, stamp: string, wanted: ViewsWanted | undefined, views: readonly ViewMeasure[]): void {
    const known = this.#known.get(path);
    const byKey = known?.stamp === stamp ? known.byKey : new Map<string, ViewMeasure | undefined>();
    for (const view of wanted?.views ?? []) byKey.set(viewKey(view), undefined);
    for (const measure of views) byKey.set(measure.key, measure);
    this.#known.set(path, { stamp, byKey });
  }
}

function stampOf(content: FileContent | undefined): string {
  return content?.kind === 'text' ? content.hash : (content?.kind ?? 'unknown');
}
