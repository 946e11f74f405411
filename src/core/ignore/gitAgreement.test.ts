import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { parseIgnoreFile, type IgnoreFile } from './ignoreFile';
import { createIgnoreStack, decide, enterFolder, type IgnoreStack } from './ignoreStack';

/**
 * Compares the rules with git itself on random trees with nested .gitignore files. A hundred trees share a repository,
 * so that git starts only three times per hundred trees.
 */
const TREES = 1_000;
const TREES_PER_REPOSITORY = 100;
/**
 * One broad rule at the top can leave little for the rules below. In that case up to this many times as many trees are
 * generated.
 */
const MAX_TIMES = 5;
const EXCLUDE = '.git/info/exclude';

/** A folder with its ignore file, its files and its folders. */
interface Tree {
  readonly rules: string | undefined;
  readonly files: readonly string[];
  readonly folders: ReadonlyMap<string, Tree>;
}

const names = [
  ...[
    'a',
    'b',
    'ab',
    'abc',
    'foo',
    'foo.txt',
    'bar.log',
    'x.tar.log',
    'B',
    'Foo.TXT',
    'É',
    'a-b',
    '-',
    '.hidden',
    'é',
    'naïve.log',
    '日本',
  ],
  ...[
    'x[1].txt',
    'st*r',
    'wh?t',
    'back\\slash',
    '#hash',
    '!bang',
    'in ner',
    'end ',
    ' start',
    '{a,b}',
    'a]',
    '^',
    '_',
    '7',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'tab\there'],
];
const folderNames = ['a', 'b', 'foo', 'src', 'Src', 'd.log', 'in ner', '__proto__', 'constructor', 'é'];

const escaped = (name: string): string => name.replaceAll(/[\\*?[#! ]/g, String.raw`\$&`);
const wildcard = fc.constantFrom(
  ...[
    '*',
    '**',
    '***',
    '?',
    '??',
    '*?',
    '[a-c]',
    '[!a]',
    '[^a]',
    '[[:alpha:]]',
    '[[:punct:][:digit:]]',
    '[]a]',
    '[a\\]-]',
  ],
  ...[
    '[[:nope:]]',
    '[a',
    '[]',
    '[a/b]',
    '[-a]',
    '[a-',
    '[\\a-c]',
    '[!]',
    '[[:space:]]',
    '[[:upper:]b]',
    '[A-C]',
    '[Bx]',
    '\\B',
    '[[:]',
    '[[:a]',
  ],
);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names, ...folderNames) },
  { weight: 2, arbitrary: fc.constantFrom(...names).map(escaped) },
  { weight: 4, arbitrary: wildcard },
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', '.', 'log', '.log', 'o', '\\a', '\\', 'txt') },
);
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')) },
  { weight: 4, arbitrary: fc.constantFrom(...names, ...folderNames) },
  { weight: 2, arbitrary: fc.constantFrom('**', '*', '*.log', 'foo*') },
);
const written = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '!', '\\!', '!!', ' '),
    fc.constantFrom('', '', '/', '**/', '//', './'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('/', '/', '/', '\\/', '//'),
    fc.constantFrom('', '', '', '/', '/**', '/*', '\\', '//'),
    fc.constantFrom('', '', '', ' ', '  ', '\\ ', '\\  ', ' \\ ', '\t', ' \t'),
  )
  .map(([sign, start, segments, slash, end, blanks]) => sign + start + segments.join(slash) + end + blanks);
const noise = fc.string({ unit: fc.constantFrom(...'ab*?[]!\\/-#. :^'), minLength: 1, maxLength: 9 });
const line = fc.oneof(
  { weight: 8, arbitrary: written },
  { weight: 2, arbitrary: noise },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '# comment', '#', '!', '/', ' ', '\r', '*', '!*/', '/*', 'cut\0off'),
  },
);
/**
 * Before 2.42, git compared pointers into different buffers to see whether `**` begins a segment, so its result for
 * `x**` + `/` depends on memory layout. Such runs become one star, which is what they mean.
 */
