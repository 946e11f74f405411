import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, promotion, takeTitle, titleParts, type Line } from './takes';

const line = (id: string, title: string, takeOf = ''): Line => ({ id, title, takeOf });

test.each([
  ['Slow query', [], 'Slow query_take_2'],
  ['Slow query', ['Slow query_take_2', 'Slow query_take_4'], 'Slow query_take_3'],
  ['Slow query_take_2', ['Slow query_take_2'], 'Slow query_take_3'],
  ['a_take_0', [], 'a_take_0_take_2'],
  ['_take_2', [], '_take_2'],
])('a take of %j besides %j is %j', (title, titles, expected) => {
  expect(takeTitle(title, titles)).toBe(expected);
});

test('a title has a name and a suffix', () => {
  expect(titleParts('a_take_12')).toEqual({ name: 'a', suffix: '_take_12' });
  expect(titleParts('a_take_x')).toEqual({ name: 'a_take_x', suffix: '' });
});

describe('groups', () => {
  test('begin with the main discussion, in the order of the first of each', () => {
    const [main, second, other, third] = [
      line('1', 'a'),
      line('2', 'a_take_2', '1'),
      line('3', 'b'),
      line('4', 'a_take_3', '2'),
    ];
    expect(linesOf([third, other, second, main])).toEqual([[main, third, second], [other]]);
  });

  test('stay together when the main discussion is deleted', () => {
    const takes = [line('2', 'a_take_2', '1'), line('3', 'a_take_3', '1')];
    expect(linesOf(takes)).toEqual([takes]);
  });

  test('have every discussion once, even if takes form a circle', () => {
    const id = fc.constantFrom('1', '2', '3', '4');
    const lines = fc.uniqueArray(
      fc.record({ id, title: fc.string(), takeOf: fc.oneof(id, fc.constant('')) }),
      {
        selector: (each) => each.id,
      },
    );
    fc.assert(
      fc.property(lines, (all) => {
        const grouped = linesOf(all).flat();
        expect(grouped.toSorted(byId)).toEqual(all.toSorted(byId));
      }),
    );
  });
});

describe('promoting', () => {
  const group = [line('1', 'a'), line('2', 'a_take_2', '1'), line('3', 'a_take_3', '1')];

  test('swaps the names, and back again', () => {
    const promoted = promotion(group, group[1] as Line);
    expect(promoted).toEqual([line('2', 'a'), line('1', 'a_take_2', '2'), line('3', 'a_take_3', '2')]);
    expect(promotion(promoted, promoted[1] as Line).toSorted(byId)).toEqual(group);
  });

  test('gives the former one a free name if the take has one of its own', () => {
    const renamed = [...group.slice(0, 2), line('3', 'better', '1')];
    expect(promotion(renamed, renamed[2] as Line)).toEqual([
      line('3', 'a'),
      line('1', 'a_take_3', '3'),
      line('2', 'a_take_2', '3'),
    ]);
  });

  test('works without a main discussion', () => {
    expect(promotion(group.slice(1), group[1] as Line)).toEqual([line('2', 'a'), line('3', 'a_take_3', '2')]);
  });
});

function byId(one: Line, other: Line): number {
  return one.id < other.id ? -1 : 1;
}
