import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { folderInMemory, gitLines, runGit } from '../../../tests/gitInTests';
import { applyDelta } from './objects/delta';
import { createInflater } from './objects/inflate';
import { listBranches } from './repository/branches';
import { changedFiles, log } from './history/log';
import { GitFault, type Oid } from './model';
import { findOperation } from './repository/operation';
import { readIndex } from './index/readIndex';
import { readHead } from './repository/refs';
import { openRepository } from './repository/repository';
import { resolveCommit } from './history/resolveName';
import { filesOf } from './objects/treeFiles';

/** Whatever happens to the files of a repository, reading gives values or says what is wrong. */
const MUTATIONS = 10_000;
const root = mkdtempSync(join(tmpdir(), 'git-damage-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function makeRepository(isPacked: boolean): ReadonlyMap<string, Uint8Array> {
  const folder = join(root, isPacked ? 'packed' : 'loose');
  runGit(root, ['init', '-q', folder]);
  const text = Array.from({ length: 60 }, (_, line) => `line ${line * 7919}\n`);
  for (let version = 0; version < 4; version++) {
    text[version * 9] = `changed in ${version}\n`;
    writeFileSync(join(folder, 'file.txt'), text.join(''));
    writeFileSync(join(folder, `other${version}.txt`), `${version}`);
    runGit(folder, ['add', '.']);
    runGit(folder, ['commit', '-qm', `version ${version}`]);
  }
  runGit(folder, ['tag', '-am', 'release', 'v1']);
  runGit(folder, ['update-index', '--index-version', isPacked ? '4' : '2']);
  if (isPacked) {
    runGit(folder, ['repack', '-adfq', '--depth=50']);
    runGit(folder, ['pack-refs', '--all']);
    runGit(folder, ['prune-packed']);
    runGit(folder, ['update-index', '--split-index']);
  }
  const files = readdirSync(join(folder, '.git'), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !/hooks|logs|description|COMMIT_EDITMSG/.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((path) => [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))]));
}

/** Reads what depends on a file. Returns how often reading failed with a reason. */
async function readDependents(
  files: ReadonlyMap<string, Uint8Array>,
  name: string,
  oids: readonly Oid[],
): Promise<number> {
  let faults = 0;
  const attempt = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof GitFault)) throw error;
      faults++;
    }
  };
  const repository = await openRepository(folderInMemory(files));
  if (repository.kind !== 'repository') return 1;
  if (/index/.test(name)) {
    await attempt(() => readIndex(repository));
    return faults;
  }
  if (!name.includes('objects')) {
    await attempt(() => findOperation(repository));
    await attempt(() => resolveCommit(repository, 'v1'));
    await attempt(() => listBranches(repository));
    await attempt(() => readHead(repository));
    return faults;
  }
  await attempt(() => resolveCommit(repository, oids[0]?.slice(0, 5) ?? ''));
  await attempt(async () => {
    const head = await readHead(repository);
    if (head.kind === 'unborn') return;
    for await (const commit of log(repository, { from: [head.oid], limit: 10 })) {
      await changedFiles(repository, commit);
      await filesOf(repository.objects, commit.tree);
    }
  });
  for (const oid of oids.slice(0, 3)) {
    await attempt(() => repository.objects.sizeOf(oid));
    await attempt(() => repository.objects.read(oid));
  }
  return faults;
}

test.each([true, false])(`${MUTATIONS / 2} mutations of a repository, packed: %s`, async (isPacked) => {
  const files = makeRepository(isPacked);
  const folder = join(root, isPacked ? 'packed' : 'loose');
  const oids = gitLines(folder, ['rev-list', '--all', '--objects']).map((line) => line.slice(0, 40) as Oid);
  for (const name of ['.git/index', '.git/HEAD']) expect(await readDependents(files, name, oids)).toBe(0);
  const names = [...files.keys()];
  const mutation = fc.record({
    name: fc.constantFrom(...names, ...names.filter((name) => /pack-|index/.test(name))),
    place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    kind: fc.constantFrom('flip', 'flip', 'flip', 'set', 'cut', 'insert', 'head'),
  });
  let faults = 0;
  for (const { name, place, bytes, kind } of fc.sample(mutation, { numRuns: MUTATIONS / 2, seed: 3 })) {
    const changed = mutate(files.get(name) ?? new Uint8Array(), { place, bytes, kind });
    // Some objects are enough for changes that concern a few.
    const some = oids.filter(
      (_, index) => index % 4 === bytes.length - 1 || name.includes(oids[index]?.slice(2) ?? ' '),
    );
    if ((await readDependents(new Map([...files, [name, changed]]), name, some)) > 0) faults++;
  }
  expect(faults).toBeGreaterThan(MUTATIONS / 10);
});

function mutate(
  bytes: Uint8Array,
  { place, bytes: news, kind }: { place: number; bytes: Uint8Array; kind: string },
): Uint8Array {
  const at = Math.floor(place * (kind === 'head' ? Math.min(bytes.length, 1100) : bytes.length));
  if (kind === 'cut') return bytes.slice(0, at);
  if (kind === 'insert') return Uint8Array.from([...bytes.subarray(0, at), ...news, ...bytes.subarray(at)]);
  const copy = bytes.slice();
  for (const [index, byte] of news.entries())
    if (at + index < copy.length)
      copy[at + index] = kind === 'set' ? byte : (copy[at + index] ?? 0) ^ (1 << (byte % 8));
  return copy;
}

test('inflates what zlib compresses, and refuses another size', () => {
  const inflater = createInflater();
  const text = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }),
    fc.array(fc.constantFrom(1, 2, 2, 2, 3), { maxLength: 5000 }).map((bytes) => Uint8Array.from(bytes)),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 2000 }))
      .map(([part, times]) =>
        Uint8Array.from({ length: part.length * times }, (_, at) => part[at % part.length] ?? 0),
      ),
  );
  const options = fc.record({
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(0, 1, 2, 3, 4),
  });
  const property = fc.property(text, options, fc.nat(), (bytes, settings, cut) => {
    const compressed = new Uint8Array(deflateSync(bytes, settings));
    const padded = Uint8Array.from([7, ...compressed, 1, 2, 3]);
    expect(Buffer.compare(inflater.whole(padded, 1, bytes.length) ?? new Uint8Array(1), bytes)).toBe(0);
    const beginning = inflater.beginning(compressed, 0, 32);
    expect(beginning).toEqual(bytes.subarray(0, 32));
    expect(inflater.whole(compressed.subarray(0, cut % compressed.length), 0, bytes.length)).toBeUndefined();
    expect(() => inflater.whole(compressed, 0, bytes.length + 1)).toThrow(GitFault);
    if (bytes.length > 0) expect(() => inflater.whole(compressed, 0, bytes.length - 1)).toThrow(GitFault);
  });
  fc.assert(property, { numRuns: 300, seed: 5 });
});

test('refuses a delta that lies about sizes', () => {
  const base = new Uint8Array([1, 2, 3, 4]);
  expect(applyDelta(base, Uint8Array.from([4, 5, 0x90, 4, 1, 9]))).toEqual(Uint8Array.from([1, 2, 3, 4, 9]));
  for (const delta of [
    [3, 4, 0x90, 4],
    [4, 5, 0x90, 4],
    [4, 3, 0x90, 4],
    [4, 4, 0x91, 1, 4],
    [4, 0xff, 0xff, 0xff, 0xff, 7, 0x90, 4],
    [4, 1, 0],
    [4, 2, 2, 1],
    [4],
    [],
  ])
    expect(() => applyDelta(base, Uint8Array.from(delta)), delta.join()).toThrow(GitFault);
});
