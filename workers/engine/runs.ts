/** Runs one after another, never two at once: what is asked meanwhile is done next, together. */

export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Runs<W> {
  /** Resolves when this work, and all that was asked until then, has ended. `restart` ends the run under way first. */
  request(work: W, restart?: boolean): Promise<void>;
  /** Ends the run under way and forgets what was to follow. */
  cancel(): Promise<void>;
}

export interface RunsOptions<W> {
  merge(waiting: W, added: W): W;
  run(work: W, signal: AbortSignal): Promise<void>;
  /** Called when nothing is left to do. */
  ended(end: RunEnd): Promise<void>;
}

export function createRuns<W>({ merge, run, ended }: RunsOptions<W>): Runs<W> {
  let waiting: { readonly work: W } | undefined;
  let controller = new AbortController();
  let draining: Promise<void> | undefined;
  /** Requests so far, and how many of them, from the first, have been done or forgotten. */
  let asked = 0;
  let settled = 0;

  async function drain(): Promise<void> {
    let end: RunEnd = { kind: 'done' };
    while (waiting !== undefined) {
      const { work } = waiting;
      waiting = undefined;
      controller = new AbortController();
      end = await runOnce(work, controller.signal);
      if (end.kind === 'failed') waiting = undefined;
    }
    const done = asked;
    await ended(end);
    settled = Math.max(settled, done);
  }

  async function runOnce(work: W, signal: AbortSignal): Promise<RunEnd> {
    try {
      await run(work, signal);
      return signal.aborted ? { kind: 'canceled' } : { kind: 'done' };
    } catch (error) {
      return signal.aborted ? { kind: 'canceled' } : { kind: 'failed', error };
    }
  }

  return {
    async request(work, restart = false) {
      const own = ++asked;
      waiting = { work: waiting === undefined ? work : merge(waiting.work, work) };
      if (restart) controller.abort();
      // Work that comes while the end is being told starts a drain of its own.
      while (settled < own) {
        draining ??= drain().finally(() => {
          draining = undefined;
        });
        await draining;
      }
    },
    async cancel() {
      waiting = undefined;
      settled = asked;
      controller.abort();
      await draining;
    },
  };
}
