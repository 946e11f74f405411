import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOURCE_ENCODINGS, type SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { Replacement } from '../../../src/core/replies/placedEdit';
import { editedBytes } from './editedBytes';
import { encodingNamed } from './encodings';

const decoded = (bytes: Uint8Array, encoding: SourceEncoding) =>
  new TextDecoder(encoding, { ignoreBOM: true, fatal: true }).decode(bytes);

/** Node lacks ISO-8859-16. */
const CODED = SOURCE_ENCODINGS.filter((encoding) => !/^iso-(?:2022-jp|8859-16)$/.test(encoding));

test.for(CODED)('everything that %s has comes back', (encoding) => {
  const coding = encodingNamed(encoding);
  const sample = 'aé ñ—Жы Ωπ שׁ ع ไ ł ő ß ã ķ 日本語 한국 简体 £€~\\';
  let written = 0;
  for (const character of sample) {
    const units = coding?.encode(character);
    if (units === undefined) continue;
    written += 1;
    const bytes = coding?.bytesOf(units) ?? new Uint8Array();
    expect(decoded(bytes, encoding)).toBe(character);
    expect(coding?.unitsOf(bytes)).toBe(units);
  }
  expect(written).toBeGreaterThan(3);
  if (encoding.startsWith('utf')) expect(coding?.encode('\ud800')).toBeUndefined();
});

const word = fc.constantFrom('', 'a', '  b', 'é', 'ñ=1;');
/** Lines that end with CR alone don't mix with others: CR and LF of two lines would be one end. */
const lineEnds = fc.constantFrom(['\n'], ['\r\n', '\n'], ['\r']);
const text = lineEnds.chain((ends) =>
  fc.array(fc.record({ text: word, end: fc.constantFrom(...ends) }), { maxLength: 12 }),
);

interface Change {
  readonly keep: number;
  readonly count: number;
  readonly lines: readonly string[];
}
const change = fc.record({
  keep: fc.nat(3),
  count: fc.nat(2),
  lines: fc.array(word, { maxLength: 3 }),
});

function replacementsOf(changes: readonly Change[], all: number) {
  let from = 1;
  return changes.flatMap(({ keep, count, lines }) => {
    from += keep;
    if (from - 1 + count > all) return [];
    const replacement = { from, count, lines };
    from += count;
    return [replacement];
  });
}

const MARKS: Partial<Record<SourceEncoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

test('lines are replaced, and all others keep their bytes, in every encoding', () => {
  fc.assert(
    fc.property(
      text,
      fc.boolean(),
      fc.array(change, { maxLength: 4 }),
      fc.constantFrom<SourceEncoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
      fc.boolean(),
      (lines, endsOpen, changes, encoding, hasMark) => {
        // The last line of an open text has a text, or it would be no line.
        const present = lines.map((line, at) =>
          endsOpen && at === lines.length - 1 ? { text: `${line.text}z`, end: '' } : line,
        );
        const mark = hasMark ? (MARKS[encoding] ?? []) : [];
        const units = encodingNamed(encoding)?.encode(
          present.map(({ text: own, end }) => own + end).join(''),
        );
        const bytes = encodingNamed(encoding)?.bytesOf(units ?? '') ?? [];
        const replacements = replacementsOf(changes, present.length);
        const edited = editedBytes(Uint8Array.from([...mark, ...bytes]), replacements, encoding);
        const wanted = present.map(({ text: own }) => own);
        for (const { from, count, lines: added } of replacements.toReversed())
          wanted.splice(from - 1, count, ...added);
        // Without an end, an empty last line is none.
        if (present.at(-1)?.end === '' && wanted.at(-1) === '') wanted.pop();
        expect([...(edited ?? []).slice(0, mark.length)]).toEqual(mark);
        const result = decoded(edited?.subarray(mark.length) ?? new Uint8Array(), encoding);
        const split = result.split(/\r\n|\r|\n/);
        if (/(?:\r\n|\r|\n)$/.test(result) || result === '') split.pop();
        expect(split).toEqual(wanted);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('line ends and the missing end of the last line stay', () => {
  const edited = (before: string, ...replacements: Replacement[]) =>
    decoded(
      editedBytes(new TextEncoder().encode(before), replacements, 'utf-8') ?? new Uint8Array(),
      'utf-8',
    );
  const of = (from: number, count: number, ...lines: string[]): Replacement => ({ from, count, lines });
  expect(edited('a\r\nb\r\nc', of(2, 1, 'x', 'y'))).toBe('a\r\nx\r\ny\r\nc');
  expect(edited('a\r\nb\r\nc', of(3, 1, 'x', 'y'))).toBe('a\r\nb\r\nx\r\ny');
  expect(edited('a\r\nb', of(3, 0, 'x'))).toBe('a\r\nb\r\nx');
  expect(edited('a\nb\r\n', of(2, 1, 'x', 'y'))).toBe('a\nx\r\ny\r\n');
  expect(edited('a\rb\r', of(1, 1, 'x', 'y'))).toBe('x\ry\rb\r');
  expect(edited('a', of(1, 1, 'x'))).toBe('x');
  expect(edited('a', of(2, 0, 'x'))).toBe('a\nx');
  expect(edited('', of(1, 0, 'x'))).toBe('x\n');
  expect(edited('a\n', of(1, 1))).toBe('');
});

test('a character that the file can not have is refused', () => {
  const bytes = Uint8Array.from([0xe9, 10]);
  const edited = (line: string) => editedBytes(bytes, [{ from: 1, count: 1, lines: [line] }], 'windows-1252');
  expect(edited('ñ')).toEqual(Uint8Array.from([0xf1, 10]));
  expect(edited('日')).toBeUndefined();
});
