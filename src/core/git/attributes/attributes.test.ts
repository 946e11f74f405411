import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../../tests/git/testRepository';
import { parseAttributeFile, type AttributeFile } from './attributeFile';
import { attributesOf } from './attributes';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const NAMES = ['text', 'eol', 'diff', 'binary', 'filter', 'mine', 'other', 'merge'];
const FOLDERS = ['', 'a', 'a/b', 'c d'];
const FILES = ['x.txt', 'y.bin', 'é.md', '#x', 'a b', 'q"uote', 'X.TXT', '!bang', 'back\\slash'];
const PATHS = FOLDERS.flatMap((folder) => FILES.map((file) => (folder === '' ? file : `${folder}/${file}`)));

const word = fc
  .tuple(
    fc.constantFrom(...['', '', '', '', '', '', '', '', '', '-', '-', '-', '!', '!', '!', '--', '!-']),
    fc.constantFrom(...[...NAMES, ...NAMES, ...NAMES, ...NAMES, 'bad!', 'ä', '1x', '_u', '.d', '']),
    fc.constantFrom('', '', '', '=auto', '=lf', '=crlf', '=', '=a=b', '=é'),
  )
  .map((parts) => parts.join(''));
const pattern = fc.constantFrom(
  ...['*', '*.txt', '*.bin', 'x.*', '/x.txt', 'a/', 'a/**', '**/b/*', 'a/b/y.bin', 'b/*', '*/x.txt', '**'],
  ...[
    '"a b"',
    '"q\\"uote"',
    '"\\303\\251.md"',
    'é.md',
    '#x',
    '"#x"',
    '\\#x',
    '"#x',
    '"a b',
    '"x\\qy"',
    '[xy].*',
  ],
  ...[
    '!x.txt',
    '"!bang"',
    '\\!bang',
    'x**.txt',
    '"back\\\\\\\\slash"',
    '[attr]',
    'x.txt/',
    'X.txt',
    'a?b',
    '"c d/*"',
  ],
);
const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '', ' ', '\t'),
        fc.oneof(
          { weight: 8, arbitrary: pattern },
          { weight: 1, arbitrary: word.map((name) => `[attr]${name}`) },
        ),
        fc.array(word, { minLength: 0, maxLength: 4 }),
        fc.constantFrom(' ', ' ', '\t', '  '),
        fc.constantFrom('', '', ' ', '\r'),
      )
      .map(([start, first, words, blank, end]) => start + [first, ...words].join(blank) + end),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '# comment', '\r', '[attr]mine -other text', `${'x'.repeat(2050)} text`),
  },
);
const text = fc
  .tuple(fc.constantFrom('', '', '\uFEFF'), fc.array(line, { minLength: 1, maxLength: 8 }))
  .map(([mark, lines]) => mark + lines.join('\n'));

const ROUNDS = 10;
const TREES_PER_ROUND = 10;

test('gives every file the attributes that git gives it', () => {
  const repository = temporary.createRepository('attributes');
  const round = fc.record({
    top: text,
    info: text,
    trees: fc.array(fc.array(fc.option(text), { minLength: FOLDERS.length, maxLength: FOLDERS.length }), {
      minLength: TREES_PER_ROUND,
      maxLength: TREES_PER_ROUND,
    }),
  });
  let specified = 0;
  for (const [index, { top, info, trees }] of fc.sample(round, { numRuns: ROUNDS, seed: 27 }).entries()) {
    const ignoreCase = index % 4 === 3;
    repository.git(['config', 'core.ignoreCase', String(ignoreCase)]);
    const byFolder = new Map<string, AttributeFile>();
    const add = (folder: string, content: string): void => {
      repository.write(folder === '' ? '.gitattributes' : `${folder}/.gitattributes`, content);
      byFolder.set(folder, parseAttributeFile({ folder, text: content, ignoreCase }));
    };
    add('', top);
    for (const [number, texts] of trees.entries()) {
      for (const [at, folder] of FOLDERS.entries()) add(below(`t${number}`, folder), texts[at] ?? '');
    }
    repository.write('.git/info/attributes', info);
    const infoFile = parseAttributeFile({ folder: '', text: info, ignoreCase });
    const paths = trees.flatMap((_, number) => PATHS.map((path) => `t${number}/${path}`));
    const theirs = byGit(repository.git(['check-attr', '-z', '--stdin', ...NAMES], paths.join('\0') + '\0'));
    const ours = paths.flatMap((path) => {
      const values = attributesOf({ byFolder, info: infoFile, ignoreCase }, path);
      return NAMES.map((name) => `${path} ${name} ${printed(values.get(name))}`);
    });
    specified += ours.filter((entry) => !entry.endsWith('unspecified')).length;
    const different = ours.filter((entry, at) => entry !== theirs[at]);
    expect(different, JSON.stringify({ top, info, trees }, undefined, 1)).toEqual([]);
  }
  expect(specified).toBeGreaterThan(4_000);
});

test('reads mutated files without failing', () => {
  const mutated = fc
    .tuple(
      text,
      fc.array(fc.tuple(fc.nat(400), fc.constantFrom(...'"\\[]*!-=\0\r\n/ #\uD800é')), { maxLength: 6 }),
    )
    .map(([source, edits]) =>
      edits.reduce((so, [at, insert]) => so.slice(0, at % (so.length + 1)) + insert + so.slice(at), source),
    );
  fc.assert(
    fc.property(mutated, (source) => {
      const file = parseAttributeFile({ folder: '', text: source });
      attributesOf({ byFolder: new Map([['', file]]) }, 'a/b/x.txt');
    }),
    { numRuns: 10_000, seed: 27 },
  );
});

function below(folder: string, name: string): string {
  return name === '' ? folder : `${folder}/${name}`;
}

function printed(value: boolean | string | undefined): string {
  if (value === undefined) return 'unspecified';
  if (typeof value === 'string') return value;
  return value ? 'set' : 'unset';
}

function byGit(output: string): readonly string[] {
  const fields = Buffer.from(output, 'latin1').toString().split('\0').slice(0, -1);
  const lines: string[] = [];
  for (let at = 0; at < fields.length; at += 3) lines.push(fields.slice(at, at + 3).join(' '));
  return lines;
}
