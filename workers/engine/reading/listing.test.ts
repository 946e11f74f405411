import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { EngineEvent, ScannedEntry } from '../contract';
import { foldersAbove, folderOf } from '../folders/listedPath';
import type { FolderReader } from '../folders/folderReader';
import { readerOfTexts } from '../folders/memoryFolder';
import { Listing } from './listing';
import { createOutbox } from '../outbox';
import { createWorkspaceIndex, type WorkspaceIndex } from './workspaceIndex';

type Files = ReadonlyMap<string, string>;

const name = fc.constantFrom(
  'a',
  'b.log',
  'c.ts',
  'build',
  '__proto__',
  'constructor',
  'é',
  'x y',
  '.env',
  'node_modules',
);
const rule = fc.constantFrom(
  '*.log',
  'build',
  '/a',
  'b.log',
  '!b.log',
  'a/',
  '**/c.ts',
  '!build',
  '*',
  '!*/',
  'é',
  '\\x',
);
const folder = fc.array(name, { maxLength: 3 }).map((segments) => segments.join('/'));
const plain = fc.tuple(folder, name, fc.constant('text\n'));
const ignoreFile = fc.tuple(
  folder,
  fc.constantFrom('.gitignore', '.ignore', '.strataignore'),
  fc.array(rule, { maxLength: 3 }).map((rules) => rules.join('\n')),
);
const tree: fc.Arbitrary<Files> = fc
  .array(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: ignoreFile }), { maxLength: 12 })
  .map((files) =>
    withoutClashes(files.map(([above, last, text]) => [above === '' ? last : `${above}/${last}`, text])),
  );

/** A name is a file or a folder, never both. */
function withoutClashes(files: readonly (readonly [string, string])[]): Files {
  const kept = new Map<string, string>();
  const folders = new Set<string>();
  for (const [path, text] of files) {
    const above = foldersAbove(path as RepoPath);
    if (folders.has(path) || above.some((folderPath) => kept.has(folderPath))) continue;
    for (const folderPath of above) folders.add(folderPath);
    kept.set(path, text);
  }
  return kept;
}

interface Listed {
  /** Folders that the browser cannot list. */
  readonly unreadable: Set<string>;
  readonly listing: Listing;
  readonly index: WorkspaceIndex;
  readonly events: EngineEvent[];
  setFiles(files: Files): void;
}

function listed(files: Files): Listed {
  const textsOf = (of: Files) => readerOfTexts([...of].map(([path, text]) => ({ path, text })));
  let current = textsOf(files);
  const unreadable = new Set<string>();
  const reader: FolderReader = {
    list(path) {
      if (unreadable.has(path)) throw new DOMException('as the test wants it', 'UnknownError');
      return current.list(path);
    },
    file: (path) => current.file(path),
    forgetListing: () => undefined,
    isAllowed: () => Promise.resolve(true),
  };
  const events: EngineEvent[] = [];
  const outbox = createOutbox((event) => Promise.resolve(void events.push(event)));
  const index = createWorkspaceIndex(outbox);
  return {
    ...{ listing: new Listing({ reader, index, outbox }), index, events, unreadable },
    setFiles(next) {
      current = textsOf(next);
    },
  };
}

const never = new AbortController().signal;

