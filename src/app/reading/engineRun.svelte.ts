import { latestWins } from '../../core/async/latestWins';
import type { Notify } from '../notify';
import type { EngineEvent, IgnoreProblem, Timings, WorkspaceFault } from '../ports';

export interface Progress {
  readonly step: 'scan' | 'read';
  readonly done: number;
  readonly total: number;
}

/** Events that tell how the work goes, and nothing of the files. */
export type RunEvent = Exclude<
  EngineEvent,
  { readonly kind: 'entries' | 'removed' | 'indexed' | 'summaries-kept' }
>;

const ROOM_MADE = 'The browser ran out of space, so some cached data was deleted.';
const NO_ROOM =
  'The browser ran out of space: not all summaries and counts can be cached. Your work is not affected.';

/** How the engine's work goes: what is under way, how far it has come, and how it ended. */
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

  /** True while ticked files are read that no run has counted. */
  get measuring(): boolean {
    return this.#measuring > 0;
  }

  get progress(): Progress | undefined {
    return this.#progress;
  }

  /** Why the folder cannot be read any more. What is known and composed stays. */
  get fault(): WorkspaceFault | undefined {
    return this.#fault;
  }

  get problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  get timings(): Timings | undefined {
    return this.#timings;
  }

  /** Files that were known from an earlier visit. */
  get fromStore(): number {
    return this.#fromStore;
  }

  /** True when the last run was stopped by the user, so that counts are missing. */
  get canceled(): boolean {
    return this.#canceled;
  }

  /** Whether the browser tells what changes on the disk. */
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

  /** Called when the engine has ended by itself. */
  died(fault: WorkspaceFault): void {
    this.#busy = false;
    this.#fault = fault;
  }

  /** A call that the engine answers by a run: its events tell how that goes on and ends. */
  async asRun(call: () => Promise<void>): Promise<void> {
    const isLatest = this.#begin();
    this.#busy = true;
    // Without a run there is no event that ends it; a newer run goes on.
    if (!(await this.guarded(call)) && isLatest()) this.#busy = false;
  }

  async asMeasuring(call: () => Promise<void>): Promise<void> {
    this.#measuring += 1;
    await this.guarded(call);
    this.#measuring -= 1;
  }

  /**
   * Whether the call came through. The engine's calls reject when it is disposed, which is no failure, or when it has
   * died, which `died` tells.
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

  /** What fails from now on fails because the engine is disposed. */
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
