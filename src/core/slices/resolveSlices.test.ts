import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, numbered, plain, sliceOf } from '../../../tests/arbitraries/slices';
import { createSlice } from './createSlice';
import type { CustomSlice } from './customSlice';
import { resolveSlices } from './resolveSlices';
import type { ResolvedSlice } from './resolvedSlice';

/** Forty lines like those of a program. */
const PROGRAM = Array.from({ length: 40 }, (_, at) => `  const part${at * 37} = load('${at * at * 7}', at);`);

function resolveOne(lines: readonly string[], slice: CustomSlice): ResolvedSlice {
  const [place] = resolveSlices({ lines }, [slice]);
  if (place === undefined) throw new Error('no place');
  return place;
}

const KINDS = [
  ['a slice of ours', (slice: CustomSlice) => slice],
  ['a slice with the agreed keys only', plain],
] as const;

describe.each(KINDS)('%s', (_, as) => {
  const sliceFrom = (lines: readonly string[], startLine: number, endLine: number): CustomSlice =>
    as(createSlice({ lines }, { startLine, endLine }));

  describe.each([
    ['numbered lines', numbered(40)],
    ['a program', PROGRAM],
  ])('in %s', (__, file) => {
    const slice = sliceFrom(file, 10, 14);

    it('is exact while nothing changes', () => {
      expect(resolveOne(file, slice)).toEqual(at(10, 14, 'exact'));
    });

    it('moves with its text', () => {
      const inserted = Array.from({ length: 10 }, (___, index) => `inserted ${index}`);
      expect(resolveOne([...inserted, ...file], slice)).toEqual(at(20, 24, 'moved'));
      expect(resolveOne(file.slice(5), slice)).toEqual(at(5, 9, 'moved'));
    });

    it('includes lines edited and added inside', () => {
      const edited = [...file.slice(0, 10), 'something else', 'new one', 'new two', ...file.slice(11)];
      expect(resolveOne(edited, slice)).toEqual(at(10, 16, 'edited'));
    });

    it('does so even if it has moved', () => {
      const edited = ['// new', '', ...file.slice(0, 11), 'something else', ...file.slice(13)];
      expect(resolveOne(edited, slice)).toEqual(at(12, 15, 'edited'));
    });

    it('is the text between its surrounding lines if nothing of it is left', () => {
      const other = ['alpha();', 'beta();', 'gamma();'];
      expect(resolveOne([...file.slice(0, 9), ...other, ...file.slice(14)], slice)).toEqual(
        at(10, 12, 'edited'),
      );
    });

    it('is fuzzy if only one side is left', () => {
      const other = Array.from(
        { length: 12 },
        (___, index) => `${String.fromCharCode(97 + index).repeat(9)}();`,
      );
      expect(resolveOne([...file.slice(0, 9), ...other], slice)).toEqual(at(10, 14, 'fuzzy'));
    });

    it('is stale if nothing is left, and lost if the file has become too short', () => {
      const other = Array.from(
        { length: 12 },
        (___, index) => `${String.fromCharCode(97 + index).repeat(9)}();`,
      );
      expect(resolveOne(other, slice)).toEqual(at(10, 12, 'stale'));
      expect(resolveOne(other.slice(0, 9), slice)).toEqual(at(10, 14, 'lost'));
      expect(resolveOne([], slice)).toEqual(at(10, 14, 'lost'));
    });

    it('ignores line ends and trailing blanks', () => {
      const blanks = file.map((line, index) => `${line}${['', ' ', '\r', '\t \r'][index % 4] ?? ''}`);
      expect(resolveOne(blanks, slice)).toEqual(at(10, 14, 'exact'));
      expect(resolveOne(['', ...blanks], slice)).toEqual(at(11, 15, 'moved'));
      expect(resolveOne(file, sliceFrom(blanks, 10, 14))).toEqual(at(10, 14, 'exact'));
    });

    it('at an edge of the file keeps to it', () => {
      const changed = [...file.slice(0, 1), 'another', ...file.slice(2)];
      expect(resolveOne(changed, sliceFrom(file, 1, 3))).toEqual(at(1, 3, 'edited'));
      const end = [...file.slice(0, 38), 'another', ...file.slice(39)];
      expect(resolveOne(end, sliceFrom(file, 38, 40))).toEqual(at(38, 40, 'edited'));
    });
  });

  it('is the copy with its surrounding lines, then the nearest copy', () => {
    const block = ['open();', 'work();', 'close();'];
    const file = ['first one', ...block, 'second one', ...block, 'third one'];
    const slice = sliceFrom(file, 6, 8);
    expect(resolveOne(['// new', ...file], slice)).toEqual(at(7, 9, 'moved'));
    const swapped = ['second one', ...block, 'third one', 'x', 'y', 'first one', ...block, 'last'];
    expect(resolveOne(swapped, slice)).toEqual(at(2, 4, 'moved'));
    const alone = sliceFrom(block, 1, 3);
    expect(resolveOne(['a', 'b', ...block, 'c', ...block], alone)).toEqual(at(3, 5, 'moved'));
  });
});

