import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder, type TestRepository } from '../../../../tests/git/testRepository';
import { blobOid } from '../objects/blobOid';
import { byteStringToBytes, bytesToByteString } from '../byteString';
import type { Oid } from '../model';
import { unifiedDiff, type DiffSide } from './unifiedDiff';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const line = fc.constantFrom(
  ...[
    '',
    '',
    '}',
    '  }',
    'function a() {',
    '  return 1;',
    '\tif (x) {',
    '    y();',
    '  ',
    'é',
    '# x',
    '$y = 2',
    '_z',
  ],
  ...[
    '\r',
    'a\r',
    ' \v',
    '-- sql',
    '++ x',
    'x'.repeat(100),
    `long ${'é'.repeat(60)}`,
    '\xff\xfe',
    '\\ No',
    'class B:',
  ],
);
const lines = fc.array(line, { maxLength: 40 });
/** Edits keep most of a text, so that there are hunks, moves and repeated blocks. */
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(4), added: fc.array(line, { maxLength: 4 }) });
const pair = fc
  .record({
    before: lines,
    edits: fc.array(edit, { maxLength: 5 }),
    copied: fc.boolean(),
    ends: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ before, edits, copied, ends: [oldEnd, end] }) => {
    const after = [...before];
    for (const { at, removed, added } of edits) after.splice(at % (after.length + 1), removed, ...added);
    if (copied) after.splice(after.length >> 1, 0, ...before.slice(0, 6));
    return [textOf(before, oldEnd), textOf(after, end)] as const;
  });

function textOf(some: readonly string[], hasEnd: boolean): string {
  return some.map((one) => `${one}\n`).join('') + (hasEnd ? '' : 'last');
}

test('prints what git diff prints, and git apply makes the new files of it', () => {
  const repository = temporary.createRepository('generated');
  const pairs = fc.sample(pair, { numRuns: 1_500, seed: 27 });
  const paths = pairs.map((_, at) => `f${String(at).padStart(4, '0')}`);
  const ours = pairs.map(([before, after], at) => {
    const path = paths[at] ?? '';
    return diffOf(side(path, before), side(path, after));
  });
  const trees = [0, 1].map((which) =>
    writeTree(
      repository,
      pairs.map((texts) => texts[which] ?? ''),
      paths,
    ),
  );
  const theirs = repository.git(['diff-tree', '-p', '--abbrev=12', ...trees]).split(/^(?=diff --git )/m);
  const equal = ours.filter((diff) => diff !== '');
  const different = theirs.filter((diff, at) => diff !== equal[at]);
  // Generated texts repeat the same few lines, which is the hardest case for the choice among equal results.
  expect(equal).toHaveLength(theirs.length);
  expect(different.length / theirs.length).toBeLessThan(0.01);

  repository.git(['read-tree', trees[0] ?? '']);
  repository.git(['apply', '--cached', '--whitespace=nowarn'], byteStringToBytes(ours.join('')));
  expect(repository.git(['write-tree']).trim()).toBe(trees[1]);
});

test('prints modes, names, links, submodules, binary data and renames as git does', () => {
  const repository = temporary.createRepository('headers');
  const text = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  const before: readonly DiffSide[] = [
    ...[
      side('mode', text),
      side('mode and text', text),
      side('gone', text),
      side('gone empty', ''),
      side('empty', ''),
    ],
    ...[
      side('binary', 'a\0b'),
      side('late NUL', `${'x'.repeat(7_999)}\0`),
      side('later NUL', `${'x'.repeat(8_000)}\0`),
    ],
    ...[
      side('q"uote', text),
      side('tab\there', text),
      side('ü', text),
      side('sp ace', text),
      side('link', 'target', 0o120000),
    ],
    ...[
      side('to link', text),
      side('module', '', 0o160000, '1'.repeat(40)),
      side('module gone', '', 0o160000, '2'.repeat(40)),
    ],
    ...[side('no end', 'a\nb'), side('to binary', text), side('gone binary', '\0')],
  ];
  const after: readonly DiffSide[] = [
    ...[
      side('mode', text, 0o100755),
      side('mode and text', 'b\n', 0o100755),
      side('new', text),
      side('new empty', ''),
    ],
    ...[side('empty', 'x\n'), side('binary', 'a\0c'), side('late NUL', `y${'x'.repeat(7_998)}\0`)],
    ...[
      side('later NUL', `y${'x'.repeat(7_999)}\0`),
      side('q"uote', 'b\n'),
      side('tab\there', 'b\n'),
      side('ü', 'b\n'),
    ],
    ...[side('sp ace', 'b\n'), side('link', 'other', 0o120000), side('to link', 'mode', 0o120000)],
    ...[side('module', '', 0o160000, '3'.repeat(40)), side('module new', '', 0o160000, '4'.repeat(40))],
    ...[
      side('no end', 'a\nb\n'),
      side('to binary', '\0'),
      side('new binary', '\0'),
      side('new mode', text, 0o100755),
    ],
  ];
  const trees = [before, after].map((sides) => writeSides(repository, sides));
  const theirs = repository.git(['diff-tree', '-p', '--abbrev=12', '--no-renames', ...trees]);
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort(byBytes);
  const ours = paths.map((path) => {
    const [old, present] = [before, after].map((sides) => sides.find((one) => one.path === path));
    return diffOf(old, present);
  });
  expect(ours.join('')).toBe(theirs);
});