function withoutIds(entries: ReadonlyMap<RepoPath, ScannedEntry>): unknown[] {
  return [...entries.values()]
    .map(({ path, kind, leftOut }) => ({ path, kind, leftOut }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

describe('a scan', () => {
  it('accounts for every file exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        const { listing, index } = listed(files);
        await listing.scan('', never);
        for (const path of files.keys()) {
          const places = [...foldersAbove(path as RepoPath), path as RepoPath].filter((at) =>
            index.entries.has(at),
          );
          expect(places).toHaveLength(1);
          const [entry] = places.map((at) => index.entries.get(at));
          if (entry?.path === path) expect(entry.kind).toBe('file');
          else expect(entry?.leftOut).toBeDefined();
        }
        for (const { path, kind } of index.entries.values()) {
          const isThere =
            kind === 'file' ? files.has(path) : [...files.keys()].some((file) => file.startsWith(`${path}/`));
          expect(isThere).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('ends at the same listing whether folders are listed anew or everything is', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, async (before, after) => {
        const kept = new Map([...after].filter(([path]) => !/ignore$/.test(path)));
        for (const [path, text] of before) if (/ignore$/.test(path)) kept.set(path, text);
        const next = withoutClashes([...kept]);
        // Added or removed rules take effect with a whole scan.
        fc.pre([...before.keys()].every((path) => !/ignore$/.test(path) || next.has(path)));

        const followed = listed(before);
        await followed.listing.scan('', never);
        followed.setFiles(next);
        const changed = [...before.keys(), ...next.keys()].filter(
          (path) => before.has(path) !== next.has(path),
        );
        const folders = changed.flatMap((path): FolderPath[] => [
          folderOf(path as RepoPath),
          ...foldersAbove(path as RepoPath).map(folderOf),
        ]);
        await followed.listing.relist(new Set(folders), never);

        const fresh = listed(next);
        await fresh.listing.scan('', never);
        expect(withoutIds(followed.index.entries)).toEqual(withoutIds(fresh.index.entries));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the ids of what stays, and tells what goes', async () => {
    const { listing, index, events, setFiles } = listed(
      new Map([
        ['a', ''],
        ['b/c', ''],
      ]),
    );
    await listing.scan('', never);
    const { id } = index.entries.get('a' as RepoPath) ?? {};
    const gone = index.entries.get('b/c' as RepoPath)?.id;
    setFiles(new Map([['a', '']]));
    await listing.scan('', never);
    expect(index.entries.get('a' as RepoPath)?.id).toBe(id);
    expect(events).toContainEqual({ kind: 'removed', ids: [gone] });
  });

  it('tries a folder again that could not be read, whatever changed beside it', async () => {
    const { listing, index, unreadable } = listed(
      new Map([
        ['a', ''],
        ['b/c', ''],
      ]),
    );
    unreadable.add('b');
    await listing.scan('', never);
    const reason = { source: 'unreadable', rule: 'UnknownError: as the test wants it' };
    expect(index.entries.get('b' as RepoPath)).toMatchObject({ kind: 'folder', leftOut: reason });
    await listing.relist([''], never);
    expect([...index.entries.keys()]).toEqual(['a', 'b']);
    unreadable.clear();
    await listing.relist([''], never);
    expect([...index.entries.keys()]).toEqual(['a', 'b/c']);
  });

  it('says which lines of which ignore file were skipped', async () => {
    const { listing, events } = listed(
      new Map([
        ['.gitignore', `ok\n${'*a'.repeat(5_000)}b\n`],
        ['a', ''],
      ]),
    );
    await listing.scan('', never);
    const told = events.flatMap((event) => (event.kind === 'ignore-problems' ? event.problems : []));
    expect(told).toMatchObject([{ file: '.gitignore', line: 2 }]);
  });

  it('ignores case in all ignore files of a repository that ignores it', async () => {
    const ignored = ['Build/x', 'src/A.LOG', 'Notes.txt'];
    const files = new Map([
      ['.gitignore', 'build/\n'],
      ['src/.gitignore', '*.log\n'],
      ['.git/info/exclude', 'notes.TXT\n'],
      ...['a', ...ignored].map((path): [string, string] => [path, '']),
    ]);
    const keptWith = async (config: string): Promise<readonly string[]> => {
      const { listing, index } = listed(new Map([...files, ['.git/config', config]]));
      await listing.scan('', never);
      const kept = [...index.entries.values()].filter(({ leftOut }) => leftOut === undefined);
      return kept.map(({ path }) => path).filter((path) => !path.endsWith('.gitignore'));
    };
    expect(await keptWith('[core]\n\tignorecase = true\n')).toEqual(['a']);
    expect((await keptWith('[core]\n\tbare = false\n')).toSorted()).toEqual(['a', ...ignored].toSorted());
  });

  it('lists 100,000 entries of one folder on the way, and can be stopped', async () => {
    const many = new Map(Array.from({ length: 100_000 }, (_, at) => [`f${at}.log`, ''] as const));
    const { listing, index } = listed(new Map([...many, ['.gitignore', '*7.log']]));
    await listing.scan('', never);
    expect(index.entries.size).toBe(100_001);
    expect(index.entries.get('f7.log' as RepoPath)?.leftOut).toMatchObject({ rule: '*7.log', line: 1 });

    const stopped = listed(many);
    const controller = new AbortController();
    const scanning = stopped.listing.scan('', controller.signal);
    controller.abort();
    await expect(scanning).rejects.toThrow();
    expect(stopped.index.entries.size).toBeLessThan(100_000);
  });
});

describe('a child without a name', () => {
  it('has a row with the reason, one for each', async () => {
    const files = readerOfTexts(['a', '<unreadable name 2>'].map((path) => ({ path, text: '' })));
    const outbox = createOutbox(() => Promise.resolve());
    const index = createWorkspaceIndex(outbox);
    const reader: FolderReader = {
      ...files,
      async *list(path) {
        if (path !== '') throw new DOMException('no such folder', 'NotFoundError');
        yield [
          { name: '', kind: 'file' },
          { name: '', kind: 'folder' },
        ];
        yield [{ name: '', kind: 'file' }];
        yield* files.list(path);
      },
    };
    const listing = new Listing({ reader, index, outbox });
    await listing.scan('', never);
    await listing.listIgnored('<unreadable name 3>' as RepoPath);
    const leftOut = { source: 'unreadable', rule: 'its name is not Unicode' };
    expect(withoutIds(index.entries)).toEqual([
      { path: '<unreadable name 1>', kind: 'file', leftOut },
      { path: '<unreadable name 2>', kind: 'file', leftOut: undefined },
      { path: '<unreadable name 3>', kind: 'folder', leftOut },
      { path: '<unreadable name 4>', kind: 'file', leftOut },
      { path: 'a', kind: 'file', leftOut: undefined },
    ]);
  });
});

describe('a folder that is left out', () => {
  it('is listed with its own reason, and secrets in it with theirs', async () => {
    const files = new Map([
      ['.gitignore', 'old/\n'],
      ['old/app.ts', ''],
      ['old/deep/.env', ''],
      ['old/deep/id_rsa', ''],
    ]);
    const { listing, index } = listed(files);
    await listing.scan('!id_rsa', never);
    await listing.listIgnored('old' as RepoPath);
    await listing.listIgnored('old/deep' as RepoPath);
    const reasonOf = (path: string) => index.entries.get(path as RepoPath)?.leftOut;
    expect(reasonOf('old/app.ts')).toMatchObject({ source: 'file', rule: 'old/' });
    expect(reasonOf('old/deep/.env')).toEqual({ source: 'sensitive', rule: '.env*' });
    expect(reasonOf('old/deep/id_rsa')).toMatchObject({ source: 'file', rule: 'old/' });
  });
});
