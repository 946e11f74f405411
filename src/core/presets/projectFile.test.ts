import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyPersona, anyPreset } from '../../../tests/arbitraries/anyPreset';
import type { RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from '../items/fileItem';
import { orderItems } from '../items/effectiveView';
import type { Persona } from './persona';
import { read } from '../../../tests/importing';
import type { Preset } from './preset';
import { spliceProjectFile, type ProjectChange } from './projectFile';
import { presetsToToml } from './write';

const project = `# Ours, since 2024.
schema_version = 1 # keep

[tool.other] # not ours
list = [ # of things
  1, 2, # two
]

# For reviews.
[context_presets."review auth"] # the big one
description = "old" # change me
later = 1
files = [
  # the heart of it
  "./src\\\\a.ts", # and its test
  { path = "b.ts", view_mode = "full" },
]

# How it is sent.
[context_presets."review auth".settings]
strategy = "auto" # for now
task = """
# no comment
[no.header]
"""

[context_presets.other]
files = ["c.ts"]

[personas.careful]
agent_tier = 4
`;

function presets(text: string): readonly Preset[] {
  return read(text).presets.map(({ preset }) => preset);
}

function review(text = project): Preset {
  const found = presets(text).find(({ name }) => name === 'review auth');
  if (found === undefined) throw new Error('it is gone');
  return found;
}

function edited(change: ProjectChange, text = project) {
  const edit = spliceProjectFile(text, change);
  if (edit.kind === 'refused') throw new Error(`${edit.place}: ${edit.reason}`);
  return edit;
}

describe('replaces only changed values and keeps every other byte', () => {
  it.each(['\n', '\r\n'])('in one key, with lines that end in %j', (lineEnd) => {
    const text = `\ufeff${project.replaceAll('\n', lineEnd)}`;
    const preset = { ...review(text), description: 'new' };
    const edit = edited({ kind: 'preset', preset }, text);
    expect(edit).toEqual({
      kind: 'spliced',
      text: text.replace('description = "old"', 'description = "new"'),
      lostComments: [],
    });
    expect(review(edit.text)).toEqual(preset);
  });

  test('nothing, where nothing has changed', () => {
    const edit = edited({ kind: 'preset', preset: review() });
    expect(edit).toEqual({ kind: 'spliced', text: project, lostComments: [] });
  });

  test('in one setting', () => {
    const old = review();
    const preset: Preset = { ...old, settings: { ...old.settings, strategy: 'full', budgetTokens: 9 } };
    const { text } = edited({ kind: 'preset', preset });
    expect(text).toBe(
      project
        .replace('strategy = "auto"', 'strategy = "full"')
        .replace('[no.header]\n"""\n', '[no.header]\n"""\nbudget_tokens = 9\n'),
    );
  });

  describe('in the list of files', () => {
    const withFiles = (files: readonly FileItem[]) =>
      edited({ kind: 'preset', preset: { ...review(), files } });

    test('one goes, with the comment on its line', () => {
      const { text, lostComments } = withFiles(review().files.filter(({ path }) => path === 'b.ts'));
      expect(text).toBe(project.replace('  "./src\\\\a.ts", # and its test\n', ''));
      expect(lostComments).toEqual(['# and its test']);
    });

    test('one is shown in another mode, and the other keeps its words', () => {
      const files = review().files.map((file) =>
        file.path === 'b.ts' ? file : { ...file, viewMode: 'outline' as const },
      );
      const { text, lostComments } = withFiles(files);
      expect(text).toBe(project.replace('"./src\\\\a.ts"', '{ path = "src/a.ts", view_mode = "outline" }'));
      expect(lostComments).toEqual([]);
    });

    test('some come, each on a line of its own', () => {
      const more = ['a.ts', 'c.ts', 'z.ts'].map((path) => defaultItem(path as RepoPath));
      const { text, lostComments } = withFiles([...review().files, ...more]);
      expect(lostComments).toEqual([]);
      for (const line of project.split('\n')) expect(text).toContain(line);
      expect(text.split('\n').filter((line) => /^ {2}"[acz]\.ts",$/.test(line))).toHaveLength(3);
    });
  });

  test.each(['# only\n# comments', '# only\n\n', '# only\r\n'])('below the comments of %j', (text) => {
    const edit = edited({ kind: 'preset', preset: review() }, text);
    expect(edit).toMatchObject({ kind: 'spliced', lostComments: [] });
    expect(edit.text.startsWith(text)).toBe(true);
    expect(edit.text).toContain('schema_version = 1');
  });

  test('the comments that open the file, when its first preset goes', () => {
    const text = '# Presets of the project.\n[context_presets.x]\nfiles = ["a"]\n\n[tool]\nkey = 1\n';
    const edit = edited({ kind: 'remove', from: 'context_presets', name: 'x' }, text);
    expect(edit).toEqual({
      ...{ kind: 'spliced', lostComments: [] },
      text: '# Presets of the project.\n[tool]\nkey = 1\n',
    });
  });

  test('dotted keys', () => {
    const text = '[context_presets.x]\nfiles = []\nsettings.task = "a" # now\n\n# Ours.\n[tool]\n';
    const [preset] = presets(text);
    if (preset === undefined) throw new Error('it is gone');
    const settings = { task: 'b', strategy: 'full' } as const;
    const edit = edited({ kind: 'preset', preset: { ...preset, settings } }, text);
    expect(edit).toEqual({
      ...{ kind: 'spliced', lostComments: [] },
      text: text.replace('"a" # now\n', '"b" # now\nsettings.strategy = "full"\n'),
    });
  });

  test('a name', () => {
    const { text, lostComments } = edited({
      kind: 'preset',
      preset: { ...review(), name: 'auth' },
      before: 'review auth',
    });
    expect(text).toBe(project.replaceAll('[context_presets."review auth"', '[context_presets.auth'));
    expect(lostComments).toEqual([]);
  });

  test('a preset that goes, with the comments above it', () => {
    const { kind, text, lostComments } = edited({
      kind: 'remove',
      from: 'context_presets',
      name: 'review auth',
    });
    expect(kind).toBe('spliced');
    const start = project.indexOf('# For reviews.');
    expect(text).toBe(project.slice(0, start) + project.slice(project.indexOf('[context_presets.other]')));
    expect(lostComments).toContain('# How it is sent.');
  });

  test('a preset that comes, at the end', () => {
    const preset = { ...review(), name: 'third' };
    const { text } = edited({ kind: 'preset', preset }, project.trimEnd());
    expect(text.startsWith(`${project}\n[context_presets.third]\n`)).toBe(true);
    expect(presets(text)).toHaveLength(3);
  });

  test('a persona', () => {
    const careful: Persona = {
      name: 'careful',
      modelId: undefined,
      agentTier: 4,
      strategy: 'full',
      systemPrompt: '',
      budgetTokens: undefined,
      richness: undefined,
      askModelFirst: false,
    };
    expect(edited({ kind: 'persona', persona: careful }).text).toBe(
      `${project}aggregation_strategy = "full"\n`,
    );
    expect(edited({ kind: 'remove', from: 'personas', name: 'careful' }).text).toBe(
      project.replace('[personas.careful]\nagent_tier = 4\n', ''),
    );
  });
});

test('a new file gets the version', () => {
  const { text } = edited({ kind: 'preset', preset: review() }, '');
  expect(text.startsWith('schema_version = 1\n\n[context_presets."review auth"]\n')).toBe(true);
});

test.each([
  [
    'a list of tables without a header above it',
    '# ours\n[[context_presets.x.files]]\npath = "a" # why\n\n[tool]\nsince = 2024-01-01 # keep\n',
    '# ours\n[context_presets.x]\ndescription = "new"\n\n[[context_presets.x.files]]\npath = "a" # why\n\n[tool]\nsince = 2024-01-01 # keep\n',
  ],
  [
    'settings without a header above them',
    '[context_presets.x.settings]\ntask = "t" # why\n\n[tool]\nsince = 2024-01-01 # keep\n',
    '[context_presets.x]\ndescription = "new"\n\n[context_presets.x.settings]\ntask = "t" # why\n\n[tool]\nsince = 2024-01-01 # keep\n',
  ],
  [
    'keys with dots',
    '# ours\ncontext_presets.x.files = ["a"]\n\n[tool]\nsince = 2024-01-01 # keep\n',
    '# ours\ncontext_presets.x.files = ["a"]\ncontext_presets.x.description = "new"\n\n[tool]\nsince = 2024-01-01 # keep\n',
  ],
  [
    'an inline table among others',
    '[context_presets]\nx = { files = ["a"] }\ny = { files = ["b"] } # keep\n[tool]\nsince = 2024-01-01 # keep\n',
    '[context_presets]\ny = { files = ["b"] } # keep\n[tool]\nsince = 2024-01-01 # keep\n\n[context_presets.x]\nfiles = [\n  "a",\n]\ndescription = "new"\n',
  ],
])('whatever its layout, the rest of the file keeps every byte: %s', (_layout, before, after) => {
  for (const lineEnd of ['\n', '\r\n']) {
    const text = before.replaceAll('\n', lineEnd);
    const old = presets(text).find(({ name }) => name === 'x');
    if (old === undefined) throw new Error('it is gone');
    const edit = edited({ kind: 'preset', preset: { ...old, description: 'new' } }, text);
    expect(edit).toEqual({ kind: 'spliced', text: after.replaceAll('\n', lineEnd), lostComments: [] });
    for (const change of [
      { kind: 'remove', from: 'context_presets', name: 'x' },
      { kind: 'preset', preset: { ...old, name: 'z' }, before: 'x' },
      { kind: 'preset', preset: { ...old, settings: { budgetTokens: 9 } } },
    ] as const) {
      const other = edited(change, text);
      expect(other.kind).toBe('spliced');
      expect(other.text).toContain(`since = 2024-01-01 # keep${lineEnd}`);
    }
  }
});

test('inline tables keep what is around them', () => {
  const text = '# mine\ncontext_presets = { x = { files = ["a"] } } # all\n[more]\nkey = 1 # keep\n';
  const preset = { ...presets(text)[0], description: 'new' } as Preset;
  const edit = edited({ kind: 'preset', preset }, text);
  expect(edit).toMatchObject({ kind: 'spliced', lostComments: [] });
  expect(presets(edit.text)).toEqual([preset]);
  expect(edit.text.endsWith(' # all\n[more]\nkey = 1 # keep\n')).toBe(true);
});

/** A preset with blanks and comments wherever TOML allows them, split around the value to change. */
const commented = fc
  .record({
    above: fc.array(fc.constantFrom('', '# above', '  # "quoted" = [1]', '\t# 日本')),
    between: fc.array(fc.constantFrom('', '# between', '  #]')),
    space: fc.constantFrom('', ' ', '\t', '   '),
    tail: fc.constantFrom('', ' # tail', '\t#"', "# x = '''"),
    value: fc.constantFrom('"old"', "'old'", '"""old"""', "'''\nold'''", '"\\u006fld"', '"""\nol\\\n  d"""'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    more: fc.constantFrom([], ['[tool.x] # not ours', 'key = [1, # one', ' 2]']),
  })
  .map(({ above, between, space, tail, value, lineEnd, more }) => {
    const head = [...above, `[context_presets.x]${tail}`, ...between, `${space}description${space}=${space}`];
    const files = [
      `files = [${tail}`,
      ...between,
      `${space}'b.ts'${space},${tail}`,
      ` "a.ts"${tail}`,
      `]${tail}`,
    ];
    const rest = [tail, ...between, ...files, ...above, ...more, ''];
    return {
      before: head.join(lineEnd),
      value: value.replaceAll('\n', lineEnd),
      after: rest.join(lineEnd),
    };
  });

test('every byte but those of the changed value stays, whatever is around it', () => {
  fc.assert(
    fc.property(commented, ({ before, value, after }) => {
      const [preset] = presets(before + value + after);
      if (preset === undefined) throw new Error('it is gone');
      const change = { kind: 'preset', preset: { ...preset, description: 'new' } } as const;
      expect(edited(change, before + value + after)).toEqual({
        ...{ kind: 'spliced', lostComments: [] },
        text: `${before}"new"${after}`,
      });
    }),
    { numRuns: 150 },
  );
});

test('a list keeps its comments and every other line, whatever file comes', () => {
  fc.assert(
    fc.property(commented, fc.constantFrom('0.ts', 'aa.ts', 'z.ts'), ({ before, value, after }, path) => {
      const text = before + value + after;
      const [preset] = presets(text);
      if (preset === undefined) throw new Error('it is gone');
      const files = orderItems([...preset.files, defaultItem(path as RepoPath)]);
      const edit = edited({ kind: 'preset', preset: { ...preset, files } }, text);
      expect(edit).toMatchObject({ kind: 'spliced', lostComments: [] });
      expect(presets(edit.text)[0]?.files).toEqual(files);
      const withoutIt = edit.text.replace(new RegExp(`[ \\t]*"${path}",\\r?\\n`), '');
      // The last entry gets a comma if another follows.
      expect(withoutIt.replace('"a.ts",', '"a.ts"')).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['[context_presets', 'line 1'],
  ['schema_version = 2', 'schema_version'],
  ['[context_presets.x]\nfiles = 1', 'context_presets.x.files'],
  ['a = { __proto__ = 1 }', 'a.__proto__'],
])('%j cannot be read and is never written', (text, place) => {
  const edit = spliceProjectFile(text, { kind: 'preset', preset: review() });
  expect(edit.kind === 'refused' && edit.place).toContain(place);
});

test('no name is taken from another', () => {
  const change = { kind: 'preset', preset: { ...review(), name: 'other' }, before: 'review auth' } as const;
  expect(spliceProjectFile(project, change)).toMatchObject({ kind: 'refused', reason: 'already exists' });
  const bad = { kind: 'preset', preset: { ...review(), name: '__proto__' } } as const;
  expect(spliceProjectFile(project, bad).kind).toBe('refused');
});

test('any preset or persona can be set, changed, renamed and removed among others', () => {
  const comment = '# stays whatever happens';
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPreset, { selector: ({ name }) => name, minLength: 3, maxLength: 3 }),
      anyPersona,
      fc.boolean(),
      ([first, second, third], persona, isWindows) => {
        if (first === undefined || second === undefined || third === undefined) return;
        const written = `${comment}\n${presetsToToml({ presets: [first, second], personas: [persona] })}`;
        const text = isWindows ? written.replaceAll('\n', '\r\n') : written;
        const now = presets(text).find(({ name }) => name === second.name);
        if (now === undefined) throw new Error('it is gone');
        const changes: readonly [ProjectChange, readonly Preset[]][] = [
          [{ kind: 'preset', preset: third }, [third]],
          [{ kind: 'preset', preset: { ...third, name: second.name } }, [{ ...third, name: second.name }]],
          [
            { kind: 'preset', preset: { ...now, name: third.name }, before: second.name },
            [{ ...now, name: third.name }],
          ],
          [{ kind: 'remove', from: 'context_presets', name: second.name }, []],
          [{ kind: 'remove', from: 'personas', name: persona.name }, []],
        ];
        for (const [change, there] of changes) {
          const edit = edited(change, text);
          expect(edit).toMatchObject({ kind: 'spliced', lostComments: [] });
          expect(edit.text.startsWith(comment)).toBe(true);
          expect(presets(edit.text)).toEqual(expect.arrayContaining([...there]));
          expect(edit.text.includes('\r\n')).toBe(isWindows);
        }
      },
    ),
    { numRuns: 50 },
  );
});

it('writes a mask whose order alone has changed', () => {
  const mask = (...symbols: readonly string[]) =>
    symbols.map((symbol) => ({ symbol, level: 'def' as const }));
  const withMask = (...symbols: readonly string[]): Preset => ({
    ...review(),
    files: review().files.map((file) => ({ ...file, astMask: mask(...symbols) })),
  });
  let text = project;
  for (const symbols of [
    ['a', 'b'],
    ['b', 'a'],
    ['10', '1'],
    ['1', '10'],
  ]) {
    text = edited({ kind: 'preset', preset: withMask(...symbols) }, text).text;
    expect(review(text).files[0]?.astMask).toEqual(mask(...symbols));
  }
});
