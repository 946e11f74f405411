import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { describeLeftOut } from './describeLeftOut';
import { IGNORE_FILE_NAMES, parseIgnoreFile, type FolderPath, type IgnoreFileName } from './ignoreFile';
import { createIgnoreStack, decide, enterFolder, type IgnoreStack } from './ignoreStack';
import type { LeftOut } from './leftOut';

interface Rules {
  readonly user?: string;
  readonly exclude?: string;
  /** Texts of ignore files by path, outer folders first. */
  readonly files?: Readonly<Record<string, string>>;
  readonly ignoreCase?: boolean;
}

function stackOf({ user = '', exclude, files = {}, ignoreCase = false }: Rules): IgnoreStack {
  const userPatterns = parseIgnoreFile({ kind: 'user', folder: '', file: 'user' }, user, ignoreCase);
  const file = '.git/info/exclude' as RepoPath;
  let stack = createIgnoreStack({
    ...{ userPatterns, ignoreCase },
    ...(exclude !== undefined && {
      exclude: parseIgnoreFile({ kind: 'exclude', folder: '', file }, exclude, ignoreCase),
    }),
  });
  for (const [path, text] of Object.entries(files)) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/'))) as FolderPath;
    const kind = path.slice(path.lastIndexOf('/') + 1) as IgnoreFileName;
    stack = enterFolder(stack, folder, [
      parseIgnoreFile({ kind, folder, file: path as RepoPath }, text, ignoreCase),
    ]);
  }
  return stack;
}

/** A path that ends in a slash is a folder's. */
function ask(rules: Rules, path: string): LeftOut | undefined {
  const isFolder = path.endsWith('/');
  return decide(stackOf(rules), (isFolder ? path.slice(0, -1) : path) as RepoPath, isFolder);
}

const why = (rules: Rules, path: string): string | undefined => {
  const leftOut = ask(rules, path);
  return leftOut && describeLeftOut(leftOut);
};

describe('power', () => {
  test('user, then the four files in order, then info/exclude, then the built-in list', () => {
    const ladder: [file: string, expected: LeftOut][] = [
      ...IGNORE_FILE_NAMES.map((name): [string, LeftOut] => [
        name,
        { source: 'file', rule: 'yarn.lock', file: name as string as RepoPath, line: 1 },
      ]),
    ];
    const exclude = 'yarn.lock';
    for (const [index, [, expected]] of ladder.entries()) {
      const files = Object.fromEntries(ladder.slice(index).map(([name]) => [name, 'yarn.lock']));
      expect(ask({ exclude, files }, 'yarn.lock')).toEqual(expected);
      expect(ask({ user: '\nyarn.lock', exclude, files }, 'yarn.lock')).toEqual({
        source: 'user',
        rule: 'yarn.lock',
        line: 2,
      });
    }
    expect(ask({ exclude }, 'yarn.lock')).toEqual({
      source: 'file',
      rule: 'yarn.lock',
      file: '.git/info/exclude',
      line: 1,
    });
    expect(ask({}, 'yarn.lock')).toEqual({ source: 'built-in', rule: 'yarn.lock' });
  });

  test('an exception of a stronger kind wins against a rule of a weaker one, however deep', () => {
    const files = { '.strataignore': '!*.gen', 'a/.gitignore': '*.gen' };
    expect(ask({ files }, 'a/x.gen')).toBeUndefined();
    expect(ask({ files: { ...files, 'a/.strataignore': 'x.gen' } }, 'a/x.gen')).toMatchObject({
      file: 'a/.strataignore',
    });
    expect(ask({ user: '!x.gen', files: { '.strataignore': 'x.gen' } }, 'x.gen')).toBeUndefined();
  });

  test('within a kind the deeper file, then the later line', () => {
    const files = { '.gitignore': 'a.log\n!a.log\n*.log', 'd/.gitignore': '!a.log' };
    expect(ask({ files }, 'd/a.log')).toBeUndefined();
    expect(ask({ files }, 'd/b.log')).toMatchObject({ rule: '*.log', file: '.gitignore', line: 3 });
    expect(ask({ files: { '.gitignore': '*.log\n!a.log' } }, 'a.log')).toBeUndefined();
  });

  test('an exception in any file takes a name off the built-in list', () => {
    expect(ask({ files: { '.gitignore': '!yarn.lock' } }, 'yarn.lock')).toBeUndefined();
    expect(ask({ exclude: '!node_modules/' }, 'node_modules/')).toBeUndefined();
  });

  test('a stack stays as it was when a folder below is entered', () => {
    const above = stackOf({});
    const below = enterFolder(above, '', [
      parseIgnoreFile({ kind: '.gitignore', folder: '', file: '.gitignore' as RepoPath }, 'x'),
    ]);
    expect(decide(above, 'x' as RepoPath, false)).toBeUndefined();
    expect(decide(below, 'x' as RepoPath, false)).toMatchObject({ rule: 'x' });
    expect(enterFolder(above, 'a' as RepoPath, [])).toBe(above);
  });
});

