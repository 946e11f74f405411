import { expect, test } from 'vitest';
import { notebookMarkdown } from './notebookMarkdown';

const KERNEL = { kernelspec: { name: 'ir', language: 'R' } };
const notebook = (cells: readonly object[], metadata: object = KERNEL): string =>
  JSON.stringify({ nbformat: 4, metadata, cells });

test('cells come in order, sources as one text or as lines, in the language of the kernel', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Title\n', 'Text'] },
    { cell_type: 'code', source: 'x <- 1', outputs: [] },
    { cell_type: 'code', source: ['%%bash\n', 'ls'], outputs: [] },
    { cell_type: 'code', source: [], outputs: [] },
    { cell_type: 'raw', source: 'raw ```' },
  ];
  expect(notebookMarkdown(notebook(cells))).toBe(
    '# Title\nText\n\n```r\nx <- 1\n```\n\n```bash\n%%bash\nls\n```\n\n````text\nraw ```\n````',
  );
});

test('outputs are text: streams, results, errors; images by their type, long ones cut', () => {
  const outputs = [
    { output_type: 'stream', text: ['one\n', '\u001b[31mtwo\u001b[0m\n'] },
    { output_type: 'execute_result', data: { 'text/html': '<script>', 'text/plain': ['42'] } },
    { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } },
    { output_type: 'error', ename: 'KeyError', evalue: "'a'", traceback: ['long'] },
    { output_type: 'stream', text: 'line\n'.repeat(100) },
    { output_type: 'stream', text: 'x'.repeat(9_000) },
  ];
  const text = notebookMarkdown(notebook([{ cell_type: 'code', source: 'f()', outputs }], {})) ?? '';
  expect(text).toContain(
    [
      ...['```python\nf()\n```', '```text\none\ntwo\n```', '```text\n42\n```'],
      ...['[Output: image/png]', '```text\n<Figure>\n```', "```text\nKeyError: 'a'\n```"],
    ].join('\n\n'),
  );
  expect(text).toContain('line\n… 40 more lines\n```');
  expect(text).toMatch(/x{4000} …\n```$/);
});

test('reads format 3, and says when it is no notebook', () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: 'Part' },
    { cell_type: 'code', input: ['a = 1'], outputs: [{ output_type: 'pyout', text: ['1'] }] },
  ];
  expect(notebookMarkdown(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }))).toBe(
    '## Part\n\n```python\na = 1\n```\n\n```text\n1\n```',
  );
  for (const other of ['', '{', '[]', '{"cells": 1}', '{"cells": [1]}'])
    expect(notebookMarkdown(other)).toBeUndefined();
});
