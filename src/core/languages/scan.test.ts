import { describe, expect, it } from 'vitest';
import type { Cut } from '../facts/fileFacts';
import type { Scan, ScannerRules } from './rules';
import { joinParts, scanFacts } from './scan';

function facts(text: string, scan: Scan) {
  const rules: ScannerRules = { kind: 'scanner', id: 'x', family: 'code', scan: () => scan };
  return scanFacts(text, rules);
}

const cut = (start: number, end: number): Cut => ({ start, end, text: '…', startLine: 1, endLine: 1 });

describe('scanFacts', () => {
  it('takes the first line for the signature unless the scan says where it ends', () => {
    const text = 'f(a,\n  b)\nbody\n';
    const symbol = { kind: 'Func', name: 'f', depth: 0, start: 0, end: text.length } as const;
    const told = { ...symbol, signatureEnd: 9, body: { start: 10, end: 14 }, exported: true } as const;
    expect(facts(text, { symbols: [symbol] }).symbols[0]).toMatchObject({
      signature: { start: 0, end: 4 },
      exported: false,
    });
    expect(facts(text, { symbols: [told] }).symbols[0]).toMatchObject({
      signature: { start: 0, end: 9 },
      body: { start: 10, end: 14 },
      exported: true,
    });
  });

  it('puts a symbol in the nearest shallower one', () => {
    const symbols = [1, 1, 3, 2, 0].map((depth, start) => ({
      kind: 'Key' as const,
      name: 'abcde'[start] ?? '',
      depth,
      start,
      end: start + 1,
    }));
    expect(facts('abcde', { symbols }).symbols.map(({ parent }) => parent)).toEqual([-1, -1, 1, 1, -1]);
  });

  it('passes imports on', () => {
    const imports = [{ kind: 'import', sources: ['a'], start: 0, end: 1 }] as const;
    expect(facts('a', { symbols: [], imports }).imports).toEqual(imports);
  });
});

describe('joinParts', () => {
  it("drops a part's cut within a cut of the whole", () => {
    const text = '0123456789'.repeat(3);
    const whole = facts(text, { symbols: [], cuts: [cut(10, 20)] });
    const parts = [
      { start: 10, facts: facts(text.slice(10, 20), { symbols: [], cuts: [cut(0, 4), cut(5, 8)] }) },
      { start: 20, facts: facts(text.slice(20), { symbols: [], cuts: [cut(1, 2)] }) },
    ];
    expect(joinParts(text, whole, parts).cuts.map(({ start, end }) => [start, end])).toEqual([
      [10, 20],
      [21, 22],
    ]);
  });
});
