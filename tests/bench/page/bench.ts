/** The bench's own page: reads a dropped folder and does nothing else, and counts in one worker. */
import { trustOwnScripts } from '../../../workers/trustedScripts';
import type { BenchPage, CounterName, CountResult, FloorRequest, FloorResult } from './contract';

declare global {
  var bench: BenchPage;
}

trustOwnScripts();

globalThis.bench = {
  async floor(skipped, way) {
    const worker = new Worker(new URL('./floor.worker.ts', import.meta.url), { type: 'module' });
    await answer<'ready'>(worker);
    const { root, dropped } = await nextDrop();
    const request: FloorRequest = { root, way, skipped };
    worker.postMessage(request);
    const result = await answer<Omit<FloorResult, 'total'>>(worker);
    worker.terminate();
    return { ...result, total: performance.now() - dropped };
  },
  async count(counter, request) {
    const worker = startCounter(counter);
    await answer<'ready'>(worker);
    worker.postMessage(request);
    const result = await answer<CountResult>(worker);
    worker.terminate();
    return result;
  },
};
document.documentElement.dataset['state'] = 'ready';

function startCounter(counter: CounterName): Worker {
  switch (counter) {
    case 'strata':
      return new Worker(new URL('./strataCounter.worker.ts', import.meta.url), { type: 'module' });
    case 'gpt-tokenizer':
      return new Worker(new URL('./gptCounter.worker.ts', import.meta.url), { type: 'module' });
  }
}

function nextDrop(): Promise<{ root: FileSystemDirectoryHandle; dropped: number }> {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.documentElement.dataset['state'] = 'waiting';
  return new Promise((resolve, reject) => {
    document.addEventListener('drop', (event) => {
      const dropped = performance.now();
      event.preventDefault();
      event.dataTransfer?.items[0]?.getAsFileSystemHandle().then((handle) => {
        if (handle instanceof FileSystemDirectoryHandle) resolve({ root: handle, dropped });
        else reject(new Error('not a folder'));
      }, reject);
    });
  });
}

/** The worker's next message. */
function answer<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  });
}
