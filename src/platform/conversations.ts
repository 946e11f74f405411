import { wrap } from 'comlink';
import type { ConversationReader } from '../app/ports/conversations';
import type { ConversationsApi, FoundConversations } from '../../workers/conversations/contract';

/** Milliseconds that one call may take. Reading 200 MB takes a few seconds. */
const DEADLINE = 60_000;

/** Starts a worker that reads and writes conversations. Its calls reject when it ends, because Comlink would wait forever. */
export function startConversationReader(): ConversationReader {
  // Must be one expression for the bundler to find the worker.
  const worker = new Worker(new URL('../../workers/conversations/conversations.worker.ts', import.meta.url), {
    type: 'module',
  });
  const remote = wrap<ConversationsApi>(worker);
  let fail: (error: Error) => void = () => undefined;
  const end = new Promise<never>((_, reject) => (fail = reject));
  end.catch(() => undefined); // Without pending calls, the rejection would be unhandled.

  function stop(reason: string): void {
    worker.terminate();
    fail(new Error(reason));
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(event.message || 'the script that reads it could not be loaded');
  });
  worker.addEventListener('messageerror', () => {
    stop('it is too large for this browser');
  });

  async function call<T>(begin: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      stop(`it took longer than ${DEADLINE / 1000} s`);
    }, DEADLINE);
    try {
      return await Promise.race([begin(), end]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    read: (source) => call<FoundConversations>(async () => remote.read(source)),
    isExport: (source) => call(() => remote.isExport(source)),
    messages: (index, from) => call(() => remote.messages(index, from)),
    takeOut: (text) => call(() => remote.takeOut(text)),
    write: (discussion, format) => call(() => remote.write(discussion, format)),
    extract: (messages, earlier) => call(() => remote.extract(messages, earlier)),
    dispose() {
      stop('it was canceled');
    },
  };
}
