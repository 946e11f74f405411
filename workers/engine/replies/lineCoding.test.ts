import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOURCE_ENCODINGS, type SourceEncoding } from '../../../src/core/files/sourceEncoding';
import { spliceLines } from '../../../src/core/replies/spliceLines';
import { lineCoding } from './lineCoding';

const decoded = (bytes: Uint8Array, encoding: SourceEncoding) =>
  new TextDecoder(encoding, { ignoreBOM: true, fatal: true }).decode(bytes);

/** Node lacks ISO-8859-16. */
const CODED = SOURCE_ENCODINGS.filter((encoding) => !/^iso-(?:2022-jp|8859-16)$/.test(encoding));

test.for(CODED)('everything that %s has comes back', (encoding) => {
  const coding = lineCoding(encoding);
  const sample = 'aé ñ—Жы Ωπ שׁ ع ไ ł ő ß ã ķ 日本語 한국 简体 £€~\\';
  let written = 0;
  for (const character of sample) {
    const bytes = coding?.encode(character);
    if (bytes === undefined) continue;
    written += 1;
    expect(decoded(bytes, encoding)).toBe(character);
  }
  expect(written).toBeGreaterThan(3);
  if (encoding.startsWith('utf')) expect(coding?.encode('\ud800')).toBeUndefined();
  else expect(coding?.encode('🦄')).toBeUndefined();
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

const codings = new Map(CODED.map((encoding) => [encoding, lineCoding(encoding)]));

test('lines are replaced, and all others keep their bytes, in every encoding', () => {
  fc.assert(
    fc.property(
      text,
      fc.boolean(),
      fc.array(change, { maxLength: 4 }),
      fc.constantFrom<SourceEncoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk'),
      fc.boolean(),
      (lines, endsOpen, changes, encoding, hasMark) => {
        // The last line of an open text has a text, or it would be no line.
        const present = lines.map(({ text, end }, at) =>
          endsOpen && at === lines.length - 1 ? { text: `${text}z`, end: '' } : { text, end },
        );
        const whole = present.map(({ text: own, end }) => own + end).join('');
        const coding = codings.get(encoding);
        if (coding === undefined) throw new Error(encoding);
        const usable = encoding === 'gbk' ? whole.replaceAll('ñ', 'n') : whole;
        const mark =
          hasMark && encoding.startsWith('utf')
            ? (coding.encode('\ufeff') ?? new Uint8Array())
            : new Uint8Array();
        const bytes = new Uint8Array([...mark, ...(coding.encode(usable) ?? [])]);
        const replacements = replacementsOf(changes, present.length).map((one) => ({
          ...one,
          lines: one.lines.map((each) => (encoding === 'gbk' ? each.replaceAll('ñ', 'n') : each)),
        }));
        const spliced = spliceLines(bytes, replacements, { coding, start: mark.length });
        if (spliced === undefined) throw new Error('not encoded');
        const wanted = present.map(({ text: own }) => (encoding === 'gbk' ? own.replaceAll('ñ', 'n') : own));
        for (const { from, count, lines: added } of replacements.toReversed())
          wanted.splice(from - 1, count, ...added);
        const result = decoded(spliced.subarray(mark.length), encoding);
        expect([...spliced.subarray(0, mark.length)]).toEqual([...mark]);
        const split = result.split(/\r\n|\r|\n/);
        if (/(?:\r\n|\r|\n)$/.test(result) || result === '') split.pop();
        expect(split).toEqual(wanted);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('line ends and the missing end of the last line stay', () => {
  const coding = lineCoding('utf-8');
  if (coding === undefined) throw new Error();
  const spliced = (text: string, from: number, count: number, ...lines: string[]) =>
    new TextDecoder().decode(
      spliceLines(new TextEncoder().encode(text), [{ from, count, lines }], { coding }),
    );
  expect(spliced('a\r\nb\r\nc', 2, 1, 'x', 'y')).toBe('a\r\nx\r\ny\r\nc');
  expect(spliced('a\r\nb\r\nc', 3, 1, 'x', 'y')).toBe('a\r\nb\r\nx\r\ny');
  expect(spliced('a\r\nb', 3, 0, 'x')).toBe('a\r\nb\r\nx');
  expect(spliced('a\nb\r\n', 2, 1, 'x', 'y')).toBe('a\nx\r\ny\r\n');
  expect(spliced('a', 1, 1, 'x')).toBe('x');
  expect(spliced('a', 2, 0, 'x')).toBe('a\nx');
  expect(spliced('', 1, 0, 'x')).toBe('x\n');
  expect(spliced('a\n', 1, 1)).toBe('');
});
