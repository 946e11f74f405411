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
  const { files, unplaced } = await place(block('src/a.ts', 'two', 'zwei\ndrei'));
  expect(unplaced).toEqual([]);
  expect(files).toMatchObject([{ path: 'src/a.ts', now: 'one\ntwo\nthree\n' }]);
  const path = repoPath('src/a.ts');
  const replacements = [replacementIn(files[0]?.hunks[0])];
  const edited = await engine.editedFiles([{ path, replacements }]);
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
  const { files } = await place(block('a.ts', 'same', 'new'));
  const hunk = files[0]?.hunks[0];
  expect(hunk?.state).toMatchObject({ kind: 'asks', reason: 'ambiguous', places: [1, 3] });
  const chosen = hunk?.hunk && (await engine.placeHunk({ path: repoPath('a.ts'), hunk: hunk.hunk, line: 3 }));
  expect(replacementIn(chosen)).toMatchObject({ from: 3, count: 1, lines: ['new'] });
});

it('merges a text that the user has edited with a file that changed since', async () => {
  const { place } = await opened({ 'a.ts': 'zero\none\ntwo\n' });
  const edited = new Map([[repoPath('a.ts'), { text: 'one\nTWO\n', base: 'one\ntwo\n' }]]);
  const { files } = await place('', { edited });
  expect(replacementIn(files[0]?.hunks[0])).toEqual({ from: 3, count: 1, lines: ['TWO'] });
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
  const { files } = await place(rename('lib/y.ts'));
  expect(files[0]).toMatchObject({ path: 'lib/x.ts', newPath: 'lib/y.ts' });
  const accept = (newPath: string) =>
    engine.editedFiles([{ path: repoPath('lib/x.ts'), newPath: repoPath(newPath), replacements: [] }]);
  expect(await accept('lib/y.ts')).toMatchObject({ files: [{ path: 'lib/y.ts' }, { path: 'lib/x.ts' }] });
  expect(await accept('test/x.ts')).toMatchObject({
    kind: 'refused',
    reason: 'can’t become test/x.ts, which exists',
  });
  expect((await place(rename('.git/hooks'))).files[0]?.newPath).toBeUndefined();
});

it('makes nothing of files that are not part of the reply', async () => {
  const { engine } = await opened();
  expect(await engine.editedFiles([{ path: repoPath('src/a.ts'), replacements: [] }])).toEqual({
    ...{ kind: 'refused', path: 'src/a.ts', reason: 'is not part of the reply' },
  });
});
