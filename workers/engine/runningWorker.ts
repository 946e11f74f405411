/** A compute worker with a watchdog that ends it when it is stuck. Its calls reject when it ends. */
import { wrap, type Remote } from 'comlink';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { ComputeApi } from '../compute/contract';
import { isAlive, isProgress, WORN } from '../compute/progress';

/** The worker died or was ended during a job. Data transferred to it is lost. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** Milliseconds that one step of a call may take. Workers report steps, so a batch may have any number of them. */
export interface Patience {
  /** Without signs of life. */
  readonly stuck: number;
  /** With signs of life: the worker is parsing or waiting. */
  readonly waiting: number;
}

export interface RunningWorker {
  /** Resolves when the worker has ended. */
  readonly death: Promise<WorkerDied>;
  /** Resolves when the worker has started and loaded the vocabulary of the encoding, if one is given. */
  prepare(encoding: TokenEncoding | undefined, deadline: number): Promise<void>;
  /** Rejects with WorkerDied as soon as the worker dies. Without `patience`, the call has no watchdog. */
  call<T>(call: (api: Remote<ComputeApi>) => Promise<T>, patience?: Patience): Promise<T>;
  kill(reason: string): void;
  /** Whether it should be replaced after its current call. */
  readonly isWorn: boolean;
}

/** Number of checks before the watchdog ends the worker. */
const LOOKS = 10;

export function runWorker(spawn: () => Worker): RunningWorker {
  const worker = spawn();
  const api = wrap<ComputeApi>(worker);
  const prepared = new Map<TokenEncoding | undefined, Promise<void>>();
  let isWorn = false;
  let die: (died: WorkerDied) => void = () => undefined;
  const death = new Promise<WorkerDied>((resolve) => {
    die = resolve;
  });

  function kill(reason: string): void {
    worker.terminate();
    die(new WorkerDied(reason));
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    kill(event.message || 'a worker stopped, or its script could not be loaded');
  });
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    isWorn ||= data === WORN;
  });
  worker.addEventListener('messageerror', () => kill('a worker sent an unreadable message'));

  /**
   * Counts checks, not time: after a blocked thread or a sleeping machine, the worker's messages are handled before the next
   * check.
   */
  function watch({ stuck, waiting }: Patience): () => void {
    const pause = stuck / LOOKS;
    let silentLooks = 0;
    let idleLooks = 0;
    let isAsked = false;

    const timer = setInterval(() => {
      silentLooks += 1;
      idleLooks += 1;
      if (silentLooks >= LOOKS) kill(`stuck for ${seconds(stuck)}`);
      else if (idleLooks * pause >= waiting) kill(`no progress within ${seconds(waiting)}`);
      else if (!isAsked) ask();
    }, pause);

    function ask(): void {
      isAsked = true;
      void api.ping().then(() => {
        isAsked = false;
        silentLooks = 0;
      });
    }
    function onMessage({ data }: MessageEvent<unknown>): void {
      if (isAlive(data)) silentLooks = 0;
      if (isProgress(data)) idleLooks = 0;
    }

    worker.addEventListener('message', onMessage);
    return () => {
      clearInterval(timer);
      worker.removeEventListener('message', onMessage);
    };
  }

  async function call<T>(begin: (remote: Remote<ComputeApi>) => Promise<T>, patience?: Patience): Promise<T> {
    const stopWatching = patience && watch(patience);
    try {
      // Comlink alone would wait forever for a dead worker.
      return await Promise.race([begin(api), death.then((died) => Promise.reject(died))]);
    } finally {
      stopWatching?.();
    }
  }

  return {
    get isWorn() {
      return isWorn;
    },
    death,
    kill,
    call,
    prepare(encoding, deadline) {
      const begun = prepared.get(encoding);
      if (begun !== undefined) return begun;
      const patience = { stuck: deadline, waiting: deadline };
      const loading = call(
        (remote) => (encoding === undefined ? remote.ping() : remote.prepare(encoding)),
        patience,
      );
      prepared.set(encoding, loading);
      loading.catch(() => prepared.delete(encoding));
      return loading;
    },
  };
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
