import { describe, expect, it } from 'vitest';
import { runSteps } from '../async/steps';
import { indexOf } from '../../../tests/rankedFolder';
import { fieldScoreSteps } from './fieldScores';
import { BASE, IDENTIFIERS, WORDS } from './fileTerms';
import { parseTask } from './parseTask';

describe('fieldScores', () => {
  // Terms per field: base names 2, 1, 1 (single letters don't count), words 1, 3, 2.
  const index = indexOf({
    'a.txt': 'two three',
    'b.txt': 'cache cache cache',
    'cache.txt': 'one',
  });
  const { fields, combined, cover, terms } = runSteps(fieldScoreSteps(index.table(), parseTask('cache')));
  const rarity = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));

  it('scores each field by BM25', () => {
    const base = (length: number): number => 2.2 / (1 + 1.2 * (0.7 + 0.3 * (length / (4 / 3))));
    expect(fields[BASE]?.[2]).toBeCloseTo(rarity * base(2), 12);
    expect(fields[WORDS]?.[1]).toBeCloseTo((rarity * 3 * 2.2) / (3 + 1.2 * (0.3 + 0.7 * (3 / 2))), 12);
    expect(fields[WORDS]?.[2]).toBe(0);
  });

  it('combines the fields by BM25F: a base name counts 5, a word 0.7', () => {
    const inBase = 5 / (0.7 + 0.3 * (2 / (4 / 3)));
    const inWords = (0.7 * 3) / (0.4 + 0.6 * (3 / 2));
    expect(combined[2]).toBeCloseTo((rarity * inBase) / (1.2 + inBase), 12);
    expect(combined[1]).toBeCloseTo((rarity * inWords) / (1.2 + inWords), 12);
    expect(combined[0]).toBe(0);
  });

  it('sums the weights of the terms that a file has', () => {
    expect([...cover]).toEqual([0, rarity, rarity]);
    expect(terms.map(({ word, weight }) => [word, weight])).toEqual([['cache', rarity]]);
  });

  it('takes words of a program without a grammar for identifiers, too', () => {
    const folder = indexOf({ 'a.tcl': 'cache of values', 'a.txt': 'cache of values' });
    const scores = runSteps(fieldScoreSteps(folder.table(), parseTask('cache'))).fields;
    expect(scores[IDENTIFIERS]?.[0]).toBe(scores[WORDS]?.[0]);
    expect(scores[IDENTIFIERS]?.[1]).toBe(0);
    expect(scores[WORDS]?.[0]).toBeGreaterThan(0);
  });
});
