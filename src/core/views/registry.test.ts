import { describe, expect, it } from 'vitest';
import { joinParts } from '../compose/fileBlock';
import { parseRepoPath } from '../files/repoPath';
import { renderView, VIEWS } from './registry';
import type { View } from './view';

const parsed = parseRepoPath('src/b.ts');
const path = parsed.kind === 'path' ? parsed.path : undefined;
if (path === undefined) throw new Error('a plain path was refused');
const source = { path, text: 'secret();\n' };

describe('renderView', () => {
  it('full: the text in a fence of its language', () => {
    expect(joinParts(renderView({ mode: 'full' }, source).parts)).toBe(
      '### `src/b.ts`\n\n```ts\nsecret();\n```',
    );
  });

  it('none: heading and notice, nothing of the text', () => {
    expect(joinParts(renderView({ mode: 'none' }, source).parts)).toBe(
      '### `src/b.ts`\n\n(context excluded)',
    );
  });

  it('a view that throws leaves an error on one line', () => {
    const broken: View = {
      mode: 'full',
      name: 'Broken',
      render: () => {
        throw new Error('line one\n## Files');
      },
    };
    const rendered = renderView({ mode: 'full' }, source, [broken]);
    expect(joinParts(rendered.parts)).toBe(
      '### `src/b.ts`\n\nERROR in full view mode for src/b.ts: line one\\u000a## Files',
    );
    expect(rendered).toMatchObject({ kind: 'failed', reason: 'line one\n## Files' });
  });

  it('lists every mode once', () => {
    expect(VIEWS.map((view) => view.mode)).toEqual([
      'full',
      'skeleton',
      'outline',
      'summary',
      'masked',
      'custom',
      'none',
    ]);
  });
});
