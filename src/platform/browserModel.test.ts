import { afterEach, expect, test, vi } from 'vitest';

const QUOTA = 100;

/** A summarizer as Chrome has it: one token per character, and an error for more than its quota. */
function install(summaryOf: (text: string) => string): readonly string[] {
  const asked: string[] = [];
  const model = {
    inputQuota: QUOTA,
    measureInputUsage: (text: string) => Promise.resolve(text.length),
    summarize: (text: string) => {
      asked.push(text);
      return text.length > QUOTA
        ? Promise.reject(new DOMException('The input is too large.', 'QuotaExceededError'))
        : Promise.resolve(summaryOf(text));
    },
  };
  vi.stubGlobal('Summarizer', { create: () => Promise.resolve(model) });
  return asked;
}

async function summarize(text: string) {
  vi.resetModules();
  const { browserModel } = await import('./browserModel');
  return browserModel.summarize(text, 'discussion', new AbortController().signal);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text within the quota is summarized at once', async () => {
  const asked = install(() => 'short');
  expect(await summarize('one\ntwo\n')).toEqual({ kind: 'text', text: 'short' });
  expect(asked).toEqual(['one\ntwo\n']);
});

test('a longer text is summarized in pieces that end with a line, and then their summaries', async () => {
  const asked = install((text) => `about ${text.slice(0, 7)}`);
  const text = Array.from({ length: 30 }, (_, at) => `line ${String(at).padStart(2, '0')}.`).join('\n');
  const written = await summarize(text);
  expect(written.kind).toBe('text');
  const pieces = asked.filter((each) => each.startsWith('line'));
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('')).toBe(text);
  for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/\n$/);
  expect(asked.at(-1)).toMatch(/^about line 00/);
});

test('a text without lines is cut, and one that never gets shorter fails', async () => {
  const asked = install((text) => text);
  expect(await summarize('x'.repeat(250))).toEqual({
    kind: 'failed',
    reason: 'the text is too long for it',
  });
  expect(asked.join('')).toBe('x'.repeat(250));
  install(() => 'x');
  expect(await summarize('x'.repeat(QUOTA * 200))).toMatchObject({ kind: 'failed' });
});
