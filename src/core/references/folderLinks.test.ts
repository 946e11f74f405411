import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describedFile, type DescribedFile } from '../../../tests/references/describedFile';
import { runSteps } from '../async/steps';
import type { RepoPath } from '../files/repoPath';
import type { LinkedFile } from './fileLinks';
import { importSteps, type FolderImports } from './folderImports';
import { linkSteps, type LinkedFolder } from './folderLinks';

/** Languages that are used together. */
interface Group {
  readonly extensions: Readonly<Record<string, string>>;
  /** Module names that some of the files below have. */
  readonly sources: readonly string[];
  /** Texts of manifests, by path. */
  readonly manifests?: readonly (readonly [path: string, text: string])[];
}

const GROUPS: readonly Group[] = [
  {
    extensions: { typescript: '.ts' },
    sources: ['./x', './y', './index', '../x', './a/y', './a', 'pkg', 'p', 'outside'],
    manifests: [
      ['package.json', '{"name":"pkg","main":"x.ts"}'],
      ['package.json', '{"name":"other"}'],
    ],
  },
  { extensions: { python: '.py' }, sources: ['.x', '.', '.y', 'a', 'a.y', 'x', '..y', 'os'] },
  {
    extensions: { go: '.go' },
    sources: ['mod', 'mod/a', 'mod/src', 'fmt'],
    manifests: [
      ['go.mod', 'module mod\n'],
      ['go.mod', 'module other\n'],
    ],
  },
  { extensions: { java: '.java' }, sources: ['p.Alpha', 'p.*', 'p.q.*', 'p.q.beta', 'java.util.List'] },
  { extensions: { scala: '.scala' }, sources: ['p.Alpha', 'q._', 'p.q.beta'] },
  { extensions: { csharp: '.cs' }, sources: ['p', 'p.q', 'System'] },
  { extensions: { php: '.php' }, sources: ['p\\Alpha', 'p\\q\\beta', './x.php'] },
  { extensions: { c: '.c', cpp: '.h' }, sources: ['x.h', 'y.h', 'a/y.h', 'stdio.h'] },
  { extensions: { ruby: '.rb' }, sources: ['./x', 'y', 'a/x'] },
  {
    extensions: { rust: '.rs' },
    sources: ['mod x', 'mod y', 'crate::x::Alpha', 'crate::y', 'super::y', 'alpha::x', 'x::beta', 'std::io'],
    manifests: [
      ['Cargo.toml', '[package]\nname = "alpha"\n'],
      ['Cargo.toml', '[package]\nname = "beta"\n[lib]\npath = "x.rs"\n'],
    ],
  },
  { extensions: { ocaml: '.ml', 'ocaml-interface': '.mli' }, sources: ['X', 'Y', 'Lib'] },
  { extensions: { haskell: '.hs' }, sources: ['p', 'q'] },
  { extensions: { lua: '.lua' }, sources: ['x', 'a.y'] },
];
const NAMES = ['Alpha', 'beta', 'gammaRay', 'x', 'y'];
const FOLDERS = ['', 'a/', 'src/', 'tests/'];
const STEMS = ['x', 'y', 'index', 'lib'];

interface Written {
  readonly text: DescribedFile;
  readonly file: Omit<LinkedFile, 'imports'>;
  readonly manifest?: string;
}

type Folder = Map<string, Written>;
type Change = (folder: Folder) => void;

function write(folder: Folder, path: string, text: DescribedFile, manifest?: string): void {
  folder.set(path, { text, file: describedFile(path, text), ...(manifest !== undefined && { manifest }) });
}

/** Files of these languages import the same modules. */
function anyText({ extensions, sources }: Group): fc.Arbitrary<DescribedFile> {
  return fc.record({
    language: fc.constantFrom(...Object.keys(extensions)),
    defines: fc.subarray([...NAMES, '-Alpha', '-beta'], { maxLength: 3 }),
    methods: fc.subarray(['runAll', 'readNow', 'toString']),
    declares: fc.subarray(['p', 'p.q', 'q', 'main'], { maxLength: 1 }),
    uses: fc.subarray([...NAMES, 'runAll', 'readNow']),
    imports: fc.array(
      fc.record(
        { sources: fc.constantFrom(...sources).map((source) => [source]), names: fc.subarray(NAMES) },
        { requiredKeys: ['sources'] },
      ),
      { maxLength: 3 },
    ),
  });
}

const place = fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...STEMS)).map((names) => names.join(''));

function writing(group: Group): fc.Arbitrary<Change> {
  return fc.tuple(place, anyText(group)).map(([stem, text]) => (folder) => {
    write(folder, stem + (group.extensions[text.language ?? ''] ?? ''), text);
  });
}

