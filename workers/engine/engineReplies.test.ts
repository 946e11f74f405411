import { expect, it } from 'vitest';
import { blocksInMemory } from '../../tests/blocksInMemory';
import { fileOf, openWith } from '../../tests/engineInTests';
import { full, planned } from '../../tests/planned';
import { path as repoPath } from '../../tests/repoPathInTests';
import { KEY } from '../../tests/secretsInTests';
import type { PlacedHunk } from '../../src/core/replies/placedEdit';
import { readerOfFiles } from './folders/memoryFolder';
import type { ReplyToPlace } from './replyContract';

const FILES = {
  'src/a.ts': 'one\r\ntwo\r\nthree\r\n',
  'lib/x.ts': 'one\n',
  'test/x.ts': 'two\n',
  'secret.ts': `const key = '${KEY}';\nconst other = 1;\n`,
};

const NOTHING_SENT = { sent: new Map(), chosen: new Map(), edited: new Map() };

async function opened(files: Readonly<Record<string, string>> = FILES) {
  const store = blocksInMemory();
  const reader = readerOfFiles(Object.entries(files).map(([path, text]) => [path, fileOf(text)]));
  const { engine } = await openWith(reader, { blockStore: store });
  const place = (text: string, more: Partial<ReplyToPlace> = {}) =>
    engine.placeReply({ ...NOTHING_SENT, ...more, text });
  return { engine, place };
}

function block(path: string, old: string, present: string): string {
  return `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}\n=======\n${present}\n>>>>>>> REPLACE\n\`\`\`\n`;
}

function replacementIn(hunk: PlacedHunk | undefined) {
  if (hunk?.state.kind !== 'placed') throw new Error('it is not placed');
  return hunk.state.replacement;
}

it('places edits in the present texts, and makes files in their own bytes', async () => {
  const { engine, place } = await opened();
  const { id, files, unplaced } = await place(block('src/a.ts', 'two', 'zwei\ndrei'));
  expect(unplaced).toEqual([]);
  expect(files).toMatchObject([{ path: 'src/a.ts', now: 'one\ntwo\nthree\n' }]);
  const path = repoPath('src/a.ts');
  const replacements = [replacementIn(files[0]?.hunks[0])];
  const edited = await engine.editedFiles({ id, files: [{ path, replacements }] });
  if (edited.kind === 'refused') throw new Error(edited.reason);
  expect(edited.files.map(({ after }) => new TextDecoder().decode(after))).toEqual([
    'one\r\nzwei\r\ndrei\r\nthree\r\n',
  ]);
});

it('takes a name without a folder for the only file that has the old lines', async () => {
  const { place } = await opened();
  expect((await place(block('x.ts', 'two', '2'))).files).toMatchObject([{ path: 'test/x.ts' }]);
  const { files, unplaced } = await place(block('x.ts', 'three', '3'));
  expect(files).toEqual([]);
  expect(unplaced).toMatchObject([
    { written: 'x.ts', reason: 'may be one of several files', paths: ['lib/x.ts', 'test/x.ts'] },
  ]);
  const chosen = new Map([['x.ts', repoPath('lib/x.ts')]]);
  expect((await place(block('x.ts', 'three', '3'), { chosen })).files).toMatchObject([{ path: 'lib/x.ts' }]);
});

it('merges an edit of the text that was sent with the file as it is now', async () => {
  const { engine } = await opened({ 'a.ts': 'same\nsame\nlast\n' });
  const { blocks } = await engine.assemble(planned([full('a.ts')]));
  const sent = new Map([[repoPath('a.ts'), blocks[0]?.hash ?? '']]);
  const edit = { ...NOTHING_SENT, sent, text: block('a.ts', 'last', 'end') };
  const { files } = await engine.placeReply(edit);
  expect(files[0]?.hunks).toMatchObject([{ state: { kind: 'placed', by: 'base' } }]);
});

it('puts a hunk where the user wants it', async () => {
  const { engine, place } = await opened({ 'a.ts': 'same\nother\nsame\n' });
  const { id, files } = await place(block('a.ts', 'same', 'new'));
  const hunk = files[0]?.hunks[0];
  expect(hunk?.state).toMatchObject({ kind: 'asks', reason: 'ambiguous', places: [1, 3] });
  const chosen =
    hunk?.hunk && (await engine.placeHunk({ id, path: repoPath('a.ts'), hunk: hunk.hunk, line: 3 }));
  expect(replacementIn(chosen)).toMatchObject({ from: 3, count: 1, lines: ['new'] });
});

