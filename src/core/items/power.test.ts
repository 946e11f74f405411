import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from './fileItem';
import { effectiveView, orderItems, type Strategy } from './power';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const shown = (mode: string) => ({ kind: 'shown', mode });
const skeleton = (keep: string) => ({ kind: 'skeleton', keep });

describe('effectiveView', () => {
  const cases: readonly (readonly [Partial<FileItem>, Strategy, object])[] = [
    [{}, 'auto', shown('full')],
    [{ viewMode: 'outline' }, 'auto', shown('outline')],
    [{ viewMode: 'skeleton' }, 'auto', skeleton('all')],
    [{ autoAggregate: false, forceFull: true }, 'full', { kind: 'absent' }],
    [{ viewMode: 'none', forceFull: true }, 'full', shown('none')],
    [{ viewMode: 'skeleton', forceFull: true }, 'auto', shown('full')],
    [{ viewMode: 'skeleton', forceFull: true }, 'summarize', shown('full')],
    [{ viewMode: 'masked' }, 'full', shown('full')],
    [{ viewMode: 'masked' }, 'summarize', shown('summary')],
    [{ viewMode: 'none' }, 'summarize', shown('none')],
    [{ astSignatures: true }, 'auto', skeleton('signatures')],
    [{ astDefinitions: true }, 'auto', skeleton('definitions')],
    [{ astSignatures: true, forceFull: true }, 'auto', shown('full')],
    [{ astSignatures: true, viewMode: 'outline' }, 'auto', shown('outline')],
    [{ astSignatures: true }, 'summarize', shown('summary')],
  ];
  it.each(cases)('%j with %s', (changes, strategy, view) => {
    expect(effectiveView({ ...defaultItem(pathOf('a')), ...changes }, strategy)).toEqual(view);
  });
});

describe('orderItems', () => {
  it('gives one item a path, in the order of the paths, whatever the order of clicks', () => {
    const items = ['a', 'B', 'a/b', 'a.ts', 'é', '中'].map((text) => defaultItem(pathOf(text)));
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (clicked) => {
        expect(orderItems([...clicked, ...clicked.slice(2)]).map((item) => item.path)).toEqual([
          'B',
          'a',
          'a.ts',
          'a/b',
          'é',
          '中',
        ]);
      }),
    );
  });
});