function withoutUndefinedStars(text: string): string {
  return text.replaceAll(/(?<!^!?)(?<![/*])\*{2,}/g, '*');
}

const ignoreText = fc
  .tuple(
    fc.constantFrom('', '', '', '\uFEFF'),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([mark, lines, open]) => {
    const text = mark + lines.map(([content, end]) => withoutUndefinedStars(content) + end).join('');
    return open ? text.slice(0, -1) : text;
  });

const { tree } = fc.letrec<{ tree: Tree; leaf: Tree }>((tie) => {
  const node = (folders: fc.Arbitrary<[string, Tree][]>): fc.Arbitrary<Tree> =>
    fc
      .tuple(
        fc.option(ignoreText, { nil: undefined, freq: 2 }),
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
        folders,
      )
      .map(([rules, files, children]) => ({
        rules,
        files: files.filter((file) => !children.some(([folder]) => folder === file)),
        folders: new Map(children),
      }));
  const children = fc.uniqueArray(fc.tuple(fc.constantFrom(...folderNames), tie('tree')), {
    maxLength: 3,
    selector: ([name]) => name,
  });
  return {
    leaf: node(fc.constant([])),
    tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), node(children)),
  };
});

const root = mkdtempSync(join(tmpdir(), 'git-agreement-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('1,000 generated trees: the same files as git, for the same reasons, with and without case', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 0x7fffffff));
  const repositories = TREES / TREES_PER_REPOSITORY;
  const trees = fc.sample(tree, { numRuns: TREES * MAX_TIMES, seed });
  const tops = fc.sample(fc.option(ignoreText, { nil: undefined }), {
    numRuns: repositories * MAX_TIMES,
    seed,
  });
  const excludes = fc.sample(ignoreText, { numRuns: repositories * MAX_TIMES, seed: seed + 1 });
  let ignored = 0;
  for (const [batch, exclude] of excludes.entries()) {
    if (batch >= repositories && ignored > TREES) break;
    const members = trees.slice(batch * TREES_PER_REPOSITORY, (batch + 1) * TREES_PER_REPOSITORY);
    const whole: Tree = {
      rules: tops[batch],
      files: [],
      folders: new Map(members.map((member, index) => [`t${index}`, member])),
    };
    const folder = join(root, String(batch));
    writeTree(folder, whole);
    git(folder, ['init', '-q', '--template=']);
    const ignoreCase = batch % 2 === 1;
    git(folder, ['config', 'core.ignoreCase', String(ignoreCase)]);
    mkdirSync(join(folder, '.git/info'), { recursive: true });
    writeFileSync(join(folder, EXCLUDE), exclude);

    const ours = walk(whole, exclude, ignoreCase);
    const message = `SEED=${seed} batch ${batch}`;
    const explained = explainedByGit(folder, [...ours.reasons.keys()]);
    const different = [...ours.reasons].filter(([path, reason]) => explained.get(path) !== reason);
    expect(
      different.map(([path, reason]) => ({ path, ours: reason, git: explained.get(path) })),
      message,
    ).toEqual([]);
    expect(ours.kept.toSorted(), message).toEqual(listedByGit(folder).toSorted());
    ignored += [...ours.reasons.values()].filter((reason) => reason !== undefined).length;
  }
  // The corpus is only worth something if the rules ignore enough of it.
  expect(ignored).toBeGreaterThan(TREES);
});

interface Walked {
  readonly kept: readonly string[];
  /** For every file and folder, including those below ignored ones: `file:line:rule`, or undefined. */
  readonly reasons: ReadonlyMap<string, string | undefined>;
}

function walk(whole: Tree, exclude: string, ignoreCase: boolean): Walked {
  const kept: string[] = [];
  const reasons = new Map<string, string | undefined>();
  const start = createIgnoreStack({
    userPatterns: parseIgnoreFile({ kind: 'user', folder: '', file: 'user' }, ''),
    exclude: parseIgnoreFile({ kind: 'exclude', folder: '', file: EXCLUDE as RepoPath }, exclude, ignoreCase),
    ignoreCase,
  });
  const visit = (node: Tree, path: string, above: IgnoreStack, inherited: string | undefined): void => {
    const stack = enterFolder(above, path as RepoPath, ignoreFilesOf(node, path, ignoreCase));
    for (const name of filesOf(node)) {
      const reason = inherited ?? reasonFor(stack, below(path, name), false);
      reasons.set(below(path, name), reason);
      if (reason === undefined) kept.push(below(path, name));
    }
    for (const [name, child] of node.folders) {
      const reason = inherited ?? reasonFor(stack, below(path, name), true);
      reasons.set(below(path, name), reason);
      visit(child, below(path, name), stack, reason);
    }
  };
  visit(whole, '', start, undefined);
  return { kept, reasons };
}

function reasonFor(stack: IgnoreStack, path: string, isFolder: boolean): string | undefined {
  const leftOut = decide(stack, path as RepoPath, isFolder);
  if (leftOut === undefined) return undefined;
  return leftOut.source === 'file' ? `${leftOut.file}:${leftOut.line}:${leftOut.rule}` : leftOut.source;
}

function ignoreFilesOf(node: Tree, path: string, ignoreCase: boolean): IgnoreFile[] {
  if (node.rules === undefined) return [];
  const file = below(path, '.gitignore') as RepoPath;
  return [parseIgnoreFile({ kind: '.gitignore', folder: path as RepoPath, file }, node.rules, ignoreCase)];
}

function filesOf(node: Tree): string[] {
  return node.rules === undefined ? [...node.files] : ['.gitignore', ...node.files];
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function writeTree(folder: string, node: Tree): void {
  mkdirSync(folder);
  if (node.rules !== undefined) writeFileSync(join(folder, '.gitignore'), node.rules);
  for (const file of node.files) writeFileSync(join(folder, file), '');
  for (const [name, child] of node.folders) writeTree(join(folder, name), child);
}

function git(folder: string, options: readonly string[], input = ''): string {
  const settings = ['-c', 'core.excludesFile=/dev/null'];
  const environment = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CEILING_DIRECTORIES: root,
  };
  return execFileSync('git', [...settings, ...options], {
    cwd: folder,
    input,
    env: environment,
    maxBuffer: 1 << 28,
  }).toString();
}

function listedByGit(folder: string): string[] {
  return git(folder, ['ls-files', '-o', '--exclude-standard', '-z']).split('\0').slice(0, -1);
}

function explainedByGit(folder: string, paths: readonly string[]): Map<string, string | undefined> {
  const fields = git(folder, ['check-ignore', '-v', '-n', '--stdin', '-z'], paths.join('\0') + '\0').split(
    '\0',
  );
  const reasons = new Map<string, string | undefined>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [file, lineNumber, rule = '', path = ''] = fields.slice(at, at + 4);
    reasons.set(path, rule === '' || rule.startsWith('!') ? undefined : `${file}:${lineNumber}:${rule}`);
  }
  return reasons;
}
