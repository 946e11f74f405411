import { describe, expect, it } from 'vitest';
import { parseRepoPath } from '../files/repoPath';
import { fenceFor } from './fence';
import { fileBlockParts, joinParts } from './fileBlock';

describe('fenceFor', () => {
  it.each([
    ['', '```'],
    ['a `b` ``c``', '```'],
    ['```\n', '````'],
    ['  - ````` x', '``````'],
    ['~~~~~~~~', '```'],
    ['`'.repeat(63), '`'.repeat(64)],
    ['`'.repeat(64), '~~~'],
    [`${'`'.repeat(64)}\n~~~~`, '~~~~~'],
  ])('%j', (text, fence) => {
    expect(fenceFor(text)).toBe(fence);
  });

  it('lets a file of a million backticks, or tildes too, grow threefold at most', () => {
    const parsed = parseRepoPath('a.txt');
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    for (const text of ['`'.repeat(1e6), '`'.repeat(5e5) + '~'.repeat(5e5)]) {
      const block = joinParts(fileBlockParts(parsed.path, 'text', text));
      expect(block.length).toBeLessThan(3 * text.length + 100);
      expect(block.split('\n').slice(3, -1)).toEqual([text]);
    }
  });
});
