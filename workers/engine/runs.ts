/** Serializes runs. Everything requested during a run is done together in the next one. */
import { coalesce } from '../../src/core/async/coalesce';

export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Runs<W> {
  /** Resolves when this and everything requested until then is done. `restart` cancels the current run first. */
  request(work: W, restart?: boolean): Promise<void>;
  /** Resolves when everything requested until now is done. */
  idle(): Promise<void>;
  /** Cancels the current run and drops waiting requests. */
  cancel(): Promise<void>;
}

export interface RunsOptions<W> {
  merge(waiting: W, added: W): W;
  run(work: W, signal: AbortSignal): Promise<void>;
  /** Called when no request is left. */
  ended(end: RunEnd): Promise<void>;
}

export function createRuns<W>({ merge, run, ended }: RunsOptions<W>): Runs<W> {
  let waiting: { readonly work: W } | undefined;
  let controller = new AbortController();

  const drain = coalesce(async () => {
    let end: RunEnd | undefined;
    while (waiting !== undefined) {
      const { work } = waiting;
      waiting = undefined;
      controller = new AbortController();
      end = await runOnce(work, controller.signal);
      if (end.kind === 'failed') waiting = undefined;
    }
    if (end !== undefined) await ended(end);
  });

  async function runOnce(work: W, signal: AbortSignal): Promise<RunEnd> {
    try {
      await run(work, signal);
      return signal.aborted ? { kind: 'canceled' } : { kind: 'done' };
    } catch (error) {
      return signal.aborted ? { kind: 'canceled' } : { kind: 'failed', error };
    }
  }

  return {
    request(work, restart = false) {
      waiting = { work: waiting === undefined ? work : merge(waiting.work, work) };
      if (restart) controller.abort();
      return drain();
    },
    idle: drain,
    cancel() {
      waiting = undefined;
      controller.abort();
      return drain();
    },
  };
}
