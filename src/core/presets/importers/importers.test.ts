import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../files/repoPath';
import { parseExchange } from '../exchange';
import { compileGlob } from '../../globs/glob';
import { expandPatterns } from '../globRules';
import { nameFault } from '../preset';

function read(text: string, name?: string) {
  const exchange = parseExchange(text, name === undefined ? {} : { name });
  if (exchange.kind === 'refused') throw new Error(`${exchange.place}: ${exchange.reason}`);
  return exchange;
}

function refusal(text: string, name: string): string {
  const exchange = parseExchange(text, { name });
  return exchange.kind === 'refused' ? `${exchange.place}: ${exchange.reason}` : 'taken';
}

describe('a project of Manual Slop', () => {
  const text = `
[project]
name = "engine"
git_dir = ""
system_prompt = "Be brief."
summary_only = true

[output]
output_dir = "./md_gen"
namespace = "engine"

[files]
base_dir = "C:\\\\dev\\\\engine"
paths = [
  "src/main.c",
  'C:\\dev\\engine\\src\\draw.c',
  "C:/elsewhere/x.c",
  "docs/**/*.md",
  { path = "src/host.c", view_mode = "skeleton", injected_at = 1767323045.0, tier = 3, note = "?" },
]

[screenshots]
base_dir = "shots"
paths = ["a.png", "../b.png"]

[discussion]
roles = ["User", "AI"]

[aggregation]
default_mode = "outline"
cache_enabled = false
cache_dir = ".cache"

[beads]
enabled = true

[context_presets.drawing]
files = ["src/draw.c"]
`;

  test('becomes a preset of its name, beside its presets', () => {
    const { format, presets, keepSummaries } = read(text, 'engine.toml');
    expect(format).toBe('Manual Slop project');
    expect(presets.map(({ preset }) => preset.name)).toEqual(['engine', 'drawing']);
    expect(presets[0]).toMatchObject({
      preset: {
        description: 'From engine.toml',
        files: [
          { path: 'src/draw.c' },
          {
            path: 'src/host.c',
            viewMode: 'skeleton',
            injectedAt: '2026-01-02T03:04:05.000Z',
            agentTier: 3,
            unknown: { note: '?' },
          },
          { path: 'src/main.c' },
        ],
        screenshots: ['shots/a.png'],
        settings: { systemPrompt: 'Be brief.', summaryOnly: true, strategy: 'summarize', richness: 3 },
      },
      globs: { include: ['docs/**/*.md'] },
    });
    expect(keepSummaries).toBe(false);
  });

  test('says what it took, what it left, what it refused', () => {
    const { taken, left, refused } = read(text, 'engine.toml');
    expect(taken).toEqual([
      'Preset “engine”: 3 files, 1 screenshot, settings (strategy, summary_only, richness, system_prompt)',
      'Preset “engine”: the files of 1 pattern',
      'Preset “drawing”: 1 file',
      'Summaries are kept: no',
    ]);
    expect(left).toEqual([
      'discussion is left: only files and settings can be imported',
      'project.git_dir is left',
      'aggregation.cache_dir is left',
      'output is left',
      'beads is left',
      'The folder C:\\dev\\engine: paths are meant from the folder that is open',
      'engine.files."src/host.c".note is kept, but not known here',
    ]);
    expect(refused).toMatchObject([
      { place: 'files.paths.2', reason: '"C:/elsewhere/x.c" starts with a drive letter' },
      { place: 'screenshots.paths.1', reason: '"shots/../b.png" goes up with ..' },
    ]);
  });

  test.each([
    ['full', { strategy: 'full' }],
    ['summarize', { strategy: 'summarize' }],
    ['else', {}],
  ])('its mode %j sets %j', (mode, settings) => {
    const project = `[project]\nname = "x"\n[aggregation]\ndefault_mode = "${mode}"`;
    expect(read(project).presets[0]?.preset.settings).toEqual(settings);
  });

  test('a name that is taken, or none, does not stand in the way', () => {
    const project = '[project]\nname = "x"\n[files]\npaths = []\n[context_presets.x]';
    expect(read(project).presets.map(({ preset }) => preset.name)).toEqual(['x (project)', 'x']);
    expect(read('[project]\n[files]', 'deep/engine.toml').presets[0]?.preset.name).toBe('engine');
    expect(read('[project]\nname = "__proto__"\n[files]').presets[0]?.preset.name).toBe(
      'Manual Slop project',
    );
  });

  test('its name is none that one of its presets has, and none too long', () => {
    const presets = '[context_presets.x]\n[context_presets."x (project)"]';
    const names = read(`[project]\nname = "x"\n[files]\n${presets}`).presets.map(({ preset }) => preset.name);
    expect(names).toEqual(['x (project 2)', 'x', 'x (project)']);
    const long = 'n'.repeat(200);
    const both = read(`[project]\nname = "${long}"\n[files]\n[context_presets.${long}]`).presets;
    expect(both.map(({ preset }) => nameFault(preset.name))).toEqual([undefined, undefined]);
  });

  test('a pattern in a table stands for its files, shown as the table says', async () => {
    const project = `[project]
[files]
paths = [
  { path = "src/*.py", view_mode = "skeleton", ast_signatures = true },
  { path = "src/gen/*", auto_aggregate = false },
  { path = "doc/*", force_full = true, view_mode = "outline" },
  { path = "../*" },
  "*.md",
]`;
    const { presets, left, refused } = read(project, 'x.toml');
    const [imported] = presets;
    expect(imported?.preset.files).toEqual([]);
    const paths = ['README.md', 'doc/a', 'src/a.py', 'src/gen/b'] as RepoPath[];
    const items = imported?.globs && (await expandPatterns(imported.globs, matchingOf(paths)));
    expect(items?.map(({ path, viewMode }) => [path, viewMode])).toEqual([
      ['README.md', 'full'],
      ['doc/a', 'full'],
      ['src/a.py', 'skeleton'],
      ['src/gen/b', 'none'],
    ]);
    const sentence = 'its files only take how much of them is shown';
    expect(left).toEqual([`files.paths.0: ${sentence}`, `files.paths.1: ${sentence}`]);
    expect(refused.map(({ place }) => place)).toEqual(['files.paths.3']);
    expect(refusal('[project]\n[files]\npaths = [{ path = "*", view_mode = 1 }]', 'x.toml')).toContain(
      'files.paths.0: view_mode:',
    );
  });

  test.each([String.raw`c:\Dev\Engine`, String.raw`\\host\Dev\Engine`])(
    'paths in %s are its own in whichever case',
    (base) => {
      const paths = [`${base.toUpperCase()}\\Src\\a.c`, `${base.replaceAll('\\', '/')}/b.c`];
      const { presets, refused } = read(JSON.stringify({ project: {}, files: { base_dir: base, paths } }));
      expect(refused).toEqual([]);
      expect(presets[0]?.preset.files.map(({ path }) => path)).toEqual(['Src/a.c', 'b.c']);
    },
  );

  test.each(['', 'C:\\Dev', 'sub'])('patterns below %j have the separators of Windows or others', (base) => {
    const paths = [String.raw`src\*.py`, { path: String.raw`lib\**\*.c`, view_mode: 'outline' }];
    const { presets } = read(JSON.stringify({ project: {}, files: { base_dir: base, paths } }));
    const folder = base === 'sub' ? 'sub/' : '';
    expect(presets[0]?.globs).toMatchObject({
      include: [`${folder}src/*.py`, `${folder}lib/**/*.c`],
      levels: [{ pattern: `${folder}lib/**/*.c`, mode: 'outline' }],
    });
  });

  test('wrong types are refused by their place', () => {
    expect(refusal('[project]\nname = 1\n[files]', 'x.toml')).toContain('project.name:');
    expect(refusal('[project]\n[files]\npaths = "a"', 'x.toml')).toContain('files.paths:');
    expect(refusal('[project]\n[files]\npaths = [[]]', 'x.toml')).toContain('files.paths.0:');
    expect(refusal('[project]\n[screenshots]\npaths = [1]', 'x.toml')).toContain('screenshots.paths.0:');
  });

  test('is no pyproject.toml', () => {
    expect(refusal('[project]\nname = "x"\n[build-system]\nrequires = []', 'pyproject.toml')).toContain(
      'nothing',
    );
  });

  test('its history is left, and said to be', () => {
    const history = read(
      'active = "main"\n[discussions.main]\nhistory = ["User: hi"]',
      'engine_history.toml',
    );
    expect(history.presets).toEqual([]);
    expect(history.left).toEqual([
      'The discussion is left (active, discussions): only files and settings can be imported',
    ]);
  });
});

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

  test('says what it left and refused', () => {
    const { left, refused } = read(text);
    expect(left).toEqual([
      'ignore.useGitignore is left',
      'output.style is left',
      'output.removeComments is left',
    ]);
    expect(refused.map(({ place }) => place)).toEqual(['output.patterns.3', 'ignore.customPatterns.1']);
  });

  test('its ignore patterns become lines of .gitignore syntax, which has no braces', () => {
    const customPatterns = ['**/*.{test,spec}.ts', './dist/', '#recycle', '!keep', 'src/!(*.gen).ts'];
    const { ignorePatterns, refused } = read(JSON.stringify({ ignore: { customPatterns }, include: [] }));
    expect(ignorePatterns).toEqual(['**/*.test.ts', '**/*.spec.ts', 'dist/', '\\#recycle', '!keep']);
    expect(refused.map(({ place }) => place)).toEqual(['ignore.customPatterns.4']);
  });

  test('what is not read as it is meant is refused and not counted as taken', () => {
    const config = {
      include: ['src/!(*.test).ts', 'app/(shop)/[id]/*.tsx'],
      ignore: { customPatterns: ['[', 'tmp/'] },
      output: { patterns: [{ pattern: '@(a|b)/**', compress: true }] },
    };
    const some = read(JSON.stringify(config));
    expect(some.taken).toEqual([
      'Preset “repomix”: the files of 1 pattern',
      '1 ignore pattern for your own rules',
    ]);
    expect(some.refused.map(({ place }) => place)).toEqual([
      'include.0',
      'output.patterns.0',
      'ignore.customPatterns.0',
    ]);
    const none = read('{"include": ["../x"], "output": {"compress": true}}');
    expect(none.taken).toEqual(['Preset “repomix”: no files']);
  });

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

  test('what leads out of the folder is refused by its place', () => {
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
    expect(presets[0]?.globs?.include).toEqual(inside);
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

function matchingOf(paths: readonly RepoPath[]) {
  return (pattern: string) => {
    const glob = compileGlob(pattern);
    if (glob.kind === 'refused') throw new Error(glob.reason);
    return Promise.resolve(paths.filter((path) => glob.matches(path)));
  };
}

describe('a preset or a persona alone', () => {
  test('is read as one of a table, under its own name or that of its file', () => {
    const persona = read('name = "mender"\nagent_tier = 3\nsystem_prompt = "Mend it."\n', 'x.toml');
    expect(persona.personas).toMatchObject([{ name: 'mender', agentTier: 3, systemPrompt: 'Mend it.' }]);
    expect(persona.presets).toEqual([]);
    const preset = read('{"description": "all", "files": ["a.ts", "../b.ts"]}', 'dir/review.json');
    expect(preset.presets.map((each) => each.preset)).toMatchObject([
      { name: 'review', description: 'all', files: [{ path: 'a.ts' }] },
    ]);
    expect(preset.refused).toHaveLength(1);
  });

  test.each([
    ['name = "__proto__"\nagent_tier = 3\n', 'name'],
    ['name = "a"\nagent_tier = 7\n', 'agent_tier'],
    ['name = "a"\nschema_version = 2\nfiles = []\n', 'schema_version'],
    ['files = 7\n', 'files'],
  ])('%j is refused, and the place is named', (text, place) => {
    expect(refusal(text, 'x.toml')).toContain(place);
  });

  test('a name alone is nothing that can be imported', () => {
    expect(refusal('name = "a"\n', 'x.toml')).toContain('nothing that can be imported');
  });
});
