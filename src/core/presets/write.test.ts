import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyPersona, anyPreset } from '../../../tests/arbitraries/anyPreset';
import { read } from '../../../tests/importing';
import { presetsToJson, presetsToToml, type Shelf } from './write';

const byName = { selector: ({ name }: { name: string }) => name, maxLength: 3 };

const shelf = fc.record({
  presets: fc
    .uniqueArray(anyPreset, byName)
    .map((presets) => presets.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  personas: fc.uniqueArray(anyPersona, byName),
});

function readBack(text: string): Shelf {
  const { presets, personas, refused } = read(text);
  expect(refused).toEqual([]);
  return { presets: presets.map(({ preset }) => preset), personas };
}

test('JSON keeps large numbers and long fractions as they are', () => {
  const unknown = { later: [1e17, -1e20, 1.9999999999999998, 1e300, '9007199254740993', 9007199254740991] };
  const preset = { name: 'x', description: '', files: [], screenshots: [], settings: {}, unknown };
  expect(readBack(presetsToJson({ presets: [preset] })).presets[0]?.unknown).toEqual(unknown);
});

describe.each([
  ['TOML', presetsToToml],
  ['JSON', presetsToJson],
])('%s', (_format, write) => {
  it('gives back every preset and persona, deep-equal', () => {
    fc.assert(
      fc.property(shelf, (written) => {
        const read = readBack(write(written));
        expect(read.presets).toStrictEqual(written.presets);
        // Names that look like numbers come first in any object.
        expect(new Map(read.personas?.map((one) => [one.name, one]))).toEqual(
          new Map(written.personas.map((one) => [one.name, one])),
        );
      }),
      { numRuns: 300 },
    );
  });
});
