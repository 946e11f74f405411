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
