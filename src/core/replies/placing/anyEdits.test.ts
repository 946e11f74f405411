import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  editedLines,
  fileLines,
  hunksOf,
  resultOf,
  someEdits,
  textOf,
  type LineEdit,
} from '../../../../tests/arbitraries/edits';
import { placeEdits } from './placeEdits';

/** A file, edits of it, and how they are written. */
const edited = fileLines.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    edits: someEdits(lines.length),
    context: fc.nat(3),
    isDiff: fc.boolean(),
  }),
);

/** The same, and what has happened to the file since. */
const drifted = edited.chain((drawn) => someEdits(drawn.lines.length).map((drift) => ({ ...drawn, drift })));

const isApart = (edit: LineEdit, drift: readonly LineEdit[]): boolean =>
  drift.every((other) => edit.at > other.at + other.count || other.at > edit.at + edit.count);

/** Whether both change equal lines, so that nobody knows whether they made the same change. */
function shareLines(
  lines: readonly string[],
  edits: readonly LineEdit[],
  drift: readonly LineEdit[],
): boolean {
  const changed = (all: readonly LineEdit[]): readonly string[] =>
    all.flatMap(({ at, count, lines: added }) => [...lines.slice(at, at + count), ...added]);
  const others = new Set(changed(drift));
  return changed(edits).some((line) => others.has(line));
}

const together = (lines: readonly string[], edits: readonly LineEdit[]): string =>
  textOf(
    editedLines(
      lines,
      edits.toSorted((one, other) => one.at - other.at),
    ),
  );

describe('any edits of any file', () => {
  it.each([
    ['with the sent text', true],
    ['without it', false],
  ])('each give the expected text or ask: %s', (_, hasSent) => {
    let [placedCount, count] = [0, 0];
    fc.assert(
      fc.property(edited, ({ lines, edits, ...style }) => {
        const now = textOf(lines);
        const change = changeOf(hunksOf(lines, edits, style), style.isDiff);
        const placed = placeEdits([change], { now, sent: hasSent ? now : undefined });
        expect(placed.length).toBe(edits.length);
        for (const [index, edit] of edits.entries()) {
          const each = placed[index];
          count += 1;
          if (each?.state.kind !== 'placed') continue;
          placedCount += 1;
          expect(resultOf(now, [each])).toBe(together(lines, [edit]));
        }
        const result = resultOf(now, placed);
        if (result !== undefined && placed.every(({ state }) => state.kind === 'placed'))
          expect(result).toBe(together(lines, edits));
      }),
      { numRuns: 2_000 },
    );
    expect(placedCount / count).toBeGreaterThan(0.8);
  });

  it('are merged with later changes of the file, or ask', () => {
    let [placedCount, count] = [0, 0];
    fc.assert(
      fc.property(drifted, ({ lines, edits, drift, ...style }) => {
        const now = textOf(editedLines(lines, drift));
        const change = changeOf(hunksOf(lines, edits, style), style.isDiff);
        const placed = placeEdits([change], { now, sent: textOf(lines) });
        for (const [index, edit] of edits.entries()) {
          const each = placed[index];
          if (each === undefined || !isApart(edit, drift)) continue;
          count += 1;
          if (each.state.kind !== 'placed') continue;
          placedCount += 1;
          expect(resultOf(now, [each])).toBe(together(lines, [edit, ...drift]));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(placedCount / count).toBeGreaterThan(0.6);
  });

  it('are not applied again', () => {
    let [applied, count] = [0, 0];
    fc.assert(
      fc.property(edited, ({ lines, edits, ...style }) => {
        const now = together(lines, edits);
        fc.pre(now !== textOf(lines));
        const change = changeOf(hunksOf(lines, edits, style), style.isDiff);
        for (const { state } of placeEdits([change], { now, sent: textOf(lines) })) {
          count += 1;
          expect(state.kind).not.toBe('placed');
          if (state.kind === 'applied') applied += 1;
        }
      }),
      { numRuns: 2_000 },
    );
    expect(applied / count).toBeGreaterThan(0.8);
  });

  it('of a whole file are merged with later changes, or ask', () => {
    let [right, count] = [0, 0];
    fc.assert(
      fc.property(drifted, ({ lines, edits, drift }) => {
        fc.pre(edits.every((edit) => isApart(edit, drift)) && !shareLines(lines, edits, drift));
        const now = textOf(editedLines(lines, drift));
        const write = {
          ...({ kind: 'write', format: 'test', path: 'a.ts', from: 1, to: 1 } as const),
          text: together(lines, edits),
        };
        const result = resultOf(now, placeEdits([write], { now, sent: textOf(lines) }));
        count += 1;
        if (result === undefined) return;
        right += 1;
        expect(result).toBe(together(lines, [...edits, ...drift]));
      }),
      { numRuns: 2_000 },
    );
    expect(right / count).toBeGreaterThan(0.6);
  });

  it('keep line ends, the byte order mark aside, and the end of the file', () => {
    fc.assert(
      fc.property(
        edited,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        ({ lines, edits, ...style }, end, hasEnd) => {
          const written = (all: readonly string[]): string =>
            all.join(end) + (hasEnd && all.length > 0 ? end : '');
          fc.pre(lines.length > 1 && (hasEnd || lines.at(-1) !== ''));
          const now = written(lines);
          const change = changeOf(hunksOf(lines, edits, style), style.isDiff);
          const placed = placeEdits([change], { now, sent: now });
          const result = resultOf(now, placed);
          const expected = editedLines(lines, edits);
          if (result !== undefined && expected.length > 0) expect(result).toBe(written(expected));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
