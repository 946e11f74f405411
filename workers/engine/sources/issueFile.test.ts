import { expect, test } from 'vitest';
import { compute, fileOf, openWith, poolHere } from '../../../tests/engineInTests';
import { discussionBlocks, full, planned } from '../../../tests/planned';
import { textBlock } from '../../../src/core/document/block';
import { bySection } from '../../../src/core/document/layouts/bySection';
import { partOf } from '../../../src/core/document/plan';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';

const REQUEST = { kind: 'beads', heading: '## Beads Mode: Progress Track' } as const;
const NOW = { now: 0, limit: 10 };
const issue = (id: string, more = {}): string => JSON.stringify({ id, title: `Title of ${id}`, ...more });

const openFolder = (files: Readonly<Record<string, string>>) =>
  openWith(readerOfFiles(Object.entries(files).map(([path, text]) => [path, fileOf(text)])));

test('the first export that is there is read, also in a folder that is left out', async () => {
  const files = {
    '.gitignore': '.beads*/\n',
    '.beads_mock/beads.json': `[${issue('mock')}]`,
    '.beads/beads.jsonl': issue('legacy'),
    '.beads/issues.jsonl': issue('current'),
  };
  const paths = ['.beads/issues.jsonl', '.beads/beads.jsonl', '.beads_mock/beads.json'];
  const left = new Map(Object.entries(files));
  for (const [at, id] of ['current', 'legacy', 'mock'].entries()) {
    const { engine } = await openFolder(Object.fromEntries(left));
    expect(await engine.findIssues(NOW)).toMatchObject({
      ...{ kind: 'found', path: paths[at], warnings: [], work: { ready: [{ id }] } },
      counts: { ready: 1, inProgress: 0, blocked: 0, closed: 0 },
    });
    left.delete(paths[at] ?? '');
  }
});

test('a folder without a tracker, or with a database only, has no issues and says which', async () => {
  const none = await openFolder({ 'a.txt': 'a' });
  expect(await none.engine.findIssues(NOW)).toEqual({ kind: 'absent' });
  const database = await openFolder({ '.beads/beads.db': '\0' });
  expect(await database.engine.findIssues(NOW)).toEqual({ kind: 'unexported' });
  expect(await database.engine.setSection('beads', REQUEST)).toEqual([]);
});

test('an export that is no text, or kills the worker, is a failure with its reason', async () => {
  const binary = await openFolder({ '.beads/issues.jsonl': '\0\0\0' });
  expect(await binary.engine.findIssues(NOW)).toMatchObject({ kind: 'failed', path: '.beads/issues.jsonl' });
  const dead = { ...compute, readIssues: () => Promise.reject(new Error('the worker died')) };
  const { engine } = await openWith(readerOfFiles([['.beads/issues.jsonl', fileOf(issue('a'))]]), {
    createPool: () => poolHere(dead),
  });
  expect(await engine.findIssues(NOW)).toMatchObject({ kind: 'failed', reason: 'Error: the worker died' });
  expect(await engine.setSection('beads', REQUEST)).toEqual([]);
});

test('the issues follow the file, which is read again only if it has changed', async () => {
  let [file, reads] = [fileOf(issue('one')), 0];
  const base = readerOfFiles([]);
  const reader: FolderReader = {
    ...base,
    file: (path) => (path === '.beads/issues.jsonl' ? Promise.resolve(counted(file)) : base.file(path)),
  };
  const counted = (each: FolderFile): FolderFile => ({
    ...each,
    read: () => ((reads += 1), each.read()),
  });
  const { engine } = await openWith(reader);
  const [first] = await engine.setSection('beads', REQUEST);
  expect(await engine.setSection('beads', REQUEST)).toEqual([first]);
  await engine.findIssues(NOW);
  expect(reads).toBe(1);
  file = fileOf(issue('other'), { modified: 2 });
  const [other] = await engine.setSection('beads', REQUEST);
  expect(other?.version).not.toBe(first?.version);
  expect(await engine.findIssues(NOW)).toMatchObject({ work: { ready: [{ id: 'other' }] } });
  expect(reads).toBe(2);
});

test('lists are cut, and counts are not', async () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    issue(`bd-${at}`, { status: at < 5 ? 'closed' : 'open' }),
  );
  const { engine } = await openFolder({ '.beads/issues.jsonl': lines.join('\n') });
  const found = await engine.findIssues(NOW);
  expect(found).toMatchObject({ counts: { ready: 25, closed: 5 } });
  expect(found.kind === 'found' && found.work.ready).toHaveLength(10);
});

test('the section is between files and discussion, exactly counted, and in the part that stays the same', async () => {
  const { engine } = await openFolder({
    'a.txt': 'text of a',
    '.beads/issues.jsonl': issue('bd-1', { description: '# No heading\n```\nno fence' }),
  });
  await engine.setSection('beads', REQUEST);
  await engine.setSection('discussion', {
    ...{ kind: 'discussion', attached: [] },
    messages: [{ id: '0', role: 'User', content: 'Why?', time: 0, collapsed: false, place: 0 }],
  });
  const blocks = [
    ...discussionBlocks([{ role: 'User', content: 'Why?' }]),
    textBlock('beads'),
    full('a.txt'),
  ];
  const plan = planned(blocks);
  const { blob, tokens } = await engine.assemble(plan);
  const whole = await blob.text();
  const places = ['## Files', '## Beads Mode: Progress Track', '## Discussion History'].map((heading) =>
    whole.indexOf(`${heading}\n`),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBe(0);
  expect(tokens).toBe(await compute.countTokens('o200k_base', whole));

  const fixed = partOf(plan, 'static', bySection('## Files'));
  const { blob: part } = await engine.assemble(fixed);
  expect(fixed.map(({ section }) => section)).toEqual(['files', 'beads']);
  expect(whole.startsWith((await part.text()).replace(/\n$/, ''))).toBe(true);
});
