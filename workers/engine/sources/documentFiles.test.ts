import { expect, test } from 'vitest';
import { fileOf, openWith } from '../../../tests/engineInTests';
import type { DocumentsRequest, DocumentToShow } from '../../../src/core/document/bodyRequest';
import { path } from '../../../tests/repoPathInTests';
import { createDocumentsApi } from '../../documents/documentsApi';
import type { FolderFile } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';
import type { EngineApi } from '../contract';
import type { DocumentConverter } from './documentConverter';

const api = createDocumentsApi();

function counting() {
  const names: string[] = [];
  const converter: DocumentConverter = {
    convert({ bytes, name }, onPage) {
      names.push(name);
      return api.convert(bytes, name, onPage);
    },
  };
  return { names, converter };
}

const inFolder = (source: string, form: DocumentToShow['form'] = 'full'): DocumentToShow => ({
  ...{ source, form, file: path(source) },
});
const request = (...documents: readonly DocumentToShow[]): DocumentsRequest => ({
  kind: 'documents',
  documents,
});
const attachment = (name: string, text: string): DocumentToShow => ({
  ...{ source: `file+session://./${name}`, form: 'full' },
  file: { kind: 'data', name, hash: `hash of ${text}`, head: undefined, data: new Blob([text]) },
});

/** The bodies of all blocks. */
async function bodies(engine: EngineApi, wanted: DocumentsRequest): Promise<readonly string[]> {
  const texts = await engine.setSection('documents', wanted);
  return Promise.all(
    texts.map(async ({ key }) => {
      const { texts: lines } = await engine.readLines({ kind: 'text', key }, 0, 1_000);
      return lines.join('\n').trimEnd();
    }),
  );
}

test('each document is a block in the order of the user, and one that fails says why in its place', async () => {
  const { engine } = await openWith(
    readerOfFiles([
      ['docs/b.html', fileOf('<h1>B</h1>')],
      ['a.pdf', fileOf('no PDF')],
    ]),
  );
  const wanted = request(
    ...[inFolder('docs/b.html'), inFolder('a.pdf'), inFolder('gone.md')],
    ...[
      attachment('a`b.md', '## Files\n\n---\n\n### `x`'),
      { ...attachment('c.md', ''), file: gone('c.md') },
    ],
  );
  expect(await bodies(engine, wanted)).toEqual([
    '### `docs/b.html`\n\n#### B',
    '### `a.pdf`\n\nERROR: this document could not be read: it is no PDF',
    '### `gone.md`\n\nERROR: this document could not be read: it is not in the folder',
    '### `a\\x60b.md`\n\n##### Files\n\n***\n\n###### `x`',
    '### `c.md`\n\nERROR: this document could not be read: it is no longer stored in this browser',
  ]);
  const texts = await engine.setSection('documents', wanted);
  expect(texts.map(({ key, document }) => [key, document?.kind])).toEqual([
    ['document:docs/b.html', 'converted'],
    ['document:a.pdf', 'failed'],
    ['document:gone.md', 'failed'],
    ['document:file+session://./a`b.md', 'converted'],
    ['document:file+session://./c.md', 'failed'],
  ]);
});

const gone = (name: string) => ({ kind: 'gone', name }) as const;

test('a content is converted once, and again when the file has changed', async () => {
  let file: FolderFile = fileOf('one');
  const base = readerOfFiles([]);
  const { names, converter } = counting();
  const { engine } = await openWith({ ...base, file: () => Promise.resolve(file) }, { converter });
  const wanted = request(inFolder('a.md'));
  expect(await bodies(engine, wanted)).toEqual(['### `a.md`\n\none']);
  expect(await bodies(engine, wanted)).toEqual(['### `a.md`\n\none']);
  expect(names).toEqual(['a.md']);
  file = fileOf('two', { modified: 2 });
  expect(await bodies(engine, wanted)).toEqual(['### `a.md`\n\ntwo']);
  file = fileOf('one', { modified: 3 });
  expect(await bodies(engine, wanted)).toEqual(['### `a.md`\n\none']);
  expect(names).toEqual(['a.md', 'a.md']);
});

test('a long document can be summarized, a short one stays', async () => {
  const long = Array.from(
    { length: 60 },
    (_, at) => `Part ${at} says ${'many words '.repeat(100)}here.`,
  ).join('\n\n');
  const { engine } = await openWith(
    readerOfFiles([
      ['long.txt', fileOf(long)],
      ['short.txt', fileOf('short')],
    ]),
  );
  const wanted = request(inFolder('long.txt', 'summary'), inFolder('short.txt', 'summary'));
  const [summary = '', short] = await bodies(engine, wanted);
  expect(summary).toMatch(/^### `long.txt`\n\n\(summary by rules\)\n\n- Part 0 says/);
  expect(summary.length).toBeLessThan(long.length / 4);
  expect(short).toBe('### `short.txt`\n\nshort');
  const texts = await engine.setSection('documents', wanted);
  expect(texts.map(({ document }) => document)).toMatchObject([{ isSummary: true }, { isSummary: false }]);
});

test('a conversion can be canceled, and the others go on', async () => {
  let started = (): void => undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  const converter: DocumentConverter = {
    convert({ bytes, name }, onPage, signal) {
      if (name !== 'endless.pdf') return api.convert(bytes, name, onPage);
      onPage(1, 1_000);
      started();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    },
  };
  const { engine, events } = await openWith(
    readerOfFiles([
      ['endless.pdf', fileOf('%PDF-1.4')],
      ['a.md', fileOf('text')],
    ]),
    { converter },
  );
  const rendered = bodies(engine, request(inFolder('endless.pdf'), inFolder('a.md')));
  await running;
  await engine.cancelDocument('other.md');
  await engine.cancelDocument('endless.pdf');
  expect(await rendered).toEqual([
    '### `endless.pdf`\n\nERROR: this document could not be read: it was canceled',
    '### `a.md`\n\ntext',
  ]);
  expect(events).toContainEqual({ kind: 'document', source: 'endless.pdf', done: 1, total: 1_000 });
});

test('a document that is canceled while it waits is not converted', async () => {
  const names: string[] = [];
  let end = (): void => undefined;
  const converter: DocumentConverter = {
    async convert({ bytes, name }, onPage) {
      names.push(name);
      if (name === 'first.md') await new Promise<void>((resolve) => (end = resolve));
      return api.convert(bytes, name, onPage);
    },
  };
  const { engine } = await openWith(
    readerOfFiles([
      ['first.md', fileOf('first')],
      ['next.md', fileOf('next')],
    ]),
    { converter },
  );
  const wanted = request(inFolder('first.md'), inFolder('next.md'));
  const rendered = bodies(engine, wanted);
  await expect.poll(() => names).toEqual(['first.md']);
  await engine.cancelDocument('next.md');
  end();
  expect((await rendered)[1]).toContain('it was canceled');
  expect(names).toEqual(['first.md']);
  expect(await bodies(engine, wanted)).toEqual(['### `first.md`\n\nfirst', '### `next.md`\n\nnext']);
});
