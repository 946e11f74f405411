import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../../tests/arbitraries/edits';
import type { Hunk, HunkLine } from '../replyEdit';
import { placeEdits } from './placeEdits';

const keep = (text: string): HunkLine => ({ op: 'keep', text });
const remove = (text: string): HunkLine => ({ op: 'remove', text });
const add = (text: string): HunkLine => ({ op: 'add', text });
const times = <T>(count: number, each: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => each(index));

describe('the effort to place', () => {
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
  // Without the limits on effort, most of these take minutes.
  it.each(cases)('is bounded: %s', (_, hunks, now, sent) => {
    const placed = placeEdits([changeOf(hunks)], sent === undefined ? { now } : { now, sent });
    expect(placed).toHaveLength(hunks.length);
  });
});
