import { describe, expect, test } from 'vitest';
import { matchingOf, read, refusal } from '../../../../tests/importing';
import type { RepoPath } from '../../files/repoPath';
import { expandPatterns } from '../globRules';
import { nameFault } from '../preset';

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
        screenshots: [{ source: 'shots/a.png', alt: '' }],
        settings: { systemPrompt: 'Be brief.', summaryOnly: true, strategy: 'summarize', richness: 3 },
      },
      globs: { include: ['docs/**/*.md'] },
    });
    expect(keepSummaries).toBe(false);
  });

  test('lists the imported, ignored, and refused parts', () => {
    const { imported, ignored, refused } = read(text, 'engine.toml');
    expect(imported).toEqual([
      'Preset “engine”: 3 files, 1 screenshot, settings (strategy, summary_only, richness, beads, system_prompt)',
      'Preset “engine”: the files of 1 pattern',
      'Preset “drawing”: 1 file',
      'Keep summaries: off',
    ]);
    expect(ignored).toEqual([
      "discussion can't be imported, only files and settings",
      'project.git_dir is not supported',
      'aggregation.cache_dir is not supported',
      'output is not supported',
      'The folder C:\\dev\\engine: paths start at the open folder instead',
      'engine.files."src/host.c".note is unknown, but kept',
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

  test('a name that is taken or missing is no problem', () => {
    const project = '[project]\nname = "x"\n[files]\npaths = []\n[context_presets.x]';
    expect(read(project).presets.map(({ preset }) => preset.name)).toEqual(['x (project)', 'x']);
    expect(read('[project]\n[files]', 'deep/engine.toml').presets[0]?.preset.name).toBe('engine');
    expect(read('[project]\nname = "__proto__"\n[files]').presets[0]?.preset.name).toBe(
      'Manual Slop project',
    );
  });

  test('its name differs from those of its presets and is not too long', () => {
    const presets = '[context_presets.x]\n[context_presets."x (project)"]';
    const names = read(`[project]\nname = "x"\n[files]\n${presets}`).presets.map(({ preset }) => preset.name);
    expect(names).toEqual(['x (project) 2', 'x', 'x (project)']);
    const long = 'n'.repeat(200);
    const both = read(`[project]\nname = "${long}"\n[files]\n[context_presets.${long}]`).presets;
    expect(both.map(({ preset }) => nameFault(preset.name))).toEqual([undefined, undefined]);
  });

  test('a pattern in a table applies the table’s mode to its files', async () => {
    const project = `[project]
[files]
paths = [
  { path = "src/*.py", view_mode = "skeleton", ast_signatures = true },
  { path = "src/gen/*", auto_aggregate = false },
  { path = "doc/*", force_full = true, view_mode = "outline" },
  { path = "../*" },
  "*.md",
]`;
    const { presets, ignored, refused } = read(project, 'x.toml');
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
    const sentence = 'only the view mode applies to the files of a pattern';
    expect(ignored).toEqual([`files.paths.0: ${sentence}`, `files.paths.1: ${sentence}`]);
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

  test('its history is ignored, and the import says so', () => {
    const history = read(
      'active = "main"\n[discussions.main]\nhistory = ["User: hi"]',
      'engine_history.toml',
    );
    expect(history.presets).toEqual([]);
    expect(history.ignored).toEqual([
      "The discussion (active, discussions) can't be imported, only files and settings",
    ]);
  });
});
