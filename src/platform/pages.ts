import { wrap, type Remote } from 'comlink';
import type { PageReader } from '../app/ports/pages';
import type { PagesApi, ReadPage } from '../../workers/pages/contract';

/** Milliseconds. A page of 2 MB takes less than one second. */
const DEADLINE = 20_000;

/** Each page has its own worker, because it may be made to keep one busy. */
export const pageReader: PageReader = {
  readFetched: (fetched) => inWorker((remote) => remote.readFetched(fetched)),
  readPasted: (url, text) => inWorker((remote) => remote.readPasted(url, text)),
};

async function inWorker(read: (remote: Remote<PagesApi>) => Promise<ReadPage>): Promise<ReadPage> {
  // Must be one expression for the bundler to find the worker.
  const worker = new Worker(new URL('../../workers/pages/pages.worker.ts', import.meta.url), {
    type: 'module',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<ReadPage>((resolve) => {
    const fail = (reason: string): void => {
      resolve({ kind: 'failed', reason });
    };
    timer = setTimeout(fail, DEADLINE, `reading it took longer than ${DEADLINE / 1000} s`);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      fail(event.message || 'the script that reads it could not be loaded');
    });
  });
  try {
    return await Promise.race([read(wrap<PagesApi>(worker)), end]);
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
