import { expect, test } from 'vitest';
import { parseRepoPath } from '../../core/files/repoPath';
import { withMode, type ViewRules } from '../../core/items/effectiveView';
import { defaultItem, type FileItem } from '../../core/items/fileItem';
import { overrideNote } from './overrideNote';

const rules: ViewRules = {
  ...{ strategy: 'auto', summaryOnly: false },
  ...{ agentTier: undefined, richness: undefined },
};

function item(name: string): FileItem {
  const parsed = parseRepoPath(name);
  if (parsed.kind !== 'path') throw new Error(parsed.reason);
  return defaultItem(parsed.path);
}

test('says whose modes win, and whose are overridden', () => {
  const outlined = withMode(item('a'), 'outline', rules);
  const inSummaries: ViewRules = { ...rules, strategy: 'summarize' };
  const pinned = withMode(item('b'), 'skeleton', inSummaries);
  const forced = { ...item('c'), forceFull: true };
  const later = 'A mode that you set on a file afterwards wins.';
  expect(overrideNote([], rules)).toBe(later);
  expect(overrideNote([outlined], rules)).toBe(later);
  expect(overrideNote([outlined], inSummaries)).toBe(
    `${later} The current detail overrides the own mode of 1 file.`,
  );
  expect(overrideNote([outlined, pinned, { ...pinned }, forced], inSummaries)).toBe(
    '2 files keep the mode set by hand until you choose here again. 1 file is always in full. The current detail overrides the own mode of 1 file.',
  );
});
