import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermHasher } from './termHashes';
import { termsOf } from './terms';
import { hashOf } from './words';

describe('createTermHasher', () => {
  const { visitTermHashes } = createTermHasher();

  function hashesOf(word: string): readonly number[] {
    const hashes: number[] = [];
    const around = `Aa${word}Aa`;
    visitTermHashes(around, 2, around.length - 2, (hash) => hashes.push(hash));
    return hashes;
  }

  it.each([
    'parseQuery',
    'HTTPServers',
    'ABCd',
    'aB',
    'a1B2c',
    '_x_',
    '2024',
    'utf8',
    'größe',
    '文件搜索',
    '',
  ])('gives the terms of %s', (word) => {
    expect(hashesOf(word)).toEqual(termsOf(word).map(hashOf));
  });

  it('gives the terms of any word', () => {
    const unit = fc.constantFrom(...'abceinst', ...'ABS', ...'12', '_', '$', '-', 'ß', 'é');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (word) => {
        expect(hashesOf(word)).toEqual(termsOf(word).map(hashOf));
      }),
      { numRuns: 2000 },
    );
  });
});
