import { expect, test } from 'vitest';
import { pageOf, pdfOf } from '../../../tests/pdfInTests';
import wordFile from '../../../tests/fixtures/documents/pandoc.docx?url';
import { createConverter } from './documentConverter';

let alive = 0;

function spawn(): Worker {
  const worker = new Worker(new URL('../../documents/documents.worker.ts', import.meta.url), {
    type: 'module',
  });
  alive += 1;
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    alive -= 1;
    terminate();
  };
  return worker;
}

const signal = new AbortController().signal;
const textBytes = (text: string) => new TextEncoder().encode(text).buffer;

test('each document has a worker that ends with it', async () => {
  const { convert } = createConverter(spawn);
  const pages: number[] = [];
  const pdf = { bytes: pdfOf([pageOf('One'), pageOf('Two')]).buffer, name: 'a.pdf' };
  expect(await convert(pdf, (done) => pages.push(done), signal)).toMatchObject({
    ...{ kind: 'converted', format: 'pdf', pages: 2 },
    markdown: '[Page 1]\n\nOne\n\n[Page 2]\n\nTwo',
  });
  expect(pages).toEqual([1, 2]);
  const html = { bytes: textBytes('<p>&eacute;<script>close()</script>'), name: 'a.html' };
  expect(await convert(html, () => undefined, signal)).toMatchObject({ format: 'html', markdown: 'é' });
  const word = { bytes: await (await fetch(wordFile)).arrayBuffer(), name: 'a.docx' };
  expect(await convert(word, () => undefined, signal)).toMatchObject({ kind: 'converted', format: 'docx' });
  const broken = { bytes: textBytes('PK\u0003\u0004'), name: 'a.docx' };
  expect(await convert(broken, () => undefined, signal)).toMatchObject({ kind: 'failed' });
  expect(alive).toBe(0);
});

test('a conversion that hangs, fails to start, or is canceled gives its reason', async () => {
  const silent = URL.createObjectURL(new Blob(['onmessage = () => undefined'], { type: 'text/javascript' }));
  const hanging = createConverter(() => new Worker(silent), 20);
  const text = () => ({ bytes: textBytes('x'), name: 'a.md' });
  expect(await hanging.convert(text(), () => undefined, signal)).toEqual({
    kind: 'failed',
    reason: 'it took longer than 0.02 s',
  });
  const failing = createConverter(() => new Worker('/missing.js'));
  await expect(failing.convert(text(), () => undefined, signal)).rejects.toThrow();
  const canceled = new AbortController();
  const running = createConverter(() => new Worker(silent)).convert(text(), () => undefined, canceled.signal);
  canceled.abort(new Error('it was canceled'));
  await expect(running).rejects.toThrow('it was canceled');
});
