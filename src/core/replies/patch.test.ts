import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runGit } from '../../../tests/gitInTests';
import { createTemporaryFolder } from '../../../tests/git/testRepository';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { patchOf, type ChangedFile } from './patch';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const text = fc
  .array(fc.constantFrom('', 'a', 'b\r', '\tc', '}', 'é', '\xff', '-- x', '++ y', '\\ No', '@@ -1 +1 @@'), {
    maxLength: 30,
  })
  .chain((lines) =>
    fc.constantFrom('', '\n', '\r\n').map((end) => Buffer.from(lines.join('\n') + end, 'latin1')),
  );

const name = fc.constantFrom('a.txt', 'a b.txt', ' c', 'd/é.ts', 'd/e/"q".ts', 'tab\tx', '-n', 'd/ends ');

const file = fc
  .record({
    path: name,
    before: fc.option(text, { nil: undefined }),
    after: fc.option(text, { nil: undefined }),
  })
  .filter(({ before, after }) => before !== undefined || after !== undefined);

const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 5 });

function pathOf(written: string): RepoPath {
  const parsed = parseRepoPath(written);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

test('git applies every patch to the same bytes, and keeps modes', () => {
  let round = 0;
  fc.assert(
    fc.property(files, (changes) => {
      const root = join(temporary.path, String((round += 1)));
      mkdirSync(root);
      runGit(root, ['init', '-q']);
      for (const { path, before } of changes) {
        if (before === undefined) continue;
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), before);
        chmodSync(join(root, path), 0o755);
      }
      const changed: ChangedFile[] = changes.map((change) => ({ ...change, path: pathOf(change.path) }));
      const patch = patchOf(changed);
      if (patch.length > 0) runGit(root, ['apply', '--whitespace=nowarn', '-'], patch);
      for (const { path, before, after } of changes) {
        const place = join(root, path);
        if (after === undefined) expect(existsSync(place)).toBe(false);
        else {
          expect(readFileSync(place).equals(after)).toBe(true);
          expect(statSync(place).mode & 0o111).toBe(before === undefined ? 0 : 0o111);
        }
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 150 },
  );
});
