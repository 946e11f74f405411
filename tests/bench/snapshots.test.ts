import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test, expect } from 'vitest';
import { git } from '../readback/git';
import { readSnapshots } from './snapshots';

test('texts keep their paths in a clone without some of its blobs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-snapshots-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const run = (...args: readonly string[]): string =>
    git(folder, ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]).trim();
  run('init', '--quiet');
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) writeFileSync(join(folder, name), `text of ${name}\n`);
  run('add', '.');
  run('commit', '--quiet', '--message', 'first');
  run('commit', '--quiet', '--allow-empty', '--message', 'second');
  const blob = run('rev-parse', 'HEAD:b');
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));

  const [files] = await readSnapshots(folder, [run('rev-parse', 'HEAD')], (path, text) =>
    Promise.resolve({ path, text }),
  );
  expect(files).toEqual(['a', 'c', 'd'].map((path) => ({ path, text: `text of ${path}\n` })));
});
