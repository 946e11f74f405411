import { latestWins } from '../../core/async/latestWins';
import type { Notify } from '../notify';
import type { EngineEvent, EngineStep, IgnoreProblem, Timings, WorkspaceFault } from '../ports/engine';

export interface Progress {
  readonly step: EngineStep;
  readonly done: number;
  readonly total: number;
}

/** Events about the progress of the work, not about files. */
export type RunEvent = Exclude<
  EngineEvent,
  {
    readonly kind:
      | 'entries'
      | 'removed'
      | 'indexed'
      | 'stored'
      | 'summaries-kept'
      | 'symbols'
      | 'references'
      | 'git'
      | 'document';
  }
>;

const ROOM_MADE = 'The browser ran out of space, so some cached data was deleted.';
const NO_ROOM =
  'The browser ran out of space: not all summaries and counts can be cached. Your work is not affected.';

/** The state of the engine's work: what is running, its progress, and its outcome. */
export class EngineRun {
  readonly #notify: Notify;
  #busy = $state(true);
  #ended = $state(0);
  #measuring = $state(0);
  #progress = $state.raw<Progress | undefined>();
  #fault = $state.raw<WorkspaceFault | undefined>();
  #problems = $state.raw<readonly IgnoreProblem[]>([]);
  #timings = $state.raw<Timings | undefined>();
  #fromStore = $state(0);
  #canceled = $state(false);
  readonly #begin = latestWins();
  #watched = false;
  #closed = false;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** How many runs have ended. */
  get ended(): number {
    return this.#ended;
  }

  /** True while ticked files are being read that no run has counted. */
  get measuring(): boolean {
    return this.#measuring > 0;
  }

  get progress(): Progress | undefined {
    return this.#progress;
  }

  /** Why the folder can no longer be read. Known files and the composition stay. */
  get fault(): WorkspaceFault | undefined {
    return this.#fault;
  }

  get problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  get timings(): Timings | undefined {
    return this.#timings;
  }

  /** Number of files known from an earlier visit. */
  get fromStore(): number {
    return this.#fromStore;
  }

  /** True if the user stopped the last run, so that counts are missing. */
  get canceled(): boolean {
    return this.#canceled;
  }

  /** Whether the browser reports changes on disk. */
  get watched(): boolean {
    return this.#watched;
  }

  receive(event: RunEvent): void {
    switch (event.kind) {
      case 'progress':
        this.#busy = true;
        this.#progress = event;
        return;
      case 'idle':
        this.#end(undefined);
        this.#canceled = event.canceled;
        this.#timings = event.timings;
        this.#fromStore = event.fromStore;
        return;
      case 'fault':
        this.#end(event.fault);
        return;
      case 'watched':
        this.#watched = true;
        return;
      case 'ignore-problems':
        this.#problems = event.problems;
        return;
      case 'storage-full':
        this.#notify({ kind: 'warning', text: event.isStored ? ROOM_MADE : NO_ROOM });
        return;
      case 'worker-replaced': {
        const { path, reason } = event;
        const what = path === undefined ? 'A worker was replaced' : `${path} was set aside`;
        this.#notify({ kind: 'warning', text: `${what}: ${reason}` });
      }
    }
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The engine ended by itself. */
  died(fault: WorkspaceFault): void {
    this.#busy = false;
    this.#fault = fault;
  }

  /** Makes a call that starts a run, whose events report progress and end. */
  async asRun(call: () => Promise<void>): Promise<void> {
    const isLatest = this.#begin();
    this.#busy = true;
    // A failed call starts no run, so no event ends it. A newer run continues.
    if (!(await this.guarded(call)) && isLatest()) this.#busy = false;
  }

  async asMeasuring(call: () => Promise<void>): Promise<void> {
    this.#measuring += 1;
    await this.guarded(call);
    this.#measuring -= 1;
  }

  /**
   * Returns whether the call succeeded. Calls also reject when the engine is disposed, which is not an error, or when it
   * died, which `died` reports.
   */
  async guarded(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (!this.#closed)
        this.#notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  /** Ignores later failures, because the engine is being disposed. */
  close(): void {
    this.#closed = true;
  }

  #end(fault: WorkspaceFault | undefined): void {
    this.#busy = false;
    this.#ended += 1;
    this.#progress = undefined;
    this.#fault = fault;
  }
}