describe('where a pattern reaches', () => {
  test.each<[file: string, rule: string, yes: string[], no: string[]]>([
    ['.gitignore', 'x', ['x', 'a/x', 'a/b/x/'], ['xx', 'x/y']],
    ['.gitignore', '/x', ['x', 'x/'], ['a/x']],
    ['.gitignore', 'x/', ['x/', 'a/x/'], ['x', 'a/x']],
    ['.gitignore', 'a/x', ['a/x'], ['b/a/x']],
    ['a/.gitignore', '/x', ['a/x'], ['a/b/x']],
    ['a/.gitignore', 'b/*.c', ['a/b/x.c'], ['a/b/d/x.c']],
    ['a/.gitignore', '**/x.c', ['a/x.c', 'a/b/x.c'], ['a/x.cc']],
    ['.gitignore', '__proto__', ['__proto__', 'a/__proto__/'], ['proto', 'constructor']],
    ['.gitignore', 'constructor/', ['constructor/'], ['constructor', 'toString']],
    ['.gitignore', 'n?me', [], ['näme']],
    ['.gitignore', 'n??me', ['näme'], ['n\u00e4\u00e4me']],
  ])('%s: %s', (file, rule, yes, no) => {
    const rules = { files: { [file]: rule } };
    expect(yes.filter((path) => ask(rules, path) === undefined)).toEqual([]);
    expect(no.filter((path) => ask(rules, path) !== undefined)).toEqual([]);
  });

  test('names that every object has are ordinary names to an empty stack', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])
      for (const path of [name, `${name}/`, `${name}/${name}`])
        expect(ask({ files: { '.gitignore': '*.o\nx\n/y' } }, path)).toBeUndefined();
  });
});

describe('sensitive names', () => {
  test.each([
    '.env',
    '.env.local',
    '.envrc',
    'prod.env',
    'a/id_rsa',
    'id_ed25519',
    'tls/server.pem',
    'SERVER.KEY',
    'x.p12',
    'x.jks',
    '.npmrc',
    '.pypirc',
    '.netrc',
    'credentials',
    '.aws/credentials',
    '.git-credentials',
    'v.kdbx',
    '.htpasswd',
    'service-account-prod.json',
    'serviceAccountKey.json',
    '.ssh/',
    '.envs/',
    '.bash_history',
  ])('%s is one', (path) => {
    expect(ask({}, path)).toMatchObject({ source: 'sensitive' });
  });

  test.each([
    'id_rsa.pub',
    'keys.ts',
    'key.go',
    'environment.ts',
    'env.ts',
    'src/credentials/',
    'credentials.ts',
    'credentials.go',
    'monkey',
    'tls/ca.crt',
    'secrets.yaml',
    'password.py',
    'src/env/',
    'keystore.java',
    'service-account.yaml',
    '.nvmrc',
    'token.rs',
  ])('%s is none', (path) => {
    expect(ask({}, path)).toBeUndefined();
  });

  test('only an exception of the user lifts them, and they are the reason shown', () => {
    const files = { '.gitignore': '.env', '.strataignore': '!.env' };
    expect(ask({ files }, '.env')).toEqual({ source: 'sensitive', rule: '.env*' });
    expect(ask({ files: { '.gitignore': '.env' } }, '.env')).toEqual({ source: 'sensitive', rule: '.env*' });
    expect(ask({ user: '!.env', files: { '.gitignore': 'x' } }, '.env')).toBeUndefined();
    expect(ask({ user: '.env' }, '.env')).toMatchObject({ source: 'sensitive' });
  });
});

