import { expect, it } from 'vitest';
import { fileBlock, textBlock } from '../../../core/document/block';
import type { RepoPath } from '../../../core/files/repoPath';
import { lineKind } from './lineKind';

const file = fileBlock('a.py' as RepoPath, { mode: 'full' });

it.each([
  [textBlock('task'), 4, '# Steps', 'heading'],
  [textBlock('symbolMap'), 0, '## Symbol Map', 'heading'],
  [textBlock('symbolMap'), 2, '```text', 'fence'],
  [textBlock('symbolMap'), 4, '# c class', 'plain'],
  [textBlock('fileTree'), 4, '# notes.md', 'plain'],
  [file, 0, '### `a.py`', 'heading'],
  [file, 4, '# comment', 'plain'],
  [file, 9, '```', 'fence'],
] as const)('%o, line %d, %j: %s', (block, line, text, kind) => {
  expect(lineKind(block, { line, lines: 10 }, text)).toBe(kind);
});
