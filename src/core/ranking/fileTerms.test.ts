import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headOf,
  NAME_PLACES,
  packFileTerms,
  visitDefined,
  visitTerms,
  visitUsed,
  type DefinedName,
} from './fileTerms';

const hash = fc.integer({ min: 0, max: 0xffffffff });
const count = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 1e6 }));
const terms = fc
  .uniqueArray(
    fc.record({
      hash,
      counts: fc
        .array(count, { minLength: 5, maxLength: 5 })
        .filter((counts) => counts.some((each) => each > 0)),
    }),
    { selector: (term) => term.hash },
  )
  .map(ascending);
const defined = fc
  .uniqueArray(
    fc.record({
      hash,
      length: fc.integer({ min: 1, max: 4 }),
      isPrivate: fc.boolean(),
      isCodeLike: fc.boolean(),
      isWeak: fc.boolean(),
      place: fc.constantFrom(...NAME_PLACES),
    }),
    { selector: (name) => name.hash },
  )
  .map(ascending);
const used = fc
  .uniqueArray(fc.record({ hash, count: fc.integer({ min: 1, max: 1e6 }), line: fc.nat(1_000_000) }), {
    selector: (name) => name.hash,
  })
  .map(ascending);

function ascending<Entry extends { hash: number }>(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => a.hash - b.hash);
}

describe('packFileTerms', () => {
  it('keeps everything', () => {
    const content = fc.record({
      units: fc.nat(),
      isCode: fc.boolean(),
      lengths: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      terms,
      defined,
      used,
    });
    fc.assert(
      fc.property(content, (packed) => {
        const record = packFileTerms(packed);
        const { units, isCode, lengths } = packed;
        expect(headOf(record)).toEqual({ units, isCode, lengths });
        const found: unknown[] = [];
        const hashes = Uint32Array.from(packed.terms, (term) => term.hash);
        visitTerms(record, hashes, (at, counts) => found.push({ hash: hashes[at], counts: [...counts] }));
        expect(found).toEqual(packed.terms);
        const names: DefinedName[] = [];
        visitDefined(record, (name) => names.push(name));
        expect(names).toEqual(packed.defined);
        const uses: unknown[] = [];
        visitUsed(record, (each, times, line) => uses.push({ hash: each, count: times, line }));
        expect(uses).toEqual(packed.used);
      }),
    );
  });

  it('finds only the requested terms', () => {
    const counts = [0, 0, 0, 1, 0];
    const record = packFileTerms({
      ...{ units: 0, isCode: true, lengths: [0, 0, 0, 3, 0], defined: [], used: [] },
      terms: [7, 9, 4_000_000_000].map((each) => ({ hash: each, counts })),
    });
    const found: number[] = [];
    visitTerms(record, Uint32Array.of(1, 8, 9, 10, 4_000_000_000), (at) => found.push(at));
    expect(found).toEqual([2, 4]);
  });

  it('ends for damaged records', () => {
    const content = fc.record({
      units: fc.nat(),
      isCode: fc.boolean(),
      lengths: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      ...{ terms, defined, used },
    });
    const damage = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(content, damage, fc.uint32Array({ minLength: 1 }), (packed, changes, hashes) => {
        const record = packFileTerms(packed);
        for (const { at, byte } of changes) record[at % record.length] = byte;
        visitTerms(record, hashes.sort(), (at) => expect(at).toBeLessThan(hashes.length));
        visitDefined(record, () => undefined);
        visitUsed(record, () => undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
