import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageOf, pdfOf } from '../../tests/pdfInTests';
import { createDocumentsApi } from './documentsApi';

const api = createDocumentsApi();
const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../tests/fixtures/documents/${name}`, import.meta.url)));
const textBytes = (text: string) => new TextEncoder().encode(text);

/** The Markdown, or the reason why there is none. */
async function converted(bytes: Uint8Array, name: string): Promise<string> {
  const result = await api.convert(bytes.slice().buffer, name, () => undefined);
  return result.kind === 'converted' ? result.markdown : `failed: ${result.reason}`;
}

test('a PDF is text by page, and says which pages have none', async () => {
  const pages: (readonly [number, number])[] = [];
  const bytes = pdfOf([pageOf('First page', '# no heading', '---'), '', pageOf('Third')]);
  const result = await api.convert(bytes.buffer, 'a.pdf', (done, total) => pages.push([done, total]));
  expect(result).toEqual({
    ...{ kind: 'converted', format: 'pdf', pages: 3, emptyPages: 1 },
    markdown:
      '[Page 1]\n\nFirst page\n\\# no heading\n\\---\n\n[Page 2: no text; it may be scanned]\n\n[Page 3]\n\nThird',
  });
  expect(pages).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('lines that are far apart are paragraphs', async () => {
  const content = 'BT /F1 12 Tf 72 720 Td (one) Tj 0 -14 Td (two) Tj 0 -40 Td (three) Tj ET';
  expect(await converted(pdfOf([content]), 'a.pdf')).toBe('[Page 1]\n\none\ntwo\n\nthree');
});

test('scripts of a PDF are not run, and bombs are refused', async () => {
  const script = '/OpenAction<</S/JavaScript/JS(globalThis.ran = true)>>';
  expect(await converted(pdfOf([pageOf('x')], '', script), 'a.pdf')).toBe('[Page 1]\n\nx');
  expect('ran' in globalThis).toBe(false);
  const bomb = deflateSync(new Uint8Array(101_000_000));
  expect(await converted(pdfOf([bomb], '/Filter/FlateDecode'), 'a.pdf')).toMatch(
    /unpacks to more than 100 MB/,
  );
  const twice = deflateSync(bomb);
  expect(await converted(pdfOf([twice], '/Filter[/FlateDecode/FlateDecode]'), 'a.pdf')).toMatch(
    /more than once/,
  );
});

test.each(['pandoc.docx', 'libreoffice.docx'])(
  '%s has its headings, lists, tables, marks, notes, and images',
  async (name) => {
    const markdown = await converted(await fixture(name), name);
    for (const part of [
      '#### Heading One\n\nSome **bold**, *italic*, `code`, and a [link](https://example.com/a_\\(b\\)).',
      '##### Heading Two\n\n- item one\n- item two\n  - nested\n\n1. first\n2. second\n\n',
      '| Name | Value |\n| ---- | ----- |\n| a    | 1     |\n| b    | 2     |',
      '> A quote\n\n```\ndef f():\n    return "# not a heading"\n```',
      'Hebrew: שלום עולם. Arabic: مرحبا بالعالم.',
      '\\[image: A picture]',
    ])
      expect(markdown).toContain(part);
    const [, note] = /Text with a footnote\.\[\^(\w+)\]/.exec(markdown) ?? [];
    expect(markdown).toContain(`\n[^${note}]: The note.\n`);
  },
);

test('HTML without what nobody sees; links keep their address, nothing is loaded', async () => {
  const html = [
    '<meta charset="windows-1252"><script>globalThis.ran = true</script><style>a{}</style><h1>Title</h1>',
    '<p onclick="x()">See <a href="https://e.com/x">this</a>, <a href="javascript:y()">that</a>.</p>',
    '<img src="https://e.com/pixel.png" alt="far" onerror="z()"><img src="data:image/png;base64,AA" alt="near">',
    '<p>## Files</p><iframe src="https://e.com"></iframe><p hidden>hidden</p><table><tr><th>a<td>b|c</table>',
  ].join('');
  expect(await converted(textBytes(html), 'a.html')).toBe(
    [
      '#### Title\n\nSee [this](https://e.com/x), that.\n\n![far](https://e.com/pixel.png)\\[image: near]',
      '\\## Files\n\n| a | b\\|c |\n| - | ---- |',
    ].join('\n\n'),
  );
  expect('ran' in globalThis).toBe(false);
});

test('a page says its encoding', async () => {
  const page = (charset: string) =>
    Uint8Array.from(`<meta charset=${charset}><p>\xc4\xe5`, (char) => char.charCodeAt(0));
  expect(await converted(page('windows-1251'), 'a.htm')).toBe('Де');
  expect(await converted(page('nonsense'), 'a.htm')).toBe('Äå');
});

test('texts stay as they are, but for headings; front matter becomes code', async () => {
  expect(await converted(textBytes('---\ntitle: x\n---\n\n# A\n\ntext_with_marks *a*\n'), 'a.md')).toBe(
    '```yaml\ntitle: x\n```\n\n#### A\n\ntext_with_marks *a*',
  );
});

test('code and data stay as they are, in a fence', async () => {
  expect(await converted(textBytes('# comment\na: 1\n---\nb: 2\n'), 'docs/a.yaml')).toBe(
    '```yaml\n# comment\na: 1\n---\nb: 2\n```',
  );
  expect(await converted(textBytes('# comment\nx = 1\n```'), 'A.PY')).toBe(
    '````python\n# comment\nx = 1\n```\n````',
  );
});

