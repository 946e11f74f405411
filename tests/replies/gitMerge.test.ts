/** Compares merged edits with what Git makes of the same three texts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { diff3Merge } from 'node-diff3';
import { placeEdits } from '../../src/core/replies/placing/placeEdits';
import { changeOf, editedLines, fileLines, hunksOf, resultOf, someEdits, textOf } from '../arbitraries/edits';

const folder = mkdtempSync(join(tmpdir(), 'merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const drifted = fileLines.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    edits: someEdits(lines.length, { most: 2 }),
    drift: someEdits(lines.length, { most: 2 }),
    context: fc.nat(3),
    isDiff: fc.boolean(),
  }),
);

it('merges nothing that Git does not merge, and alike', () => {
  let merged = 0;
  fc.assert(
    fc.property(drifted, ({ lines, edits, drift, ...style }) => {
      const [sent, now] = [textOf(lines), textOf(editedLines(lines, drift))];
      const result = resultOf(now, placeEdits([changeOf(hunksOf(lines, edits, style))], { now, sent }));
      if (result === undefined) return;
      merged += 1;
      expect(result).toBe(mergedByGit({ now, sent, wanted: textOf(editedLines(lines, edits)) }));
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(merged).toBeGreaterThan(50);
});

it('merges like node-diff3, or asks', () => {
  let merged = 0;
  fc.assert(
    fc.property(drifted, ({ lines, edits, drift, ...style }) => {
      const [now, wanted] = [editedLines(lines, drift), editedLines(lines, edits)];
      const texts = { now: textOf(now), sent: textOf(lines) };
      const result = resultOf(texts.now, placeEdits([changeOf(hunksOf(lines, edits, style))], texts));
      const parts = diff3Merge([...now], [...lines], [...wanted]);
      if (result === undefined || parts.some(({ conflict }) => conflict !== undefined)) return;
      merged += 1;
      expect(result).toBe(textOf(parts.flatMap(({ ok }) => ok ?? [])));
    }),
    { numRuns: 3_000, seed: 7 },
  );
  expect(merged).toBeGreaterThan(500);
});

/** Undefined at a conflict. */
function mergedByGit(texts: Readonly<Record<'now' | 'sent' | 'wanted', string>>): string | undefined {
  const paths = (['now', 'sent', 'wanted'] as const).map((name) => {
    const path = join(folder, name);
    writeFileSync(path, texts[name]);
    return path;
  });
  try {
    return execFileSync('git', ['merge-file', '-p', '-q', ...paths], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
