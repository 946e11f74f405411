import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../../tests/arbitraries/edits';
import type { Hunk, HunkLine } from '../replyEdit';
import { placeEdit } from './placeEdit';

const keep = (text: string): HunkLine => ({ op: 'keep', text });
const remove = (text: string): HunkLine => ({ op: 'remove', text });
const add = (text: string): HunkLine => ({ op: 'add', text });
const times = <T>(count: number, each: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => each(index));

/** Milliseconds, the better of two runs. */
function timeOf(
  hunks: readonly Hunk[],
  { now, sent }: { readonly now: string; readonly sent?: string },
): number {
  const runs = times(2, () => {
    const start = performance.now();
    const placed = placeEdit(changeOf(hunks), { now, sent });
    expect(placed.length).toBe(hunks.length);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

describe('the time to place', () => {
  const equal = `${times(100_000, () => 'same line of text').join('\n')}\n`;
  const unique = `${times(100_000, (at) => `line number ${at} of text`).join('\n')}\n`;
  const dozens = `${times(100_000, (at) => `line number ${(at * 7919) % 2000} of text`).join('\n')}\n`;
  const cases: readonly [string, readonly Hunk[], string, string?][] = [
    [
      'equal lines, long hunk',
      [{ lines: [...times(5_000, () => keep('same line of text')), add('x')] }],
      equal,
    ],
    [
      'equal lines, almost',
      [{ lines: [...times(5_000, () => keep('same line of text')), remove('same line of texts'), add('x')] }],
      equal,
    ],
    [
      'equal lines, many hunks',
      times(10_000, (at) => ({
        lines: [...times(1 + (at % 50), () => keep('same line of text')), add(`x${at}`)],
      })),
      equal,
    ],
    [
      'equal lines, many hunks with anchors',
      times(10_000, (at) => ({
        anchor: 'same line of text',
        lines: [...times(1 + (at % 50), () => keep('same line of text')), add(`x${at}`)],
      })),
      equal,
    ],
    [
      'many hunks, none found',
      times(10_000, (at) => ({
        lines: [
          keep(`line number ${at} of texts`),
          keep(`line number ${at} of text`),
          remove(`nothing like it ${at}`),
          add(`x${at}`),
        ],
      })),
      unique,
    ],
    [
      'many hunks, all found',
      times(10_000, (at) => ({ lines: [keep(`line number ${at * 9} of text`), add(`x${at}`)] })),
      unique,
    ],
    [
      'many hunks, dozens',
      times(10_000, (at) => ({
        anchor: `line number ${at % 2000} of text`,
        lines: [keep(`line number ${at % 2000} of text`), add(`x${at}`)],
      })),
      dozens,
    ],
    [
      'dozens, long',
      times(3, (n) => ({
        lines: [
          ...times(5_000, (at) =>
            keep(`line number ${(at * 7919 + (at % 50 === n ? 1 : 0)) % 2000} of text`),
          ),
          add('x'),
        ],
      })),
      dozens,
    ],
    [
      'drift of everything',
      times(1000, (at) => ({ lines: [keep(`line number ${at * 9} of text`), add(`x${at}`)] })),
      dozens,
      unique,
    ],
    [
      'drift of equal lines',
      times(1000, (at) => ({ lines: [keep(`same line of text`), add(`x${at}`)] })),
      equal + equal,
      equal + 'a\n' + equal,
    ],
    [
      'elided',
      times(200, () => ({
        lines: [
          { op: 'gap' as const, text: '...' },
          ...times(500, (at) => add(`line number ${(at * 7919) % 2000} of text`)),
          { op: 'gap' as const, text: '...' },
        ],
      })),
      dozens,
    ],
    [
      'gaps',
      times(1000, () => ({
        lines: times(100, (at) =>
          at % 2 === 0 ? { op: 'gap' as const, text: '...' } : remove('same line of text'),
        ),
      })),
      equal,
    ],
    [
      'one line of 10 MB',
      [{ lines: [remove('x '.repeat(5_000_000)), add('y')] }],
      `${' x'.repeat(5_000_000)}\n`,
    ],
  ];
  it.each(cases)('is bounded: %s', (_, hunks, now, sent) => {
    const took = timeOf(hunks, sent === undefined ? { now } : { now, sent });
    // Half of it on a machine that does nothing else.
    expect(took).toBeLessThan(4_000);
  });

  it('is short for a common reply', () => {
    const lines = times(2_000, (at) => `${'  '.repeat(at % 4)}const value${at} = compute(${at % 90});`);
    const sent = lines.toSpliced(100, 5).join('\n');
    const hunks = times(8, (each) => {
      const part = lines.slice(each * 200 + 150, each * 200 + 160);
      return { lines: [...part.map(remove), ...part.toSpliced(5, 1, 'changed line').map(add)] };
    });
    const took = Math.min(...times(5, () => timeOf(hunks, { now: lines.join('\n'), sent })));
    expect(took).toBeLessThan(40);
  });
});