test('front matter with a fence stays one block', async () => {
  expect(await converted(textBytes('---\na: |\n  ```\n  x\n---\ntext'), 'a.md')).toBe(
    '````yaml\na: |\n  ```\n  x\n````\n\ntext',
  );
});

test('elements that XHTML closes in their start tag have no content', async () => {
  const xhtml = [
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">',
    '<head><title/><script src="x.js"/></head><body><p>One</p><iframe src="a/b" /><p>Two <a id="x"/>end</p></body></html>',
  ].join('');
  expect(await converted(textBytes(xhtml), 'a.xhtml')).toBe('One\n\nTwo end');
});

test('a notebook by another tool', async () => {
  const markdown = await converted(await fixture('pandoc.ipynb'), 'a.ipynb');
  expect(markdown).toContain('#### Heading One');
  expect(markdown).toContain('return "# not a heading"');
});

test.each([
  ['a.pdf', '', 'it is no PDF'],
  ['a.pdf', '%PDF-1.7 nothing else', 'it is damaged'],
  ['a.docx', 'text', 'it is no DOCX'],
  ['a.docx', 'PK\u0003\u0004', 'it is a damaged ZIP file'],
  ['a.txt', '', 'it has no text'],
  ['a.txt', 'a\0\0\0', 'binary'],
  ['a.ipynb', '{}', 'it is no Jupyter notebook'],
])('%s with %j says why it has no text', async (name, text, reason) => {
  expect(await converted(textBytes(text), name)).toContain(reason);
});

test('elements that are nested too deeply are a reason, too', async () => {
  expect(await converted(textBytes('<div>'.repeat(50_000)), 'a.html')).toContain('nested too deeply');
});

test('a Word file in the old format, or with a password, says what to do', async () => {
  expect(await converted(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'a.docx')).toContain(
    'save it as a DOCX',
  );
});

test('10,000 damaged files give a text or a reason', { timeout: 300_000 }, async () => {
  const random = randomFrom(7);
  const files = [
    ['a.pdf', pdfOf([pageOf('First page', 'line'), pageOf('Second')])],
    ['a.pdf', pdfOf([deflateSync(pageOf('Packed'))], '/Filter/FlateDecode')],
    ['a.docx', await fixture('pandoc.docx')],
    ['a.ipynb', await fixture('pandoc.ipynb')],
    ['a.html', textBytes('<table><tr><td>a<p>b</table><ul><li>c<ol><li>d</ul><a href=x>e</a>')],
  ] as const;
  for (let run = 0; run < 10_000; run += 1) {
    const [name, bytes] = files[run % files.length] ?? files[0];
    expect(typeof (await converted(damaged(bytes, random), name))).toBe('string');
  }
});

/** The same numbers in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  for (let change = 0; change < 1 + random() * 8; change += 1)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return random() < 0.2 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
}
