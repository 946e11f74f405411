/** Runs that keep the index in step with the disk: they show what was stored, list, and measure. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { ComputePool } from '../computePool';
import type { EngineStep, Timings } from '../contract';
import type { UserWork } from '../userWork';
import { FolderLost, type FolderReader } from '../folders/folderReader';
import type { Outbox } from '../outbox';
import { reasonOf } from '../reason';
import { createRuns, type RunEnd } from '../runs';
import type { Counted } from '../storing/counted';
import type { Summarizing } from '../storing/summarizing';
import { createEarlyFiles } from './earlyFiles';
import type { MeasureEvents } from './measuring';
import { Listing } from './listing';
import { mergeChanges, type FolderChanges } from './watching';
import type { WorkspaceIndex } from './workspaceIndex';

/** Files that a quiet run measures before it looks whether the user waits for other work. */
const FILES_PER_TURN = 512;

export interface FolderRunsParts {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly outbox: Outbox;
  readonly index: WorkspaceIndex;
  readonly summarizing: Summarizing;
  readonly userWork: Pick<UserWork, 'ended'>;
  /** Files that the user asked for although they are left out or large. */
  readonly wanted: ReadonlySet<RepoPath>;
  readonly userPatterns: string;
  /** The stores of the encoding chosen now. */
  counted(): Counted;
  /** Urgent without `onProgress`. */
  measure(paths: readonly RepoPath[], signal: AbortSignal, events?: MeasureEvents): Promise<void>;
}