test('prints renames as git does', () => {
  const repository = temporary.createRepository('renames');
  const text = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('');
  const changed = text.replace('line 7\n', 'line seven\n');
  const moves = [
    { from: side('a', text), to: side('b c', text), similarity: 1 },
    { from: side('d', changed.repeat(2)), to: side('é', changed.repeat(2), 0o100755), similarity: 1 },
    {
      from: side('f', text.toUpperCase()),
      to: side('g', text.toUpperCase().replace('LINE 9\n', 'x\n')),
      similarity: 0.96,
    },
  ];
  const trees = [moves.map(({ from }) => from), moves.map(({ to }) => to)].map((sides) =>
    writeSides(repository, sides),
  );
  const theirs = repository.git(['diff-tree', '-p', '-M', '--abbrev=12', ...trees]);
  const ours = moves
    .toSorted((a, b) => byBytes(a.to.path, b.to.path))
    .map(({ from, to, similarity }) => {
      const [, printed] = /similarity index (\d+)%/.exec(theirs.slice(theirs.indexOf(`${' '}b/g`))) ?? [];
      return diffOf(from, to, similarity === 1 ? 1 : Number(printed) / 100);
    });
  expect(ours.join('')).toBe(theirs);
});

test('believes the attribute about what is text', () => {
  const [old, present] = [side('x', 'a\0\n'), side('x', 'b\0\n')];
  const options = { idLength: 7 };
  const sides = { before: old, after: present };
  expect(printed(unifiedDiff(sides, { ...options, diff: 'set' }))).toContain('@@ -1 +1 @@\n-a\0\n+b\0\n');
  const texts = { before: side('x', 'a\n'), after: side('x', 'b\n') };
  expect(printed(unifiedDiff(texts, { ...options, diff: 'unset' }))).toContain(
    'Binary files a/x and b/x differ\n',
  );
});

test('compares large files in little time, whatever they contain', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `  line ${at % 1_700} ${at % 7 === 0 ? '{' : ''}\n`);
  const edited = many.map((one, at) => (at % 400 === 0 ? `changed ${at}\n` : one));
  expect(milliseconds(many.join(''), edited.join(''))).toBeLessThan(500);
  // The same lines in another order, each of them often
  const mixed = many.map((_, at) => many[(at * 7_919) % many.length] ?? '');
  expect(milliseconds(many.join(''), mixed.join(''))).toBeLessThan(5_000);
  const letters = Array.from({ length: 30_000 }, (_, at) => `${(at * at) % 11}\n`);
  expect(milliseconds(letters.join(''), letters.toReversed().join(''))).toBeLessThan(10_000);
  const blank = '\n'.repeat(30_000);
  expect(milliseconds(blank, blank.slice(0, 17_000))).toBeLessThan(5_000);
});

test('survives any bytes', () => {
  const bytes = fc.string({ unit: fc.constantFrom(...'ab\n\n\r\0 \t{}\xff'), maxLength: 60 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const diff = diffOf(side('x', one), side('x', other));
      expect(diff === '').toBe(one === other);
    }),
    { numRuns: 10_000, seed: 27 },
  );
});

function milliseconds(before: string, after: string): number {
  const start = performance.now();
  diffOf(side('x', before), side('x', after));
  return performance.now() - start;
}

function side(path: string, text: string, mode = 0o100644, oid?: string): DiffSide {
  const bytes = byteStringToBytes(text);
  return { path, mode, bytes, oid: (oid as Oid | undefined) ?? blobOid(bytes) };
}

function diffOf(before: DiffSide | undefined, after: DiffSide | undefined, similarity = 1): string {
  const options = { idLength: 12, similarity };
  if (before !== undefined) return printed(unifiedDiff({ before, after }, options));
  return after === undefined ? '' : printed(unifiedDiff({ before, after }, options));
}

function printed(bytes: Uint8Array): string {
  return bytesToByteString(bytes);
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Writes a tree of files, and returns its id. */
function writeTree(repository: TestRepository, texts: readonly string[], paths: readonly string[]): string {
  return writeSides(
    repository,
    texts.map((text, at) => side(paths[at] ?? '', text)),
  );
}

/** `git fast-import` takes all files in one go. */
function writeSides(repository: TestRepository, sides: readonly DiffSide[]): string {
  const blobs = sides
    .filter(({ mode }) => mode !== 0o160000)
    .map(({ bytes }) => `blob\ndata ${bytes.length}\n${bytesToByteString(bytes)}\n`);
  repository.git(['fast-import', '--quiet'], byteStringToBytes(blobs.join('')));
  const lines = sides.map(({ mode, oid, path }) => `${mode.toString(8)} ${oid}\t${path}\0`);
  repository.git(['read-tree', '--empty']);
  repository.git(['update-index', '-z', '--index-info'], lines.join(''));
  return repository.git(['write-tree', '--missing-ok']).trim();
}
