import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPreset } from '../../../tests/arbitraries/anyPreset';
import { sliceOf } from '../../../tests/arbitraries/slices';
import type { RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from '../items/fileItem';
import { describeDifferences, diffComposition } from './difference';

function item(path: string, more: Partial<FileItem> = {}): FileItem {
  return { ...defaultItem(path as RepoPath), ...more };
}

test('files and settings that differ, in plain words', () => {
  const differences = diffComposition(
    {
      files: [item('b'), item('same'), item('a', { viewMode: 'outline' }), item('c', { injectedAt: '2026' })],
      screenshots: [{ source: 'a.png', alt: '' }],
      settings: { strategy: 'auto', task: 'Mend it.', agentTier: 3, persona: 'worker' },
    },
    {
      files: [
        item('c'),
        item('same'),
        item('b', {
          viewMode: 'custom',
          customSlices: [sliceOf(3, 4, { tag: 'core', comment: 'why' })],
          astMask: [{ symbol: 'f', level: 'sig' }],
        }),
        item('d', { viewMode: 'skeleton' }),
      ],
      screenshots: [
        { source: 'b.png', alt: 'The login' },
        { source: 'a.png', alt: '' },
      ],
      settings: { strategy: 'full', agentTier: undefined, task: 'Mend it.', folderModes: new Map() },
    },
  );
  expect(differences).toEqual([
    { kind: 'removed', path: 'a', mode: 'outline' },
    {
      kind: 'changed',
      path: 'b',
      changes: [
        { what: 'shown', before: 'full', after: 'custom' },
        { what: 'symbols', before: 'none', after: 'f (sig)' },
        { what: 'slices', before: 'none', after: '3–4 core (why)' },
      ],
    },
    { kind: 'added', path: 'd', mode: 'skeleton' },
    {
      kind: 'screenshots',
      change: { what: 'screenshots', before: 'a.png', after: 'b.png (The login), a.png' },
    },
    {
      kind: 'setting',
      setting: 'strategy',
      change: { what: 'detail', before: 'auto', after: 'full' },
    },
    { kind: 'setting', setting: 'agentTier', change: { what: 'role', before: '3', after: 'none' } },
  ]);
  expect(describeDifferences(differences)).toBe(
    '1 file added, 1 file removed, 1 file changed, screenshots, detail, role',
  );
});

test('equal compositions have no differences', () => {
  fc.assert(
    fc.property(anyPreset, (preset) => {
      const copy = structuredClone(preset);
      expect(diffComposition(preset, copy)).toEqual([]);
      expect(describeDifferences([])).toBe('nothing');
    }),
    { numRuns: 100 },
  );
});
