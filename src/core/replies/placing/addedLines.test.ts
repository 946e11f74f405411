import { expect, test } from 'vitest';
import { copyMarksOf } from './addedLines';

test('a mixture of spaces tells nothing about those that copying has made', () => {
  const pairs = [{ written: '\u00a0a', present: ' a' }];
  expect(copyMarksOf(pairs, ['\u00a0a'], () => false)).toEqual({ proven: ['spaces'], doubtful: [] });
  expect(copyMarksOf(pairs, ['\u00a0a', '\u00a0 b'], () => false)).toEqual({
    proven: [],
    doubtful: ['spaces'],
  });
});

test('single spaces between words tell nothing about runs of them', () => {
  const marks = (written: readonly string[]) => copyMarksOf([], written, () => false).doubtful;
  expect(marks(['-\u00a0\u00a0Fix a bug'])).toEqual(['spaces']);
  expect(marks(['-\u00a0\u00a0Fix a bug', '  in it'])).toEqual([]);
  expect(marks(['10\u00a0ms each time'])).toEqual([]);
});