export class FolderRuns {
  readonly listing: Listing;
  readonly #parts: FolderRunsParts;
  readonly #runs = createRuns<FolderChanges>({
    merge: mergeChanges,
    run: (changes, signal) => this.#run(changes, signal),
    ended: (end) => this.#ended(end),
  });
  #userPatterns: string;
  /** The stores whose files are shown. */
  #shown: Counted | undefined;
  #fromStore = 0;
  /** How a run ended early, until the whole folder is read again. */
  #unfinished: 'canceled' | 'failed' | undefined;
  #quiet = false;
  /** Resolves when somebody waits for the current run. */
  #awaited = Promise.resolve();
  #goOn = (): void => undefined;
  #timings: Timings = { scan: 0, read: 0, count: 0, render: 0, assemble: 0 };

  constructor(parts: FolderRunsParts) {
    const { reader, index, outbox } = parts;
    this.#parts = parts;
    this.#userPatterns = parts.userPatterns;
    const progress: Outbox['progress'] = (...step) => {
      this.#progress(...step);
    };
    this.listing = new Listing({ reader, index, outbox: { ...outbox, progress } });
  }

  /** Updates the index from the folder. `restart` ends the current run first; a quiet one always ends. */
  refresh(restart = this.#quiet): Promise<void> {
    const request = this.#runs.request({ kind: 'everything' }, restart);
    this.#goOn();
    return request;
  }

  follow(changes: FolderChanges): Promise<void> {
    this.#goOn();
    // After a failure, folders may not have been listed.
    return this.#runs.request(this.#unfinished === 'failed' ? { kind: 'everything' } : changes);
  }

  /**
   * Like `refresh`, but reports only changes, and lets the user's work go first unless somebody waits for it. A run that the
   * user has canceled, or that has failed, is not taken up again.
   */
  async catchUp(): Promise<void> {
    await this.#runs.idle(); // Queued behind a run, it would delay that run's caller.
    if (this.#unfinished === undefined) await this.#runs.request({ kind: 'everything', quiet: true });
  }

  cancel(): Promise<void> {
    const canceled = this.#runs.cancel();
    this.#goOn();
    return canceled;
  }

  setUserPatterns(patterns: string): Promise<void> {
    this.#userPatterns = patterns;
    return this.refresh(true);
  }

  /** Merges in timings of other work. */
  noteTimings(timings: Partial<Timings>): void {
    this.#timings = { ...this.#timings, ...timings };
  }

  async #run(changes: FolderChanges, signal: AbortSignal): Promise<void> {
    const { pool, reader, index, summarizing, counted } = this.#parts;
    this.#quiet = changes.kind === 'everything' && changes.quiet === true;
    if (changes.kind === 'everything') this.#unfinished = undefined;
    this.#awaited = new Promise<void>((resolve) => (this.#goOn = resolve));
    const busyBefore = pool.busyTime();
    if (this.#shown !== counted()) await this.#showStored(signal);
    pool.prepare(counted().encoding);
    await reader.prepare?.(signal, (done, total) => {
      this.#progress('unpack', done, total);
    });

    const scanStarted = performance.now();
    const paths = await this.#list(changes, signal);
    const isListed = (path: RepoPath): boolean => index.entries.has(path);
    counted().files.keepOnly(isListed);
    if (changes.kind === 'everything') counted().views.keepOnly(isListed);
    const readStarted = performance.now();
    if (this.#quiet) await this.#measureQuietly(paths, signal);
    else
      await this.#parts.measure(paths, signal, {
        onProgress: (done) => {
          this.#progress('read', done, paths.length);
        },
      });
    reader.forgetListing();
    if (changes.kind === 'everything') void summarizing.keepOnly(isListed);
    if (this.#quiet) return;
    this.noteTimings({
      scan: readStarted - scanStarted,
      read: performance.now() - readStarted,
      count: pool.busyTime() - busyBefore,
    });
  }

  async #measureQuietly(paths: readonly RepoPath[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < paths.length; start += FILES_PER_TURN) {
      await this.#pause();
      signal.throwIfAborted();
      await this.#parts.measure(paths.slice(start, start + FILES_PER_TURN), signal, {
        onProgress: () => undefined,
      });
    }
  }

  #pause(): Promise<void> {
    return Promise.race([this.#parts.userWork.ended(), this.#awaited]);
  }

  /** Brings the entries in step with the folder. Returns the files to measure. */
  async #list(changes: FolderChanges, signal: AbortSignal): Promise<readonly RepoPath[]> {
    if (this.#quiet) {
      await this.listing.scan(this.#userPatterns, signal, { pause: () => this.#pause() });
      return this.#measurable();
    }
    if (changes.kind === 'everything') {
      const early = await this.#scanAll(signal);
      return this.#measurable().filter((path) => !early.has(path));
    }
    const listedBefore = new Set(this.#parts.index.entries.keys());
    await this.listing.relist(changes.folders, signal);
    return this.#measurable().filter((path) => changes.files.has(path) || !listedBefore.has(path));
  }

  /** Walks the folder. Returns the first files found, which are measured by then. */
  async #scanAll(signal: AbortSignal): Promise<ReadonlySet<RepoPath>> {
    const early = createEarlyFiles((paths, onRead) => this.#parts.measure(paths, signal, { onRead }));
    const walked = this.listing.scan(this.#userPatterns, signal, {
      found(path) {
        early.found(path);
      },
      // On a slow disk, listing more folders would delay reading for seconds.
      pause: () => early.firstRead(),
    });
    // Both must end, or the rest of one would overlap with the next run.
    await Promise.allSettled([walked.finally(early.begin), early.measured]);
    await walked;
    await early.measured;
    return early.paths;
  }

  /** Puts the files of the last visit on the screen before the disk is asked. Waits until they are there. */
  async #showStored(signal: AbortSignal): Promise<void> {
    const { index, counted, outbox } = this.#parts;
    const shown = counted();
    const files = await shown.files.load();
    signal.throwIfAborted();
    this.#shown = shown;
    this.#fromStore = files.length;
    for (const { path, ...known } of files) {
      if (!index.entries.has(path)) index.note(path, 'file', undefined);
      if (index.record(path) === undefined) index.setRecord(path, { ...known, checked: false });
    }
    outbox.send({ kind: 'stored' });
    await outbox.delivered(); // Listing beside it would delay them.
    signal.throwIfAborted();
  }

  /** All files that are not left out, and those that the user asked for. */
  #measurable(): readonly RepoPath[] {
    const { index, wanted, counted } = this.#parts;
    const paths: RepoPath[] = [];
    for (const { path, kind, leftOut } of index.entries.values()) {
      if (kind === 'folder') continue;
      if (leftOut === undefined || wanted.has(path)) paths.push(path);
      if (leftOut !== undefined) counted().files.remove(path);
    }
    return paths;
  }

  #progress(step: EngineStep, done: number, total: number): void {
    if (!this.#quiet) this.#parts.outbox.progress(step, done, total);
  }

  async #ended(end: RunEnd): Promise<void> {
    const { outbox, reader, counted } = this.#parts;
    reader.forgetListing();
    if (end.kind !== 'done') this.#unfinished = end.kind;
    if (end.kind === 'failed') {
      const fault = end.error instanceof FolderLost ? end.error.fault : undefined;
      outbox.send({ kind: 'fault', fault: fault ?? { kind: 'broken', reason: reasonOf(end.error) } });
    } else {
      const [timings, fromStore] = [this.#timings, this.#fromStore];
      outbox.send({ kind: 'idle', timings, canceled: this.#unfinished === 'canceled', fromStore });
    }
    await Promise.all([outbox.delivered(), counted().files.flush()]);
    // Views are likely to be requested next, so load their stored measures ahead of time.
    void counted().views.ready();
  }
}