describe('other evidence', () => {
  it('a hash of the unchanged lines also works', () => {
    const file = ['a', 'b  ', 'c', 'd'];
    const contentHash = createHash('sha256').update('b  \nc').digest('hex');
    expect(resolveOne(file, sliceOf(2, 3, { contentHash }))).toEqual(at(2, 3, 'exact'));
    expect(resolveOne(['x', ...file], sliceOf(2, 3, { contentHash: contentHash.toUpperCase() }))).toEqual(
      at(3, 4, 'moved'),
    );
  });

  it('numbers alone are stale', () => {
    expect(resolveOne(PROGRAM, sliceOf(3, 4))).toEqual(at(3, 4, 'stale'));
  });

  it('one more slice of the same lines changes nothing', () => {
    const lines = ['abcdefghi', 'brand new words', 'zyxwvutsr', 'the end'];
    const slice = sliceOf(2, 2, { anchorLines: ['abcdefghi', 'zyxwvutsr'], anchorBefore: 1 });
    expect(resolveSlices({ lines }, [slice, slice])).toEqual([at(2, 2, 'edited'), at(2, 2, 'edited')]);
  });

  it('the old text tells copies apart', () => {
    const block = ['{', '  work();', '}', ''];
    const old = Array.from({ length: 8 }, () => block).flat();
    const slice = createSlice({ lines: old, fileHash: 'old' }, { startLine: 13, endLine: 15 });
    const now = ['alpha();', 'beta();', 'gamma();', 'delta();', ...old];
    const texts = new Map([['old', old.join('\n')]]);
    expect(resolveSlices({ lines: now }, [slice], texts)).toEqual([at(17, 19, 'moved')]);
  });

  it('the old text finds nothing in an unrelated file', () => {
    const slice = createSlice({ lines: PROGRAM, fileHash: 'old' }, { startLine: 3, endLine: 5 });
    const late = createSlice({ lines: PROGRAM, fileHash: 'old' }, { startLine: 30, endLine: 34 });
    const texts = new Map([['old', PROGRAM.join('\n')]]);
    const other = ['alpha {', '  beta();', '', '  gamma();', '}'];
    expect(resolveSlices({ lines: other }, [slice, late], texts)).toEqual([
      at(3, 5, 'stale'),
      at(30, 34, 'lost'),
    ]);
  });

  it('the old text finds nothing by a brace alone', () => {
    const old = [...PROGRAM.slice(0, 10), 'if (a) {', '  b();', '}', ...PROGRAM.slice(10)];
    const slice = createSlice({ lines: old, fileHash: 'old' }, { startLine: 11, endLine: 13 });
    const other = ['alpha {', '  beta();', '', '  gamma();', '}'];
    const texts = new Map([['old', old.join('\n')]]);
    expect(resolveSlices({ lines: other }, [slice], texts)).toEqual([at(11, 13, 'lost')]);
  });

  it('the old text finds an emptied place by one side', () => {
    const slice = createSlice({ lines: PROGRAM, fileHash: 'old' }, { startLine: 10, endLine: 14 });
    const other = Array.from({ length: 12 }, (_, index) => `${String.fromCharCode(97 + index).repeat(9)}();`);
    const texts = new Map([['old', PROGRAM.join('\n')]]);
    const [place] = resolveSlices({ lines: [...PROGRAM.slice(0, 9), ...other] }, [slice], texts);
    expect(place).toMatchObject({ startLine: 10, state: 'fuzzy' });
  });

  describe.each([
    [
      'comments',
      (name: string) => [
        '/**',
        ` * What ${name} is.`,
        ' */',
        `function ${name}() {`,
        `  ${name}s();`,
        '}',
        '',
      ],
    ],
    ['entries', (name: string) => ['  {', `    name: '${name}',`, `    kind: 'one',`, '  },']],
    ['elements', (name: string) => ['    <li>', `      ${name}`, '    </li>']],
  ])('the old text does not tear what begins and ends as its neighbors do: %s', (_, block) => {
    const file = (...names: readonly string[]): readonly string[] => [
      'first();',
      ...names.flatMap(block),
      'last();',
    ];
    const own = block('').filter((line) => line !== '').length;
    const old = file('alpha', 'beta', 'gamma');
    const startOf = (place: number): number => 2 + place * block('').length;
    const slice = createSlice(
      { lines: old, fileHash: 'old' },
      { startLine: startOf(1), endLine: startOf(1) + own - 1 },
    );

    it.each([
      ['one is put in above', 2, ['alpha', 'delta', 'beta', 'gamma']],
      ['one is put in on top', 2, ['delta', 'alpha', 'beta', 'gamma']],
      ['the one above is taken out', 0, ['beta', 'gamma']],
      ['it changes places with the one above', 0, ['beta', 'alpha', 'gamma']],
      ['it is moved to the end', 2, ['alpha', 'gamma', 'beta']],
      ['one comes above and another goes', 2, ['alpha', 'delta', 'beta']],
    ])('%s', (__, place, names) => {
      const moved = at(startOf(place), startOf(place) + own - 1, 'moved');
      const texts = new Map([['old', old.join('\n')]]);
      expect(resolveSlices({ lines: file(...names) }, [slice], texts)).toEqual([moved]);
    });
  });

  it('an edited one is not torn either, nor confused with another in its place', () => {
    const block = (name: string, call = `${name}s();`): readonly string[] => [
      ...['/**', ` * What ${name} is.`, ' */', `function ${name}() {`, `  ${call}`, '}', ''],
    ];
    const old = [...block('alpha'), ...block('beta'), ...block('gamma')];
    const slice = createSlice({ lines: old, fileHash: 'old' }, { startLine: 8, endLine: 13 });
    const texts = new Map([['old', old.join('\n')]]);
    const edited = block('beta', 'other(1);');
    const below = [...block('alpha'), ...block('delta'), ...edited, ...block('gamma')];
    expect(resolveSlices({ lines: below }, [slice], texts)).toEqual([at(15, 20, 'edited')]);
    const above = [...edited, ...block('gamma')];
    expect(resolveSlices({ lines: above }, [slice], texts)).toEqual([at(1, 6, 'edited')]);
    const swapped = [...edited, ...block('alpha'), ...block('gamma')];
    expect(resolveSlices({ lines: swapped }, [slice], texts)).toEqual([at(1, 6, 'edited')]);
  });

  it('an old text without the slice is ignored', () => {
    const slice = { ...createSlice({ lines: PROGRAM }, { startLine: 10, endLine: 14 }), fileHash: 'old' };
    const texts = new Map([['old', numbered(40).join('\n')]]);
    expect(resolveSlices({ lines: ['', ...PROGRAM] }, [slice], texts)).toEqual([at(11, 15, 'moved')]);
  });

  it('a slice that was a symbol follows the symbol, however it was edited', () => {
    const before = [
      'import os',
      '',
      'def load(path):',
      '    text = read(path)',
      '    return text',
      '',
      'x = 1',
    ];
    const symbols = [{ path: 'load', startLine: 3, endLine: 5, starts: [3] }];
    const slice = createSlice({ lines: before, symbols }, { startLine: 3, endLine: 5 });
    const lines = [
      'import sys',
      'y = 2',
      'def load(path, mode):',
      '    text = read(path)',
      '    text += mode',
      '    return text + mode',
      'def more():',
    ];
    const now = [{ path: 'load', startLine: 3, endLine: 6, starts: [3] }];
    expect(resolveSlices({ lines, symbols: now }, [slice])).toEqual([at(3, 6, 'edited')]);
    const elsewhere = [{ path: 'load', startLine: 7, endLine: 7, starts: [7] }];
    expect(resolveSlices({ lines, symbols: elsewhere }, [slice])[0]?.state).toBe('fuzzy');
  });
});
