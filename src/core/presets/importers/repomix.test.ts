import { describe, expect, test } from 'vitest';
import { matchingOf, read, refusal } from '../../../../tests/importing';
import type { RepoPath } from '../../files/repoPath';
import { expandPatterns } from '../globRules';

describe('repomix.config.json', () => {
  const text = `{
  // what the model is to see
  "include": ["src/**", "docs", "{a,b"],
  "ignore": { "useGitignore": false, "customPatterns": ["**/*.test.ts", "a\\n!*", "tmp/",] },
  "output": {
    "style": "xml",
    "headerText": "Mind the // dots",
    "removeComments": true,
    "patterns": [
      { "pattern": "src/gen/**", "directoryStructureOnly": true, "compress": true },
      { "pattern": "src/**/*.ts", "compress": true },
      { "pattern": "src/main.ts" },
      { "pattern": "../x" },
    ],
  },
}`;
  const paths = [
    'docs/a.md',
    'src/gen/b.ts',
    'src/main.ts',
    'src/x.css',
    'test/y.ts',
    'README.md',
  ] as RepoPath[];

  test('gives patterns to expand, with levels as modes, the first that matches', async () => {
    const { format, presets, ignorePatterns } = read(text);
    expect(format).toBe('repomix configuration');
    expect(presets[0]?.preset.settings).toEqual({ instructions: 'Mind the // dots' });
    expect(ignorePatterns).toEqual(['**/*.test.ts', 'tmp/']);
    const globs = presets[0]?.globs;
    const items = globs && (await expandPatterns(globs, matchingOf(paths)));
    expect(items?.map(({ path, viewMode }) => [path, viewMode])).toEqual([
      ['docs/a.md', 'full'],
      ['src/gen/b.ts', 'none'],
      ['src/main.ts', 'skeleton'],
      ['src/x.css', 'full'],
    ]);
  });

  test('lists the ignored and refused parts', () => {
    const { ignored, refused } = read(text);
    expect(ignored).toEqual([
      'ignore.useGitignore is not supported',
      'output.style is not supported',
      'output.removeComments is not supported',
    ]);
    expect(refused.map(({ place }) => place)).toEqual(['output.patterns.3', 'ignore.customPatterns.1']);
  });

  test('its ignore patterns become lines of .gitignore syntax, which has no braces', () => {
    const customPatterns = ['**/*.{test,spec}.ts', './dist/', '#recycle', '!keep', 'src/!(*.gen).ts'];
    const { ignorePatterns, refused } = read(JSON.stringify({ ignore: { customPatterns }, include: [] }));
    expect(ignorePatterns).toEqual(['**/*.test.ts', '**/*.spec.ts', 'dist/', '\\#recycle', '!keep']);
    expect(refused.map(({ place }) => place)).toEqual(['ignore.customPatterns.4']);
  });

  test('patterns that cannot be read as intended are refused and not counted as imported', () => {
    const config = {
      include: ['!src/*.ts', 'app/(shop)/[id]/*.tsx'],
      ignore: { customPatterns: ['[', 'tmp/'] },
      output: { patterns: [{ pattern: '@(a|b)/**', compress: true }] },
    };
    const some = read(JSON.stringify(config));
    expect(some.imported).toEqual([
      'Preset “repomix”: the files of 1 pattern',
      '1 ignore pattern to add to yours',
    ]);
    expect(some.refused.map(({ place }) => place)).toEqual([
      'include.0',
      'output.patterns.0',
      'ignore.customPatterns.0',
    ]);
    const none = read('{"include": ["../x"], "output": {"compress": true}}');
    expect(none.imported).toEqual(['Preset “repomix”: no files']);
  });

  test('brackets and parentheses in `include` are parts of names, and braces are not', async () => {
    const routes = [
      'app/(shop)/[id]/@modal/(.)x/page.tsx',
      'src/routes/[[lang]]/+page.svelte',
      'a/!(b)/c.ts',
    ];
    const others = ['app/shop/i/page.tsx', 'src/routes/l/+page.svelte', 'a/c/c.ts'];
    const include = ['app/(shop)/[id]/**', 'src/routes/[[lang]]/+*.{svelte,ts}', 'a/!(b)/*.ts'];
    const { presets, refused } = read(JSON.stringify({ include }));
    expect(refused).toEqual([]);
    const globs = presets[0]?.globs;
    const items = globs && (await expandPatterns(globs, matchingOf([...routes, ...others] as RepoPath[])));
    expect(items?.map(({ path }) => path).toSorted()).toEqual(routes.toSorted());
  });

  test.each(['{"include": ["src"]}', '\ufeff{\n// c\n"ignore": {"customPatterns": ["x"],},}'])(
    'is known by its only key: %j',
    (config) => {
      expect(read(config).format).toBe('repomix configuration');
    },
  );

  test('is known by its schema where nothing else tells', () => {
    const schema = 'https://repomix.com/schemas/latest/schema.json';
    expect(read(JSON.stringify({ $schema: schema, include: ['src'] })).format).toBe('repomix configuration');
  });

  test('without patterns means all files, compressed where it says so', async () => {
    const all = read('{"output": {"compress": true}}', 'repomix.config.json').presets[0]?.globs;
    expect(all && (await expandPatterns(all, matchingOf(paths))).map(({ viewMode }) => viewMode)).toEqual(
      paths.map(() => 'skeleton'),
    );
    expect(read('{"include": ["../x"]}', 'repomix.config.json').presets[0]?.globs).toBeUndefined();
  });

  test.each(['.', './', ' .//. '])('the pattern %j means all files', async (pattern) => {
    const { presets, refused } = read(JSON.stringify({ include: [pattern] }), 'repomix.config.json');
    expect(refused).toEqual([]);
    const globs = presets[0]?.globs;
    const items = globs && (await expandPatterns(globs, matchingOf(paths)));
    expect(items?.map(({ path }) => path).sort()).toEqual(paths.toSorted());
  });

  test('patterns that lead outside the folder are refused with their place', () => {
    const inside = ['src/**', '[ab]/*.ts', String.raw`\!x`, String.raw`\{a\}/*`, '{a,b}/**'];
    const outside = [
      '../x',
      './..',
      '/',
      '/.',
      '/etc/x',
      String.raw`C:\x`,
      String.raw`\\host\x`,
      'file:///x',
      'a\0b',
      '%2e%2e/x',
    ];
    const { presets, refused } = read(
      JSON.stringify({ include: [...inside, ...outside], output: {} }),
      'repomix.config.json',
    );
    expect(presets[0]?.globs?.include).toEqual(inside.map((each) => each.replace('[ab]', '\\[ab\\]')));
    expect(refused.map(({ place }) => place)).toEqual(
      outside.map((_, at) => `include.${inside.length + at}`),
    );
  });

  test('wrong types are refused by their place', () => {
    expect(refusal('{"include": "src"}', 'repomix.config.json')).toContain('include:');
    expect(refusal('{"output": {"patterns": [{}]}}', 'repomix.config.json')).toContain(
      'output.patterns.0.pattern:',
    );
  });

  test('patterns that make a matcher go to and fro answer', async () => {
    const hostile = [
      '(a+)+$',
      `${'*a'.repeat(20)}b`,
      `${'**/a/'.repeat(12)}b`,
      '{'.repeat(3_000),
      '*'.repeat(5_000),
    ];
    const { presets, refused } = read(JSON.stringify({ include: hostile, output: {} }));
    const globs = presets[0]?.globs;
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `${'a/'.repeat(30)}${'a'.repeat(40)}${index}` as RepoPath,
    );
    expect(globs && (await expandPatterns(globs, matchingOf(many)))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
  });
});

test('.repomixignore gives patterns for the user’s own rules', () => {
  const { format, ignorePatterns, refused } = read(
    '\ufeff# built\r\ndist/\r\n\r\n!dist/keep\r\n[\r\n',
    'a/.repomixignore',
  );
  expect(format).toBe('ignore patterns');
  expect(ignorePatterns).toEqual(['dist/', '!dist/keep']);
  expect(refused.map(({ place }) => place)).toEqual(['line 5']);
});
