import type { ViewRequest } from '../../core/views/viewRequest';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { Signal } from '../../core/async/signal';
import { kindOf, writerOf, writtenOf, type SummaryEntry } from '../../core/summaries/entry';
import type { SummaryStatus } from '../../core/summaries/summaryStatus';
import type { Engine, KeptSummary } from '../ports/engine';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';

/** `earlier` is true for summaries saved before the folder was opened. */
type KnownSummary = KeptSummary & { readonly earlier: boolean };

interface Kept {
  readonly rules?: KnownSummary;
  readonly model?: KnownSummary;
}

interface Parts {
  readonly engine: Engine;
  readonly changes: Pick<FileChanges, 'soon'>;
  readonly reading: Pick<FolderReading, 'kept'>;
}

const ABSENT: SummaryStatus = { state: 'absent' };

/** The cached summaries of an open folder. Not reactive: reports the files concerned to `changes`. */
export class KeptSummaries {
  /** Files have other summaries by a model than before, or none. */
  readonly written = new Signal();
  readonly #engine: Engine;
  readonly #changes: Pick<FileChanges, 'soon'>;
  #byPath = new Map<RepoPath, Kept>();
  #keeping: boolean;
  #loading: Promise<unknown> = Promise.resolve();

  constructor({ engine, changes, reading }: Parts, keeping: boolean) {
    this.#engine = engine;
    this.#keeping = keeping;
    this.#changes = changes;
    reading.kept.subscribe((files) => this.learn(files));
  }

  /** Whether summaries are saved at all. */
  get keeping(): boolean {
    return this.#keeping;
  }

  /** Loads the list of summaries saved in earlier visits. */
  load(): Promise<void> {
    const loading = this.#load();
    this.#loading = loading.catch(() => undefined); // The caller reports it.
    return loading;
  }

  /** Resolves when the list is loaded, or could not be. */
  async loaded(): Promise<void> {
    await this.#loading;
  }

  async #load(): Promise<void> {
    if (!this.#keeping) return;
    const listed = await this.#engine.keptSummaries();
    if (!this.#keeping) return;
    // Entries learned during the call are newer than the list.
    const older = listed.filter((kept) => this.#byPath.get(kept.path)?.[writerOfKept(kept)] === undefined);
    this.#learn(older, true);
  }

  async setKeeping(keep: boolean): Promise<void> {
    this.#keeping = keep;
    this.forget();
    await this.#engine.setKeepSummaries(keep);
    await this.load();
  }

  /** Forgets all summaries after they were deleted. */
  forget(): void {
    const paths = [...this.#byPath.keys()];
    this.#byPath = new Map();
    this.#changes.soon(paths);
    this.written.emit();
  }

  /** Notes that the engine has saved rule-based summaries of these files. */
  learn(files: readonly Pick<KeptSummary, 'path' | 'hash'>[]): void {
    if (!this.#keeping) return;
    this.#learn(
      files
        .filter(({ path, hash }) => {
          const known = this.#byPath.get(path)?.rules;
          return known?.hash !== hash || !known.current;
        })
        .map((file) => ({ ...file, written: '', current: true })),
      false,
    );
  }

  /** Saves summaries by a model. Resolves to false if they could not be stored. */
  async keep(entries: readonly SummaryEntry[]): Promise<boolean> {
    if (!this.#keeping || !(await this.#engine.keepSummaries(entries))) return false;
    this.#learn(
      entries.map((entry) => ({
        path: entry.file_path,
        hash: entry.file_hash,
        written: writtenOf(entry),
        current: true,
      })),
      false,
    );
    return true;
  }

  statusOf(path: RepoPath, content: FileContent | undefined): SummaryStatus {
    const { rules, model } = this.#byPath.get(path) ?? {};
    const hash = content?.kind === 'text' ? content.hash : undefined;
    if (model !== undefined)
      return { state: isOf(model, hash) ? 'cached' : 'stale', by: kindOf(model.written) };
    if (rules !== undefined) return { state: isOf(rules, hash) ? 'cached' : 'stale', by: 'heuristic' };
    return ABSENT;
  }

  /** Whether the saved summary of the file's current content is from before this visit. */
  isEarlier(path: RepoPath, content: FileContent | undefined): boolean {
    const { rules, model } = this.#byPath.get(path) ?? {};
    const hash = content?.kind === 'text' ? content.hash : undefined;
    return [model, rules].find((kept) => kept !== undefined && isOf(kept, hash))?.earlier ?? false;
  }

  /** Adds the model's summary to a view request if one is saved for the file's current content. */
  viewWith(path: RepoPath, content: FileContent | undefined, view: ViewRequest): ViewRequest {
    if (view.mode === 'full' || view.mode === 'none' || content?.kind !== 'text') return view;
    const model = this.#byPath.get(path)?.model;
    return model !== undefined && isOf(model, content.hash) ? { ...view, written: model.written } : view;
  }

  #learn(summaries: readonly KeptSummary[], earlier: boolean): void {
    if (summaries.length === 0) return;
    for (const kept of summaries) {
      const known = this.#byPath.get(kept.path);
      this.#byPath.set(kept.path, { ...known, [writerOfKept(kept)]: { ...kept, earlier } });
    }
    this.#changes.soon([...new Set(summaries.map(({ path }) => path))]);
    if (summaries.some(({ written }) => written !== '')) this.written.emit();
  }
}

function isOf(kept: KeptSummary, hash: ContentHash | undefined): boolean {
  return kept.current && kept.hash === hash;
}

function writerOfKept({ written }: KeptSummary): keyof Kept {
  return writerOf(kindOf(written));
}
