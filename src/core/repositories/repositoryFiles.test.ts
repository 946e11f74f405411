import { expect, test } from 'vitest';
import { archiveName, bytesOf, LIMITS, repositoryFiles } from './repositoryFiles';

const entry = (path: string, mode = '100644', size: number | undefined = 1) => ({ path, mode, size });

test('every entry that is not a folder is a text, a binary, or left out with its reason', () => {
  const { texts, binaries, leftOut } = repositoryFiles([
    entry('src', '040000', 0),
    entry('src/a.ts'),
    entry('run', '100755'),
    entry('logo.PNG', '100644', 9),
    entry('big.ts', '100644', LIMITS.file + 1),
    entry('link', '120000'),
    entry('library', '160000'),
    entry('../x'),
    entry('/etc/passwd'),
    entry('a/%2e%2e/b'),
    entry('b\ud800'),
    entry('n'.repeat(5_000)),
    entry('src\\a.ts'),
    entry('src/a.ts'),
    entry('odd', '140000'),
  ]);
  expect(texts).toEqual([
    { name: 'src/a.ts', path: 'src/a.ts', size: 1, isExecutable: false },
    { name: 'run', path: 'run', size: 1, isExecutable: true },
  ]);
  expect(binaries.map(({ path }) => path)).toEqual(['logo.PNG']);
  expect(leftOut.map(({ kind, name, reason }) => [kind, name.slice(0, 12), reason])).toEqual([
    ['large', 'big.ts', 'is larger than 5 MB'],
    ['link', 'link', 'is a symbolic link'],
    ['submodule', 'library', 'is a submodule, which is another repository'],
    ['name', '../x', 'goes up with ..'],
    ['name', '/etc/passwd', 'is an absolute path'],
    ['name', 'a/%2e%2e/b', 'goes up with an encoded ..'],
    ['name', 'b\ud800', 'has a name that is not Unicode'],
    ['name', 'nnnnnnnnnnnn', 'has a name of more than 4096 characters'],
    ['name', 'src\\a.ts', 'has the same path as another file'],
    ['name', 'src/a.ts', 'has the same path as another file'],
    ['other', 'odd', 'is neither a file nor a folder'],
  ]);
});

test('sizes add up only if all are known', () => {
  const { texts } = repositoryFiles([entry('a', '100644', 2), entry('b', '100644', 3)]);
  expect(bytesOf(texts)).toBe(5);
  const { texts: some } = repositoryFiles([entry('a'), { path: 'b', mode: '100644' }]);
  expect(bytesOf(some)).toBeUndefined();
});

test('100,000 entries are sorted in a moment', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => entry(`d${at % 100}/f${at}.ts`));
  const started = performance.now();
  expect(repositoryFiles(many).texts).toHaveLength(100_000);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test.each([
  [{ repository: 'o/n', ref: 'main', folder: '' }, 'o-n-main'],
  [{ repository: 'g/s/n', ref: 'feature/x', folder: 'src/core' }, 'g-s-n-feature-x-src-core'],
  [{ repository: 'o/n', ref: '0'.repeat(40), folder: '' }, 'o-n-0000000000'],
  [{ repository: 'o/n', ref: 'ü\u202e <b>', folder: '' }, 'o-n-ü-b-'],
  [{ repository: 'o/n', ref: `x${'𠮷'.repeat(100)}`, folder: '' }, `o-n-x${'𠮷'.repeat(72)}-`],
])('an archive is named by repository and branch: %o', (part, name) => {
  expect(archiveName({ ...part, commit: '0'.repeat(40) })).toBe(name);
});
