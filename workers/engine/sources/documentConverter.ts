/** Runs each conversion in a worker of its own, which ends with it. */
import { proxy, transfer, wrap } from 'comlink';
import type { Conversion, DocumentsApi, OnPage } from '../../documents/contract';

export interface DocumentToConvert {
  /** Handed over. */
  readonly bytes: ArrayBuffer;
  readonly name: string;
}

export interface DocumentConverter {
  /** Fails if it takes too long. Rejects with the reason if it is aborted, or can't start. */
  convert(document: DocumentToConvert, onPage: OnPage, signal: AbortSignal): Promise<Conversion>;
}

/** Milliseconds without another page. Documents without pages take seconds. A damaged font can take 100 MB of memory a second. */
const DEADLINE = 15_000;

/** `spawn` starts a worker that exposes a DocumentsApi. */
export function createConverter(spawn: () => Worker, deadline = DEADLINE): DocumentConverter {
  return {
    async convert({ bytes, name }, onPage, signal) {
      signal.throwIfAborted();
      // A parser that has read one document may keep its memory, so each gets a new worker.
      const worker = spawn();
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        return await new Promise<Conversion>((resolve, reject) => {
          const expect = (): void => {
            clearTimeout(timer);
            timer = setTimeout(() => {
              resolve({ kind: 'failed', reason: `it took longer than ${deadline / 1_000} s` });
            }, deadline);
          };
          const told: OnPage = (done, total) => {
            expect();
            onPage(done, total);
          };
          expect();
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
          worker.addEventListener('error', (event) => {
            event.preventDefault();
            reject(new Error(event.message || 'the script that reads it could not be loaded'));
          });
          worker.addEventListener('messageerror', () => {
            reject(new Error('it is too large for this browser'));
          });
          wrap<DocumentsApi>(worker)
            .convert(transfer(bytes, [bytes]), name, proxy(told))
            .then(resolve, reject);
        });
      } finally {
        clearTimeout(timer);
        worker.terminate();
      }
    },
  };
}
