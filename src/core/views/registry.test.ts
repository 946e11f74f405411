import { describe, expect, it } from 'vitest';
import type { ViewRequest } from '../compose/block';
import { sliceOf } from '../../../tests/arbitraries/slices';
import { joinParts } from '../compose/fileBlock';
import { parseRepoPath } from '../files/repoPath';
import { renderView } from './registry';

const parsed = parseRepoPath('src/b.ts');
const path = parsed.kind === 'path' ? parsed.path : undefined;
if (path === undefined) throw new Error('a plain path was refused');
const source = { path, text: 'secret();\nopen();\n' };
const blockOf = (request: ViewRequest) => joinParts(renderView(request, source).parts);

describe('renderView', () => {
  it('full: the text in a fence of its language', () => {
    expect(blockOf({ mode: 'full' })).toBe('### `src/b.ts`\n\n```ts\nsecret();\nopen();\n```');
  });

  it('none: heading and notice, nothing of the text', () => {
    expect(blockOf({ mode: 'none' })).toBe('### `src/b.ts`\n\n(context excluded)');
  });

  it('custom: the slices and nothing else; without slices the same as summary', () => {
    const slices = [sliceOf(2, 2, { tag: 'core', comment: 'why' })];
    expect(blockOf({ mode: 'custom', slices })).toBe(
      '### `src/b.ts`\n\n```ts\n---\n[Slice: core] (why)\nLines 2-2:\nopen();\n```',
    );
    expect(blockOf({ mode: 'custom', slices: [] })).toBe(blockOf({ mode: 'summary' }));
  });

  it.each([
    [0, 1, 'Lines 1-1:\nsecret();', 'Slice 1 has nothing to be found again by: shown is line 1'],
    [0, 0, 'Lines 1-1:\nsecret();', 'Slice 1 has nothing to be found again by: shown is line 1'],
    [2, 1, 'Lines 2-2:\nopen();', 'Slice 1 has nothing to be found again by: shown is line 2'],
    [9, 9, 'Lines 9-9:\n(slice out of range)', 'Slice 1 is out of range: there is no line 9 any more'],
  ])(
    'custom: lines %i-%i are clamped to those there are, and a note says so',
    (startLine, endLine, shown, note) => {
      const slices = [sliceOf(startLine, endLine)];
      const rendered = renderView({ mode: 'custom', slices }, source);
      expect(joinParts(rendered.parts)).toContain(`---\n[Slice]\n${shown}\n`);
      expect(rendered.notes).toEqual([note]);
    },
  );

  it('masked: an empty mask is the summary', () => {
    expect(blockOf({ mode: 'masked', mask: [] })).toBe(blockOf({ mode: 'summary' }));
  });

  it('without facts: skeleton and outline fall back to the summary and say so', () => {
    for (const request of [{ mode: 'skeleton', keep: 'all' }, { mode: 'outline' }] as const) {
      const rendered = renderView(request, source);
      expect(joinParts(rendered.parts)).toBe(blockOf({ mode: 'summary' }));
      expect(rendered.notes).toEqual(['no grammar for .ts']);
    }
  });

  it('a view that throws leaves an error on one line', () => {
    const rendered = renderView({ mode: 'outline' }, source, () => {
      throw new Error('line one\n## Files');
    });
    expect(joinParts(rendered.parts)).toBe(
      '### `src/b.ts`\n\nERROR in outline view mode for src/b.ts: line one\\u000a## Files',
    );
    expect(rendered.failed).toBe('line one\n## Files');
  });
});
