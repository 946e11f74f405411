import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { createMergeSpace, mergeShort, SHORT_LENGTH } from './merge';
import { mergeByHeap } from './mergeByHeap';
import { countLong } from './mergeLong';
import { NO_RANK, rankOf, readVocabulary, type Vocabulary } from './vocabulary';

const vocabulary = readVocabulary(buildVocabulary('o200k_base'));

/** Byte pair encoding by definition, step by step. Returns the start of each token, then the end. */
function mergeAsDefined(bytes: Uint8Array, tokens: Vocabulary = vocabulary): number[] {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  for (;;) {
    let best = { rank: NO_RANK, part: -1 };
    for (let part = 0; part + 2 < starts.length; part++) {
      const rank = rankOf(tokens, bytes, starts[part] ?? 0, starts[part + 2] ?? 0);
      if (rank < best.rank) best = { rank, part };
    }
    if (best.part === -1) return starts;
    starts.splice(best.part + 1, 1);
  }
}

function shortMergeOf(bytes: Uint8Array, tokens: Vocabulary = vocabulary): number[] {
  const space = createMergeSpace();
  const count = mergeShort(tokens, bytes, 0, bytes.length, space);
  return [...space.starts.subarray(0, count + 1)];
}

const anyBytes = fc.oneof(
  anyText.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 60 }),
  fc.array(fc.constantFrom(32, 9, 10, 61, 97, 98), { maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
);

const upToFull = anyBytes.filter((bytes) => bytes.length > 0).map((bytes) => bytes.slice(0, SHORT_LENGTH));

/** Long, and repetitive enough for windows to end anywhere in it. */
const long = fc
  .tuple(
    fc.array(fc.tuple(upToFull, fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 257, max: 1500 }),
  )
  .map(([parts, length]) => {
    const once = parts.flatMap(([bytes, times]) => Array.from({ length: times }, () => [...bytes]).flat());
    return Uint8Array.from({ length }, (_, index) => once[index % once.length] ?? 0);
  });

function vocabularyOf(words: readonly string[]): Vocabulary {
  const bytes = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte));
  const tokens = [...bytes, ...words.map((word) => Buffer.from(word))];
  const head = Buffer.alloc(4);
  head.writeUInt32LE(tokens.length);
  return readVocabulary(Buffer.concat([head, Uint8Array.from(tokens, ({ length }) => length), ...tokens]));
}

const letters = fc.constantFrom('a', 'b');

/** Vocabularies that no training would produce: tokens in any order, so that merges depend on each other in any way. */
const anyVocabulary = fc
  .uniqueArray(fc.string({ unit: letters, minLength: 2, maxLength: 5 }), { maxLength: 20 })
  .map(vocabularyOf);

const anyLetters = (maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.string({ unit: letters, minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: maxLength }))
    .map(([text, length]) => Buffer.from(text.repeat(maxLength).slice(0, length)));

describe('merging with any vocabulary', () => {
  it('follows the definition', () => {
    const property = fc.property(anyVocabulary, anyLetters(100), (tokens, bytes) => {
      const expected = mergeAsDefined(bytes, tokens);
      expect(shortMergeOf(bytes, tokens)).toEqual(expected);
      expect([...mergeByHeap(tokens, bytes, 0, bytes.length)]).toEqual(expected);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('window by window counts what the heap counts', () => {
    const property = fc.property(anyVocabulary, anyLetters(3_000), (tokens, bytes) => {
      const exact = mergeByHeap(tokens, bytes, 0, bytes.length).length - 1;
      expect(countLong(tokens, bytes, 0, bytes.length, createMergeSpace())).toBe(exact);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

it('gives precedence to a lower rank that a merge has created', () => {
  expect(shortMergeOf(Buffer.from('abcbc'), vocabularyOf(['abc', 'abcb', 'bc']))).toEqual([0, 4, 5]);
});

it('leaves pieces that no window can settle to the heap', () => {
  const tokens = vocabularyOf(Array.from({ length: 249 }, (_, index) => 'a'.repeat(index + 2)));
  const bytes = Buffer.from(`${'a'.repeat(1_100)}b`);
  const exact = mergeAsDefined(bytes, tokens).length - 1;
  expect(countLong(tokens, bytes, 0, bytes.length, createMergeSpace())).toBe(exact);
});

describe('merging', () => {
  it('of short pieces follows the definition', () => {
    const property = fc.property(upToFull, (bytes) => {
      expect(shortMergeOf(bytes)).toEqual(mergeAsDefined(bytes));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('by heap gives the same tokens', () => {
    const property = fc.property(upToFull, (bytes) => {
      expect([...mergeByHeap(vocabulary, bytes, 0, bytes.length)]).toEqual(shortMergeOf(bytes));
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('window by window counts what the heap counts', () => {
    const property = fc.property(long, (bytes) => {
      const exact = mergeByHeap(vocabulary, bytes, 0, bytes.length).length - 1;
      expect(countLong(vocabulary, bytes, 0, bytes.length, createMergeSpace())).toBe(exact);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

it('finds every token of the vocabulary, and nothing longer', () => {
  const { bytes, offsets } = vocabulary;
  let found = 0;
  for (let rank = 0; rank + 1 < offsets.length; rank++) {
    if (rankOf(vocabulary, bytes, offsets[rank] ?? 0, offsets[rank + 1] ?? 0) === rank) found++;
  }
  expect(found).toBe(199_998);
  expect(rankOf(vocabulary, new Uint8Array(200).fill(32), 0, 200)).toBe(NO_RANK);
});

it('refuses a vocabulary that is cut off', () => {
  expect(() => readVocabulary(buildVocabulary('cl100k_base').subarray(0, 500_000))).toThrow(RangeError);
});
