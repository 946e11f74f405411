import { expect, test } from 'vitest';
import { openArchivedFolder } from '../../workers/archives/archivedFolder';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import { packFiles } from './packFiles';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

test('names of any length and all bytes come back as they were', async () => {
  const files = [
    { path: 'src/a.txt', bytes: Uint8Array.from({ length: 70_000 }, (_, at) => at % 256) },
    {
      path: `src/${'ä'.repeat(120)}/${'b'.repeat(200)}/${'c'.repeat(90)}.txt`,
      bytes: Uint8Array.of(0, 13, 10),
    },
    { path: 'src/line\nbreak', bytes: new Uint8Array() },
  ].map((file) => ({ ...file, path: pathOf(file.path) }));
  const archive = await packFiles(
    files.map(({ path, bytes }) => ({ path, isExecutable: true, content: new Blob([bytes]) })),
  );
  const opening = { signal: new AbortController().signal, progress: () => undefined };
  const opened = await openArchivedFolder(archive, opening);
  expect(opened.leftOut).toEqual([]);
  const read = await Promise.all(
    opened.files.map(async ({ path, read }) => ({ path, bytes: new Uint8Array(await read()) })),
  );
  expect(read).toEqual(files);
});