it('merges a text that the user has edited with a file that changed since, and keeps the edits of the reply', async () => {
  const { place } = await opened({ 'a.ts': 'zero\none\ntwo\n' });
  const own = { text: 'one\nTWO\n', base: 'one\ntwo\n' };
  const edited = new Map([[repoPath('a.ts'), own]]);
  const { files } = await place(block('a.ts', 'one', 'eins'), { edited });
  expect(files).toMatchObject([{ edited: 'zero\none\nTWO\n', hunks: [{ state: { kind: 'placed' } }] }]);
  const other = new Map([[repoPath('a.ts'), { text: 'mine\none\ntwo\n', base: 'old\none\ntwo\n' }]]);
  expect((await place('', { edited: other })).files).toMatchObject([
    { edited: 'mine\none\ntwo\n', risk: 'has changed where you edited it, and your text would undo that' },
  ]);
});

it.each([
  ['a new file in a new folder', 'deep/new.ts\n```\nx\n```\n', 'would be the first in its folder'],
  ['a file that is emptied', block('src/a.ts', 'one\ntwo\nthree', ''), 'would lose most of its text'],
  [
    'a file of a build server',
    block('.github/workflows/a.yml', 'on: push', 'on: []'),
    'runs on a build server',
  ],
])('asks before %s is changed', async (_, text, risk) => {
  const { place } = await opened({ ...FILES, '.github/workflows/a.yml': 'on: push\nname: a\n' });
  expect((await place(text)).files[0]?.risk).toBe(risk);
});

it('edits no file whose bytes are not its text', async () => {
  // UTF-16 with half a character at its end.
  const broken = new Uint8Array([0xff, 0xfe, 0x6f, 0, 0x6e, 0, 0x65, 0, 0x0a, 0, 0x41]);
  const read = () => Promise.resolve(broken.slice().buffer);
  const reader = readerOfFiles([['a.txt', fileOf('', { size: broken.length, read })]]);
  const { engine } = await openWith(reader, { blockStore: blocksInMemory() });
  const { unplaced } = await engine.placeReply({ ...NOTHING_SENT, text: block('a.txt', 'one', 'eins') });
  expect(unplaced).toMatchObject([{ reason: 'has bytes that are no text in its encoding' }]);
});

it('turns masks back into the secrets that they hide, and asks for others', async () => {
  const { engine, place } = await opened();
  const { texts } = await engine
    .setSecrets({
      salt: '5a'.repeat(32),
      masked: new Map(),
      allowed: new Set(),
      masksAll: true,
      isOff: false,
    })
    .then(() => engine.maskTexts([{ key: 'x', text: FILES['secret.ts'] }], false));
  const line = texts[0]?.split('\n')[0] ?? '';
  expect(line).toContain('[[secret:');
  const { files } = await place(block('secret.ts', line, `export ${line}`));
  expect(replacementIn(files[0]?.hunks[0]).lines).toEqual([`export const key = '${KEY}';`]);
  const elsewhere = await place(block('src/a.ts', 'two', line));
  expect(elsewhere.files[0]?.risk).toBe('would get a secret of another file');
  const unknown = await place(block('secret.ts', 'const other = 1;', "const other = '[[secret:other#9]]';"));
  expect(unknown.files[0]?.risk).toContain('mask of a secret');
});

it.each([
  ['.git/hooks/x.sh', "is part of Git's own data"],
  ['../up.ts', 'goes up with ..'],
  ['/etc/passwd.txt', 'is an absolute path'],
])('refuses to edit %s', async (path, reason) => {
  const { place } = await opened();
  const { files, unplaced } = await place(block(path, 'a', 'b'));
  expect(files).toEqual([]);
  expect(unplaced[0]?.reason).toContain(reason);
});

it('renames a file, but never over another one', async () => {
  const { engine, place } = await opened();
  const rename = (to: string) =>
    `diff --git a/lib/x.ts b/${to}\nsimilarity index 100%\nrename from lib/x.ts\nrename to ${to}\n`;
  const { id, files } = await place(rename('lib/y.ts'));
  expect(files[0]).toMatchObject({ path: 'lib/x.ts', newPath: 'lib/y.ts' });
  const accept = (newPath: string) =>
    engine.editedFiles({
      id,
      files: [{ path: repoPath('lib/x.ts'), newPath: repoPath(newPath), replacements: [] }],
    });
  expect(await accept('lib/y.ts')).toMatchObject({ files: [{ path: 'lib/y.ts' }, { path: 'lib/x.ts' }] });
  expect(await accept('test/x.ts')).toMatchObject({
    kind: 'refused',
    reason: 'can’t become test/x.ts, which exists',
  });
  expect((await place(rename('.git/hooks'))).files[0]?.newPath).toBeUndefined();
});

it('makes nothing of a reply that has been placed again since', async () => {
  const { engine, place } = await opened();
  const text = block('src/a.ts', 'two', 'zwei');
  const { id, files } = await place(text);
  await place(text);
  const accepted = [{ path: repoPath('src/a.ts'), replacements: [replacementIn(files[0]?.hunks[0])] }];
  expect(await engine.editedFiles({ id, files: accepted })).toEqual({
    ...{ kind: 'refused', path: 'src/a.ts', reason: 'is being read again' },
  });
});
