import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../../tests/arbitraries/edits';
import type { Hunk, HunkLine } from '../replyEdit';
import { placeEdit } from './placeEdit';

const keep = (text: string): HunkLine => ({ op: 'keep', text });
const remove = (text: string): HunkLine => ({ op: 'remove', text });
const add = (text: string): HunkLine => ({ op: 'add', text });
const times = <T>(count: number, each: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => each(index));

function timed(hunks: readonly Hunk[], now: string, sent?: string): number {
  const start = performance.now();
  const placed = placeEdit(changeOf(hunks), { now, sent });
  const took = performance.now() - start;
  expect(placed.length).toBe(hunks.length);
  return took;
}

describe('the time to place', () => {
  const equal = `${times(100_000, () => 'same line of text').join('\n')}\n`;
  const unique = `${times(100_000, (at) => `line number ${at} of text`).join('\n')}\n`;
  const dozens = `${times(100_000, (at) => `line number ${(at * 7919) % 2000} of text`).join('\n')}\n`;
  const cases: [string, readonly Hunk[], string, string?][] = [
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
  it.each(cases)('is bounded: %s', (name, hunks, now, sent) => {
    const took = timed(hunks, now, sent);
    console.log(name, Math.round(took));
  });

  it('is short for a common reply', () => {
    const lines = times(2_000, (at) => `${'  '.repeat(at % 4)}const value${at} = compute(${at % 90});`);
    const now = lines.join('\n');
    const sent = lines.toSpliced(100, 5).join('\n');
    const hunks = times(8, (each) => ({
      lines: [
        ...lines.slice(each * 200 + 150, each * 200 + 160).map(remove),
        ...lines
          .slice(each * 200 + 150, each * 200 + 160)
          .map((text, at) => add(at === 5 ? 'new line' : text)),
      ],
    }));
    for (let round = 0; round < 5; round += 1)
      console.log('common', timed(hunks, now).toFixed(1), timed(hunks, now, sent).toFixed(1));
    const off = hunks.map(({ lines: all }) => ({
      lines: all.map(({ op, text }, at) => ({ op, text: at === 2 ? text + 'foo' : text }) as HunkLine),
    }));
    for (let round = 0; round < 5; round += 1)
      console.log('off', timed(off, now).toFixed(1), timed(off, now, sent).toFixed(1));
  });
});
