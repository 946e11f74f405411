import { describe, expect, it } from 'vitest';
import { path } from '../../tests/repoPathInTests';
import { openFile } from './openFile';

describe('opening a file', () => {
  it('warns about its text and about its bytes', async () => {
    const opened = await openFile({
      path: path('a.txt'),
      bytes: new TextEncoder().encode(`a\u202eb${'x'.repeat(8_000)}\0`),
    });
    expect(opened).toMatchObject({
      warnings: [
        { kind: 'late-nul', count: 1 },
        { kind: 'invisible-characters', lines: [1] },
      ],
    });
  });
});
