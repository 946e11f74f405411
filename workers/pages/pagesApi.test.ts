import { expect, test } from 'vitest';
import { pagesApi } from './pagesApi';

const url = 'https://a.example/docs/intro';
const bytes = (text: string | Uint8Array<ArrayBuffer>) =>
  typeof text === 'string' ? new TextEncoder().encode(text).buffer : text.buffer;
const fetched = (...answers: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
  pagesApi.readFetched({ url, address: url, answers: answers.map(bytes) });

test('the main part of a page becomes Markdown, whatever its address says', async () => {
  const html = `<!doctype html><body><nav>Menu</nav><main><h1>Intro</h1><p>Read <a href="../api">the API</a>.
    <script>alert(1)</script><a href="javascript:alert(1)">js</a><pre><code>let a;</code></pre></main><footer>Imprint`;
  const text = '# Intro\n\nRead [the API](https://a.example/api). js\n\n```\nlet a;\n```';
  expect(await fetched(html)).toEqual({ kind: 'read', text, isCut: false });
});

test('the heading of an article stays, without what is around it', async () => {
  const html = `<!doctype html><body><header><h1>Site</h1></header><article><header><h1>Title</h1></header>
    <p>Text</p></article><footer>Imprint`;
  expect(await fetched(html)).toMatchObject({ text: '# Title\n\nText' });
});

test('a page says its encoding', async () => {
  const page = '<!doctype html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2';
  expect(await fetched(Uint8Array.from(page, (char) => char.charCodeAt(0)))).toMatchObject({
    text: 'Привет',
  });
});

test('texts in old encodings are read, and what is no text is refused', async () => {
  expect(
    await fetched(Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x61, 0x75, 0x20, 0x6c, 0x61, 0x69, 0x74])),
  ).toMatchObject({
    kind: 'read',
    text: expect.stringContaining('caf') as string,
  });
  const gzip = Uint8Array.from({ length: 500 }, (_, at) => (at * 7919) % 256);
  for (const [answer, reason] of [
    [gzip, 'it is not text'],
    ['', 'it has no text'],
    ['<html><script>only()</script>', 'it has no text'],
  ] as const)
    expect(await fetched(answer)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(reason) as string,
    });
  expect(await pagesApi.readFetched({ url, address: url, answers: [] })).toMatchObject({ kind: 'failed' });
});

test('any markup is read or refused', async () => {
  for (const part of [
    '<div>',
    '<p>x',
    '<table><tr>',
    '<a href="x">',
    '<!--',
    '<b><i>',
    '&amp;',
    '<pre>',
    '</p>',
    '<ul><li>',
    '<svg>',
  ])
    expect(['read', 'failed']).toContain((await fetched(`<html>${part.repeat(500)}`)).kind);
});