function writingManifest({ manifests = [] }: Group): readonly fc.Arbitrary<Change>[] {
  return manifests.map(([path, text]) =>
    fc.constant((folder) => write(folder, path, { language: 'json' }, text)),
  );
}

const EDITS = [
  'delete',
  'rename',
  'touch',
  'names',
  'import',
  'imports',
  'defines',
  'methods',
  'declares',
  'uses',
] as const;

/** Changes a file that is there, mostly in one respect. */
function editing(group: Group): fc.Arbitrary<Change> {
  return fc
    .tuple(fc.nat(), fc.constantFrom(...EDITS), place, anyText(group))
    .map(([at, edit, stem, other]) => (folder) => {
      const [path, written] = [...folder][at % folder.size] ?? [];
      if (path === undefined || written === undefined) return;
      const { text, manifest } = written;
      const imports = text.imports ?? [];
      const [added] = other.imports ?? [];
      if (edit === 'delete' || edit === 'rename') folder.delete(path);
      switch (edit) {
        case 'delete':
          return;
        case 'rename':
          return write(folder, stem + path.slice(path.lastIndexOf('.')), text, manifest);
        case 'touch':
          return write(folder, path, text, manifest);
        case 'names': {
          const renamed = imports.map(({ sources }) => ({ sources, names: other.uses ?? [] }));
          return write(folder, path, { ...text, imports: renamed }, manifest);
        }
        case 'import': {
          const changed =
            at % 2 === 0 ? imports.slice(1) : [...(added ? [{ sources: added.sources }] : []), ...imports];
          return write(folder, path, { ...text, imports: changed }, manifest);
        }
        default:
          write(folder, path, { ...text, [edit]: other[edit] }, manifest);
      }
    });
}

interface State {
  readonly imports: FolderImports;
  readonly links: LinkedFolder;
}

function stateOf(folder: ReadonlyMap<string, Written>, before?: State): State {
  const files = [...folder].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, written]) => written);
  const input = {
    paths: files.map(({ file }) => file.path),
    facts: new Map(files.map(({ file }) => [file.path, file.modules])),
    manifests: new Map(
      files.flatMap(({ file, manifest }) => (manifest === undefined ? [] : [[file.path, manifest]])),
    ),
  };
  const imports = runSteps(importSteps(input, before?.imports));
  const linked = files.map(({ file }) => ({ ...file, imports: imports.byPath.get(file.path) ?? [] }));
  return { imports, links: runSteps(linkSteps(linked, before?.links)) };
}

/** Much faster to compare than maps. */
function written({ imports, links }: State): string {
  return JSON.stringify([[...imports.byPath], [...links.uses], [...links.usedBy]], undefined, 1);
}

const history = fc.subarray([...GROUPS], { minLength: 1, maxLength: 2 }).chain((groups) => {
  const file = fc.oneof(...groups.map(writing));
  const manifests = groups.flatMap(writingManifest);
  const edit = fc.oneof(...groups.map(editing));
  return fc.record({
    first: fc.tuple(
      ...manifests.slice(0, 1),
      ...manifests.slice(2, 3),
      ...Array.from({ length: 20 }, () => file),
    ),
    rounds: fc.array(
      fc.array(fc.oneof(file, ...manifests, { weight: 9, arbitrary: edit }), { minLength: 1, maxLength: 2 }),
      { minLength: 1, maxLength: 10 },
    ),
  });
});

it('gives the same links after any changes as for a new folder', () => {
  fc.assert(
    fc.property(history, ({ first, rounds }) => {
      const folder: Folder = new Map();
      for (const change of first) change(folder);
      let state = stateOf(folder);
      for (const round of rounds) {
        for (const change of round) change(folder);
        state = stateOf(folder, state);
        expect(written(state)).toBe(written(stateOf(folder)));
      }
    }),
    { numRuns: 500 },
  );
});

it('drops the links to the sources of a header once it has too many', () => {
  const folder: Folder = new Map();
  write(folder, 'store.h', { language: 'c' });
  write(folder, 'main.c', { language: 'c', uses: ['beta'], imports: [{ sources: ['store.h'] }] });
  for (let at = 0; at < 9; at += 1) write(folder, `${at}/store.c`, { language: 'c', defines: ['beta'] });
  const before = stateOf(folder);
  expect(before.links.uses.get('main.c' as RepoPath)).toHaveLength(10);
  write(folder, 'other/store.c', { language: 'c', defines: ['unrelated'] });
  expect(stateOf(folder, before).links.uses.get('main.c' as RepoPath)).toEqual(['store.h']);
});
