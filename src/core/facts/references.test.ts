import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinReferences, NO_REFERENCES, packUses, usesOf, type NameUse } from './references';

const line = fc.integer({ min: 1, max: 3_000_000 });
const use: fc.Arbitrary<NameUse> = fc
  .record({
    name: fc
      .string({ minLength: 1, maxLength: 20, unit: 'binary' })
      .map((text) => text.replaceAll(/\s/g, '_')),
    places: fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 20 }),
  })
  .map(({ name, places }) => {
    // Within a line, calls come before other uses.
    const ordered = places.toSorted(([a, called], [b]) => a - b || (called ? -1 : 1));
    return {
      name,
      lines: ordered.map(([at]) => at),
      calls: ordered.flatMap(([at, called]) => (called ? [at] : [])),
    };
  });
const uses = fc.uniqueArray(use, { selector: ({ name }) => name, maxLength: 50 });

function byName(list: readonly NameUse[]): readonly NameUse[] {
  return list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

it('round-trips uses, also through JSON', () => {
  fc.assert(
    fc.property(uses, (list) => {
      const packed = packUses(list);
      expect(byName(usesOf(packed))).toEqual(byName(list));
      expect(JSON.parse(JSON.stringify(packed))).toEqual(packed);
      expect(JSON.stringify(packed.uses)).toHaveLength(packed.uses.length + 2);
    }),
  );
});

it('orders names by their first line', () => {
  const packed = packUses([
    { name: 'b', lines: [7, 9], calls: [9] },
    { name: 'unused', lines: [], calls: [] },
    { name: 'a', lines: [2, 2, 2], calls: [2] },
  ]);
  expect(usesOf(packed)).toEqual([
    { name: 'a', lines: [2, 2, 2], calls: [2] },
    { name: 'b', lines: [7, 9], calls: [9] },
  ]);
  // Most uses take one byte.
  expect(packed.uses).toHaveLength(7);
  expect(usesOf(NO_REFERENCES)).toEqual([]);
});

it('keeps 255 uses of a name and 20,000 names', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => at + 1);
  expect(usesOf(packUses([{ name: 'a', lines, calls: lines }]))).toEqual([
    { name: 'a', lines: lines.slice(0, 255), calls: lines.slice(0, 255) },
  ]);
  const many = Array.from({ length: 30_000 }, (_, at) => ({ name: `n${at}`, lines: [at + 1], calls: [] }));
  expect(usesOf(packUses(many))).toEqual(many.slice(0, 20_000));
});

it('joins the uses in parts of a file', () => {
  const part = packUses([
    { name: 'a', lines: [1, 2], calls: [2] },
    { name: 'b', lines: [1], calls: [] },
  ]);
  expect(
    usesOf(
      joinReferences([
        { references: part, lineOf: (line) => line + 10 },
        { references: NO_REFERENCES, lineOf: (line) => line + 5 },
        { references: packUses([{ name: 'a', lines: [3, 11], calls: [3] }]), lineOf: (line) => line },
      ]),
    ),
  ).toEqual([
    { name: 'a', lines: [3, 11, 11, 12], calls: [3, 12] },
    { name: 'b', lines: [11], calls: [] },
  ]);
});
