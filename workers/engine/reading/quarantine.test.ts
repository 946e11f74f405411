import { expect, it } from 'vitest';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { FileStamp } from '../folders/fileStamp';
import { createQuarantine } from './quarantine';
import { path } from '../../../tests/repoPathInTests';

const POISON = 'a'.repeat(64) as ContentHash;
const AT_NOON: FileStamp = { size: 10, modified: 12 };
const LATER: FileStamp = { size: 10, modified: 13 };

/** `contents` maps paths to the contents read so far. */
function quarantineOf(contents: Record<string, ContentHash>) {
  return createQuarantine(
    (file) => contents[file],
    () => false,
  );
}

it('keeps a content under any name and at any time, and lets go of an edited file', () => {
  const contents = { 'a.py': POISON, 'copy.py': POISON };
  const quarantine = quarantineOf(contents);
  expect(quarantine.add(path('a.py'), AT_NOON, 'stuck')).toBe(true);
  expect(quarantine.add(path('copy.py'), LATER, 'stuck')).toBe(false);
  expect(quarantine.mark(path('a.py'), LATER)).toEqual({ unparsed: 'stuck' });
  expect(quarantine.mark(path('copy.py'), LATER)).toEqual({ unparsed: 'stuck' });
  contents['a.py'] = 'b'.repeat(64) as ContentHash;
  expect(quarantine.mark(path('a.py'), AT_NOON)).toEqual({});
});

it('knows a file by path, size and time until its content is known', () => {
  const contents: Record<string, ContentHash> = {};
  const quarantine = quarantineOf(contents);
  quarantine.add(path('a.py'), AT_NOON, 'stuck');
  expect(quarantine.mark(path('a.py'), AT_NOON)).toEqual({ unparsed: 'stuck' });
  expect(quarantine.mark(path('a.py'), LATER)).toEqual({});
  contents['a.py'] = POISON;
  contents['copy.py'] = POISON;
  expect(quarantine.mark(path('a.py'), AT_NOON)).toEqual({ unparsed: 'stuck' });
  expect(quarantine.mark(path('copy.py'), LATER)).toEqual({ unparsed: 'stuck' });
});
