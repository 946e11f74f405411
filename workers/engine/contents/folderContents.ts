/**
 * Holds data about all texts in the folder. Reads them in the background or on the first question, and follows the folder
 * from then on: each question compares the table with the index.
 */
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { ComputePool } from '../computePool';
import type { FileJobs } from '../reading/fileJobs';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import type { ContentProgress } from '../searchContract';
import type { UserWork } from '../userWork';
import { ContentTable, type TextFile } from './contentTable';
import { readContents, type ContentKind, type ContentReading } from './readingContents';

/** Dependencies that all tables share. */
export interface ContentSources extends Pick<ContentReading<never>, 'toRead' | 'outdated'> {
  readonly jobs: FileJobs;
  readonly pool: ComputePool;
  readonly index: WorkspaceIndex;
  encoding(): TokenEncoding;
  readonly userWork: UserWork;
  /** Called when reading has failed because the folder or all workers are lost. */
  failed(error: unknown): void;
}

interface FolderContentsParts<T> extends ContentSources {
  readonly kind: ContentKind<T>;
  /** `none` if the file doesn't count toward the progress. */
  stateOf(known: T): 'done' | 'failed' | 'none';
  /** Called a few times per second while files are read, and when reading ends. */
  tell(progress: ContentProgress): void;
}

/** Milliseconds between two reports. */
const PACE = 200;
/** Files read at a time before anybody asks. Usually one batch, so that one worker is busy and the others stay free. */
const FILES_AHEAD = 32;

export class FolderContents<T> {
  readonly #parts: FolderContentsParts<T>;
  readonly #table: ContentTable<T>;
  /** The list that was last searched for missing files, and the position of the first of them. */
  #searched: readonly TextFile[] = [];
  #firstMissing = 0;
  #reading: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Whether somebody waits for what is being read. */
  #isAsked = false;
  #goOn: () => void = () => undefined;
  #told = -Infinity;

  constructor(parts: FolderContentsParts<T>) {
    this.#parts = parts;
    this.#table = new ContentTable(parts.index, parts.kind.by);
  }

  /** All files with a text. Returns the same list until a file changes. */
  files(): readonly TextFile[] {
    return this.#table.files();
  }

  /** Undefined if the file has not been read yet. */
  get(file: TextFile): T | undefined {
    return this.#table.get(file);
  }

  /** Starts reading missing files, unless the user has stopped that. */
  want(): void {
    this.#isAsked = true;
    this.#goOn();
    this.readAhead();
  }

  /** Like `want`, but until somebody asks it reads only a few files at a time, and pauses during the user's work. */
  readAhead(): void {
    if (!this.#isStopped && this.#reading === undefined) this.#running = this.#read();
  }

  /** Resolves when no file is missing, or reading has stopped. */
  async settled(): Promise<void> {
    do {
      this.want();
      await this.#running;
    } while (this.progress().state === 'reading');
  }

  stop(): void {
    this.#isStopped = true;
    this.#reading?.abort();
    this.#tell();
  }

  resume(): void {
    this.#isStopped = false;
    this.want();
  }

  progress(): ContentProgress {
    let [done, total, failed] = [0, 0, 0];
    for (const file of this.files()) {
      const known = this.#table.get(file);
      const state = known === undefined ? 'missing' : this.#parts.stateOf(known);
      if (state === 'none') continue;
      total += 1;
      if (state !== 'missing') done += 1;
      if (state === 'failed') failed += 1;
    }
    const state = done === total ? 'done' : this.#isStopped ? 'stopped' : 'reading';
    return { state, done, total, failed };
  }

  /** Reads until no file is missing. */
  async #read(): Promise<void> {
    if (this.#missing(1).length === 0) {
      this.#isAsked = false;
      return;
    }
    const { kind, jobs, pool, encoding, toRead, outdated, userWork } = this.#parts;
    const controller = new AbortController();
    this.#reading = controller;
    const { signal } = controller;
    try {
      while (this.#missing(1).length > 0) {
        if (!this.#isAsked) {
          const asked = new Promise<void>((resolve) => (this.#goOn = resolve));
          await Promise.race([userWork.ended(), asked]);
        }
        await readContents(this.#missing(this.#isAsked ? Infinity : FILES_AHEAD), {
          ...{ kind, jobs, pool, table: this.#table, encoding: encoding(), signal, toRead, outdated },
          onProgress: () => {
            if (performance.now() - this.#told >= PACE) this.#tell();
          },
        });
      }
      this.#table.prune();
    } catch (error) {
      if (signal.aborted) return;
      // Every attempt would fail again. If nobody has asked, the next run or question tries again.
      this.#isStopped = this.#isAsked;
      this.#parts.failed(error);
    } finally {
      this.#reading = undefined;
      this.#isAsked = false;
      this.#tell();
      // The user may have stopped and continued before it ended.
      if (signal.aborted) this.want();
    }
  }

  /** The first `count` files that have not been read. */
  #missing(count: number): readonly TextFile[] {
    const files = this.files();
    if (files !== this.#searched) [this.#searched, this.#firstMissing] = [files, 0];
    const missing: TextFile[] = [];
    for (let at = this.#firstMissing; at < files.length && missing.length < count; at += 1) {
      const file = files[at] as TextFile; // at < length
      if (this.#table.get(file) === undefined) missing.push(file);
      else if (missing.length === 0) this.#firstMissing += 1;
    }
    return missing;
  }

  #tell(): void {
    this.#told = performance.now();
    this.#parts.tell(this.progress());
  }
}
