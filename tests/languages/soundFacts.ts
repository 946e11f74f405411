/** Checks the invariants of facts, which hold for any text, however broken. */
import { expect } from 'vitest';
import type { FileFacts, Span } from '../../src/core/facts/fileFacts';
import { usesOf } from '../../src/core/facts/references';

export function expectSoundFacts(text: string, facts: FileFacts): void {
  const { symbols, cuts, imports, references } = facts;
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  expect(facts.lines).toBe(lines);
  expect(new Set(symbols.map(({ path }) => path)).size, 'paths are unique').toBe(symbols.length);
  const bad = symbols.flatMap((symbol, index) => {
    const { range, signature, body, doc, decorators, parent, startLine, endLine, name } = symbol;
    const outer = symbols[parent];
    const problems = [
      ...[range, signature, body, doc, ...decorators].flatMap((span) =>
        span && !isWithin(span, text.length) ? ['span'] : [],
      ),
      ...(name === '' ? ['name'] : []),
      ...(parent >= index ? ['parent'] : []),
      ...(outer && (outer.range.start > range.start || outer.range.end < range.end)
        ? ['outside its parent']
        : []),
      ...(startLine < 1 || startLine > endLine || endLine > Math.max(1, lines) ? ['lines'] : []),
      ...(signature.start < range.start || signature.end > range.end ? ['signature'] : []),
      ...(body && (body.start < range.start || body.end > range.end) ? ['body'] : []),
    ];
    return problems.map((problem) => `${symbol.path}: ${problem}`);
  });
  expect(bad).toEqual([]);
  let end = 0;
  for (const cut of cuts) {
    expect(cut.start, 'cuts ascend without overlap').toBeGreaterThanOrEqual(end);
    expect(isWithin(cut, text.length)).toBe(true);
    expect(cut.startLine).toBeGreaterThanOrEqual(1);
    expect(cut.endLine).toBeLessThanOrEqual(lines);
    end = cut.end;
  }
  for (const { name, lines: used, calls } of usesOf(references)) {
    expect(name).toMatch(/^\S+$/);
    expect(used.length).toBeGreaterThan(0);
    expect(used.every((line, at) => line >= (used[at - 1] ?? 1) && line <= lines)).toBe(true);
    expect(calls.every((line) => used.includes(line))).toBe(true);
  }
  for (const entry of imports) expect(isWithin(entry, text.length)).toBe(true);
}

function isWithin({ start, end }: Span, length: number): boolean {
  return start >= 0 && start <= end && end <= length;
}
