import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitLines, openInTests, runGit } from '../../../../tests/gitInTests';
import type { Commit } from './commit';
import { changedFiles, log } from './log';
import { findMergeBases } from './mergeBase';
import type { Oid } from '../model';
import type { Repository } from '../repository/repository';
import { changeLetter } from '../objects/treeChanges';
import { filesOf } from '../objects/treeFiles';

/**
 * Compares history with git itself: a generated history of several hundred commits, with merges of up to four parents,
 * equal dates and dates out of order, files that become folders, links and submodules, in a pack of deltas.
 */
const COMMITS = 400;
const root = mkdtempSync(join(tmpdir(), 'git-history-'));
let repository: Repository;

beforeAll(async () => {
  runGit(root, ['init', '-q']);
  runGit(root, ['fast-import', '--quiet', '--date-format=raw'], historyToImport());
  runGit(root, ['repack', '-adfq', '--depth=50', '--window=20']);
  repository = await openInTests(root);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('gives commits and changed files as git log', async () => {
  let ours = '';
  for await (const commit of log(repository, { from: headsOf() })) {
    ours += `${describe(commit)}\n`;
    for (const change of await changedFiles(repository, commit))
      ours += `${changeLetter(change)}\t${change.path}\n`;
  }
  const format = '--format=%H %T [%P] %an <%ae> %ad|%cn <%ce> %cd|%s';
  const options = ['log', '--no-renames', '--name-status', '--date=raw', format, '--branches'];
  expect(ours.split('\n').filter((line) => line !== '')).toEqual(gitLines(root, options));
});

test('stops at a limit', async () => {
  const ours: string[] = [];
  for await (const { oid } of log(repository, { from: headsOf(), limit: 37 })) ours.push(oid);
  expect(ours).toEqual(gitLines(root, ['log', '-37', '--format=%H', '--branches']));
});

test('finds the merge bases that git finds', async () => {
  const commits = gitLines(root, ['rev-list', '--branches']) as Oid[];
  const place = fc.integer({ min: 0, max: 60 });
  let several = 0;
  for (const [one, other] of fc.sample(fc.tuple(place, place), { numRuns: 40, seed: 7 })) {
    const [a, b] = [commits[one], commits[other]] as [Oid, Oid];
    const theirs = mergeBases(a, b);
    expect(await findMergeBases(repository, a, b), `${a} ${b}`).toEqual(theirs);
    if (theirs.length > 1) several++;
  }
  expect(several).toBeGreaterThan(0);
});

test('lists the files of trees as git ls-tree', async () => {
  for (const head of headsOf()) {
    const tree = gitLines(root, ['rev-parse', `${head}^{tree}`])[0] as Oid;
    const ours = (await filesOf(repository.objects, tree)).map(
      ({ mode, oid, path }) => `${mode.toString(8)} ${mode === 0o160000 ? 'commit' : 'blob'} ${oid}\t${path}`,
    );
    expect(ours).toEqual(gitLines(root, ['ls-tree', '-r', head]));
  }
});

function headsOf(): Oid[] {
  return gitLines(root, ['for-each-ref', '--format=%(objectname)', 'refs/heads']) as Oid[];
}

function mergeBases(a: Oid, b: Oid): string[] {
  try {
    return gitLines(root, ['merge-base', '--all', a, b]);
  } catch {
    // Git fails if there is none.
    return [];
  }
}

function describe({ oid, tree, parents, author, committer, message }: Commit): string {
  const [subject] = message.split('\n');
  const people = [author, committer].map(({ name, email, time, zone }) => {
    const [hours, minutes] = [Math.trunc(Math.abs(zone) / 60), Math.abs(zone) % 60];
    const offset = `${zone < 0 ? '-' : '+'}${String(hours * 100 + minutes).padStart(4, '0')}`;
    return `${name} <${email}> ${time} ${offset}`;
  });
  return `${oid} ${tree} [${parents.join(' ')}] ${people.join('|')}|${subject}`;
}

const paths = ['a', 'a.txt', 'a/b', 'a/c/d', 'z', 'lib', 'lib/x.c', 'lib/é.c', 'lib.c', 'deep/er/and/deeper'];
const SUBMODULE = 'b'.repeat(40);

function historyToImport(): string {
  const step = fc.record({
    branch: fc.integer({ min: 0, max: 3 }),
    merged: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
    isMerge: fc.integer({ min: 0, max: 2 }).map((number) => number === 0),
    isNewRoot: fc.integer({ min: 0, max: 150 }).map((number) => number === 0),
    time: fc.integer({ min: 0, max: 40 }),
    zone: fc.constantFrom('+0000', '-0730', '+1345'),
    changes: fc.array(
      fc.tuple(
        fc.constantFrom(...paths),
        fc.constantFrom('M', 'M', 'X', 'L', 'S', 'D'),
        fc.integer({ max: 9, min: 0 }),
      ),
      { maxLength: 3 },
    ),
  });
  const heads = new Map<number, string>();
  /** Merging these, two branches can have several best common ancestors. */
  const earlier = new Map<number, string>();
  let text = '';
  for (const [index, chosen] of fc.sample(step, { numRuns: COMMITS, seed: 11 }).entries()) {
    const mark = `:${index + 1}`;
    const signature = `Zoë Ünal <zoe@example.com> ${1_700_000_000 + chosen.time + Math.floor(index / 20)} ${chosen.zone}`;
    // Without a reset, the new commit would go on from the branch.
    if (chosen.isNewRoot) text += `reset refs/heads/b${chosen.branch}\n\n`;
    text += `commit refs/heads/b${chosen.branch}\nmark ${mark}\nauthor ${signature}\ncommitter ${signature}\n`;
    text += data(`commit ${index} ß\n\nbody\n`);
    const parent = heads.get(chosen.branch);
    if (parent !== undefined && !chosen.isNewRoot) text += `from ${parent}\n`;
    if (chosen.isMerge && parent !== undefined && !chosen.isNewRoot)
      for (const other of chosen.merged)
        if (other !== chosen.branch && earlier.has(other)) text += `merge ${earlier.get(other)}\n`;
    for (const [path, kind, number] of chosen.changes) text += change(path, kind, number);
    text += '\n';
    earlier.set(chosen.branch, parent ?? mark);
    heads.set(chosen.branch, mark);
  }
  return text;
}

function change(path: string, kind: string, number: number): string {
  if (kind === 'D') return `D ${path}\n`;
  if (kind === 'S') return `M 160000 ${SUBMODULE} ${path}\n`;
  const mode = { M: '100644', X: '100755', L: '120000' }[kind] ?? '';
  return `M ${mode} inline ${path}\n${data(`content ${number}\n`.repeat(number + 1))}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
