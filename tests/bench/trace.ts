/** Records Chromium's trace events. */
import type { CDPSession, Page } from '@playwright/test';

export interface Trace<E> {
  /** Ends the trace and returns its events. */
  end(): Promise<readonly E[]>;
}

/** Records events of these categories, and the names of all threads. One trace at a time. */
export async function beginTrace<E>(page: Page, categories: readonly string[]): Promise<Trace<E>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: [...categories, '__metadata'], excludedCategories: ['*'] },
  });
  return {
    async end() {
      const complete = new Promise<string>((resolve, reject) => {
        session.once('Tracing.tracingComplete', ({ stream }) => {
          if (stream === undefined) reject(new Error('The trace has no stream.'));
          else resolve(stream);
        });
      });
      await session.send('Tracing.end');
      const text = await readStream(session, await complete);
      await session.detach();
      return (JSON.parse(text) as { traceEvents: readonly E[] }).traceEvents;
    },
  };
}

async function readStream(session: CDPSession, handle: string): Promise<string> {
  const chunks: Buffer[] = [];
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: 1 << 20 });
    chunks.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8'));
    if (eof) return Buffer.concat(chunks).toString('utf8');
  }
}