describe('the built-in list', () => {
  test.each([
    '.git/',
    '.git',
    '.hg/',
    'a/node_modules/',
    '__pycache__/',
    '.venv/',
    'venv/',
    'package-lock.json',
    'Cargo.lock',
    'go.sum',
    '.DS_Store',
    '.idea/',
    'a.ts.crswap',
    'logo.png',
    'LOGO.PNG',
    'a.woff2',
    'lib.so',
    'lib.so.1.2',
    'x.pyc',
    'model.gguf',
    'data.sqlite',
    'bundle.js.map',
    'history.toml',
    'x_history.toml',
  ])('%s is on it', (path) => {
    expect(ask({}, path)).toMatchObject({ source: 'built-in' });
  });

  test.each([
    'a.ts',
    'a.mts',
    'icon.svg',
    'go.mod',
    '.gitignore',
    '.github/',
    '.vscode/',
    'build/',
    'dist/',
    'out/',
    'target/',
    'bin/',
    'obj/',
    'lib/',
    'vendor/',
    'src/venv/',
    'pods/',
    'coverage/',
    'history.ts',
    'history.toml/',
    'page.pt',
    'teapot.obj',
    'package.json',
    'png',
    'node_modules',
  ])('%s is not', (path) => {
    expect(ask({}, path)).toBeUndefined();
  });

  test('no exception brings in .git or a history', () => {
    const rules = { user: '!*', files: { '.gitignore': '!*/\n!history.toml\n!.git' } };
    expect(ask(rules, '.git/')).toEqual({ source: 'built-in', rule: '.git' });
    expect(ask(rules, 'a/history.toml')).toEqual({ source: 'built-in', rule: 'history.toml' });
    expect(ask(rules, 'a/my_history.toml')).toEqual({ source: 'built-in', rule: '*_history.toml' });
  });
});

test('every reason is a plain phrase', () => {
  const files = { 'a/.gitignore': 'x\n\n*.log' };
  expect(why({ files }, 'a/b.log')).toBe('ignored by `*.log` in `a/.gitignore` line 3');
  expect(why({ user: 'tmp/' }, 'tmp/')).toBe('ignored by `tmp/` in your own patterns, line 1');
  expect(why({}, 'yarn.lock')).toBe('left out by default: `yarn.lock`');
  expect(why({}, '.env.local')).toBe('sensitive name: `.env*`');
  expect(why({ user: `${'x*'.repeat(60)}y*` }, 'x'.repeat(60) + 'y')?.length).toBeLessThan(170);
});

describe('stars within a name', () => {
  test.each<[rule: string, ignored: string[], kept: string[]]>([
    [
      'lib**/*.md',
      ['lib/a.md', 'lib/x/y/a.md', 'libx/a.md', 'lib-a.md'],
      ['a.md', 'x/lib/a.md', 'lib/a.mdx'],
    ],
    ['a/lib**/b/c', ['a/lib/b/c', 'a/libx/y/b/c', 'a/libb/c'], ['a/b/c', 'lib/b/c', 'a/lib/c']],
    ['/lib**\\/b', ['lib/b', 'libx/y/b'], ['libb', 'x/lib/b']],
    ['x/lib**', ['x/lib', 'x/liby', 'x/libz/a'], ['lib', 'x/li']],
    ['m*n**/o', ['mn/o', 'mxny/o'], ['mn/z/o', 'mno']],
    ['m?**/o', ['mn/o'], ['mn/z/o', 'mno']],
  ])('%s', (rule, ignored, kept) => {
    const isIgnored = (path: string): boolean => ask({ files: { '.gitignore': rule } }, path) !== undefined;
    expect(ignored.filter((path) => !isIgnored(path))).toEqual([]);
    expect(kept.filter(isIgnored)).toEqual([]);
  });
});

describe('a repository that ignores case', () => {
  test.each<[rule: string, ignored: string[], kept: string[]]>([
    ['Build/', ['build/', 'BUILD/'], ['build']],
    ['/Docs/*.MD', ['docs/a.md', 'DOCS/A.Md'], ['x/docs/a.md']],
    ['[A-C]x', ['ax', 'BX'], ['dx']],
    ['[[:upper:]]x', ['ax', 'AX'], ['1x']],
    ['lib**/*.md', ['LIB/x/y/A.MD'], ['a.md']],
    ['Ä', ['Ä'], ['ä']],
  ])('%s', (rule, ignored, kept) => {
    const isIgnored = (path: string): boolean =>
      ask({ files: { 'sub/.gitignore': rule }, ignoreCase: true }, `sub/${path}`) !== undefined;
    expect(ignored.filter((path) => !isIgnored(path))).toEqual([]);
    expect(kept.filter(isIgnored)).toEqual([]);
  });

  test('ignores it in all files, and in patterns of the user', () => {
    const rule = 'Notes.txt';
    const path = 'notes.TXT';
    expect(ask({ user: rule, ignoreCase: true }, path)).toMatchObject({ rule });
    expect(ask({ exclude: rule, ignoreCase: true }, path)).toMatchObject({ rule });
    for (const name of IGNORE_FILE_NAMES)
      expect(ask({ files: { [name]: rule }, ignoreCase: true }, path)).toMatchObject({ rule });
    expect(ask({ user: rule, exclude: rule }, path)).toBeUndefined();
  });
});
