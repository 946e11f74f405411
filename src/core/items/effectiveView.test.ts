import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from './fileItem';
import {
  DEFAULT_RULES,
  effectiveView,
  filesHeading,
  orderItems,
  type Strategy,
  type ViewRules,
} from './effectiveView';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const shown = (mode: string) => ({ mode });
const skeleton = (keep: string) => ({ mode: 'skeleton', keep });

describe('effectiveView', () => {
  const cases: readonly (readonly [Partial<FileItem>, Strategy, object | undefined])[] = [
    [{}, 'auto', shown('full')],
    [{ viewMode: 'outline' }, 'auto', shown('outline')],
    [{ viewMode: 'skeleton' }, 'auto', skeleton('all')],
    [{ autoAggregate: false, forceFull: true }, 'full', undefined],
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
    [
      { viewMode: 'masked', astMask: [{ symbol: 'a.b', level: 'sig' }] },
      'auto',
      { mode: 'masked', mask: [{ symbol: 'a.b', level: 'sig' }] },
    ],
  ];
  it.each(cases)('%j with %s', (changes, strategy, view) => {
    const rules = { ...DEFAULT_RULES, strategy };
    expect(effectiveView({ ...defaultItem(pathOf('a')), ...changes }, rules)).toEqual(view);
  });

  const slice = {
    startLine: 2,
    endLine: 3,
    tag: undefined,
    comment: undefined,
    contentHash: undefined,
    anchorLines: ['above'],
    anchorBefore: 1,
    totalLines: undefined,
    symbol: undefined,
    fileHash: undefined,
    lineHashes: undefined,
    unknown: {},
  };
  const mask = [{ symbol: 'a', level: 'sig' as const }];
  const forWorker: readonly (readonly [string, Partial<FileItem>, object | undefined])[] = [
    ['a focus file', { agentTier: 3, viewMode: 'outline' }, shown('full')],
    ['a forced file', { forceFull: true, viewMode: 'summary' }, shown('full')],
    ['an excluded focus file', { agentTier: 3, viewMode: 'none' }, shown('none')],
    ['a focus file that is left out', { agentTier: 3, autoAggregate: false }, undefined],
    ["another role's file", { agentTier: 2 }, skeleton('all')],
    ['slices before a mask', { customSlices: [slice], astMask: mask }, { mode: 'custom', slices: [slice] }],
    ['a mask before a skeleton', { astMask: mask, viewMode: 'skeleton' }, { mode: 'masked', mask }],
    ['a file', {}, skeleton('all')],
    ['a file with signatures', { astSignatures: true }, skeleton('signatures')],
    ['an empty mask', { viewMode: 'masked' }, skeleton('all')],
    ['no slices', { viewMode: 'custom' }, skeleton('all')],
    ['an outline', { viewMode: 'outline' }, shown('outline')],
    ['a summary', { viewMode: 'summary' }, shown('outline')],
  ];
  it.each(forWorker)('%s for a worker', (_, changes, view) => {
    const item = { ...defaultItem(pathOf('a')), ...changes };
    expect(effectiveView(item, { ...DEFAULT_RULES, agentTier: 3 })).toEqual(view);
  });

  const rich = { mode: 'summary', outline: true };
  const summaries: readonly (readonly [Partial<ViewRules>, object, object])[] = [
    [{}, shown('summary'), shown('summary')],
    [{ agentTier: 1 }, shown('full'), rich],
    [{ agentTier: 2 }, shown('summary'), shown('summary')],
    [{ agentTier: 3 }, shown('outline'), shown('outline')],
    [{ agentTier: 4 }, shown('outline'), shown('outline')],
    [{ agentTier: 1, richness: 3 }, shown('outline'), shown('outline')],
    [{ agentTier: 4, richness: 2 }, shown('summary'), shown('summary')],
    [{ richness: 1 }, shown('full'), rich],
  ];
  it.each(summaries)('a summary with %j', (rules, chosen, ofAll) => {
    const item = { ...defaultItem(pathOf('a')), viewMode: 'summary' as const };
    expect(effectiveView(item, { ...DEFAULT_RULES, ...rules })).toEqual(chosen);
    expect(effectiveView(item, { ...DEFAULT_RULES, ...rules, strategy: 'summarize' })).toEqual(ofAll);
    expect(effectiveView(item, { ...DEFAULT_RULES, ...rules, summaryOnly: true })).toEqual(ofAll);
  });

  it('gives a worker his focus files whole, where all others are summaries or whole', () => {
    const item = defaultItem(pathOf('a'));
    const focus: FileItem = { ...item, agentTier: 3 };
    const rules: ViewRules = { ...DEFAULT_RULES, agentTier: 3, strategy: 'summarize' };
    expect([focus, item].map((each) => effectiveView(each, rules))).toEqual([
      shown('full'),
      shown('outline'),
    ]);
    expect(effectiveView(item, { ...rules, strategy: 'full' })).toEqual(shown('full'));
    expect(effectiveView(focus, { ...rules, agentTier: 2 })).toEqual(shown('summary'));
  });
});

describe('filesHeading', () => {
  it.each([
    [{}, '## Files'],
    [{ strategy: 'summarize' }, '## Files (Summary)'],
    [{ summaryOnly: true }, '## Files (Summary)'],
    [{ summaryOnly: true, strategy: 'full' }, '## Files'],
    [{ agentTier: 2 }, '## Files'],
    [{ agentTier: 3 }, '## Files (Tier 3 - Focused)'],
    [{ agentTier: 3, strategy: 'full' }, '## Files'],
  ] as const)('of %j', (rules, heading) => {
    expect(filesHeading({ ...DEFAULT_RULES, ...rules })).toBe(heading);
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
