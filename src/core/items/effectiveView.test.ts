import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { defaultItem, VIEW_MODES, type FileItem } from './fileItem';
import {
  DECIDERS,
  deciderOf,
  effectiveView,
  filesHeading,
  orderItems,
  withMode,
  type Strategy,
  type Decider,
  type ViewRules,
} from './effectiveView';
import { DEFAULT_OPTIONS } from '../settings/compositionOptions';

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
    const rules = { ...DEFAULT_OPTIONS, strategy };
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
    expect(effectiveView(item, { ...DEFAULT_OPTIONS, agentTier: 3 })).toEqual(view);
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
    expect(effectiveView(item, { ...DEFAULT_OPTIONS, ...rules })).toEqual(chosen);
    expect(effectiveView(item, { ...DEFAULT_OPTIONS, ...rules, strategy: 'summarize' })).toEqual(ofAll);
    expect(effectiveView(item, { ...DEFAULT_OPTIONS, ...rules, summaryOnly: true })).toEqual(ofAll);
  });

  it('gives a worker his focus files whole, where all others are summaries or whole', () => {
    const item = defaultItem(pathOf('a'));
    const focus: FileItem = { ...item, agentTier: 3 };
    const rules: ViewRules = { ...DEFAULT_OPTIONS, agentTier: 3, strategy: 'summarize' };
    expect([focus, item].map((each) => effectiveView(each, rules))).toEqual([
      shown('full'),
      shown('outline'),
    ]);
    expect(effectiveView(item, { ...rules, strategy: 'full' })).toEqual(shown('full'));
    expect(effectiveView(focus, { ...rules, agentTier: 2 })).toEqual(shown('summary'));
  });
});

describe('the order of power', () => {
  const worker: Partial<ViewRules> = { agentTier: 3 };
  const signatures = skeleton('signatures');
  /** Each row removes the choice that decided the row above, which shows that every choice is weaker than the one before. */
  const ladder: readonly (readonly [Decider, object | undefined, Partial<FileItem>, Partial<ViewRules>])[] = [
    ['notIncluded', undefined, { autoAggregate: false, viewMode: 'none' }, {}],
    ['excluded', shown('none'), { autoAggregate: true }, {}],
    ['forced', shown('full'), { viewMode: 'outline' }, {}],
    ['pinned', shown('outline'), { forceFull: false }, {}],
    ['full', shown('full'), { pinned: false }, {}],
    ['focus', shown('full'), {}, { strategy: 'summarize' }],
    ['summaries', shown('outline'), { agentTier: undefined, viewMode: 'full', astSignatures: true }, {}],
    ['worker', signatures, {}, { strategy: 'auto' }],
    ['own', signatures, {}, { agentTier: undefined }],
  ];

  it('holds from auto_aggregate down to the view mode of the item', () => {
    let item: FileItem = { ...defaultItem(pathOf('a')), forceFull: true, pinned: true, agentTier: 3 };
    let rules: ViewRules = { ...DEFAULT_OPTIONS, ...worker, strategy: 'full' };
    for (const [decider, view, itemChange, ruleChange] of ladder) {
      item = { ...item, ...itemChange };
      rules = { ...rules, ...ruleChange };
      expect([decider, deciderOf(item, rules)]).toEqual([decider, decider]);
      expect(effectiveView(item, rules)).toEqual(view);
    }
    expect(ladder.map(([decider]) => decider)).toEqual(DECIDERS);
  });

  it('lets a project that wants summaries override the view mode, but not a pinned one', () => {
    const rules = { ...DEFAULT_OPTIONS, summaryOnly: true };
    const item = defaultItem(pathOf('a'));
    expect(effectiveView(item, rules)).toEqual(shown('summary'));
    expect(effectiveView({ ...item, pinned: true }, rules)).toEqual(shown('full'));
  });
});

describe('a mode set by hand', () => {
  const someRules = fc.record<ViewRules>({
    strategy: fc.constantFrom('auto', 'summarize', 'full'),
    summaryOnly: fc.boolean(),
    agentTier: fc.constantFrom(undefined, 1, 2, 3, 4),
    richness: fc.constantFrom(undefined, 1, 2, 3),
  });
  const someItem = fc
    .record({
      autoAggregate: fc.boolean(),
      forceFull: fc.boolean(),
      viewMode: fc.constantFrom(...VIEW_MODES),
      astSignatures: fc.boolean(),
      astDefinitions: fc.boolean(),
      astMask: fc.constantFrom([], [{ symbol: 'f', level: 'sig' as const }]),
      agentTier: fc.constantFrom(undefined, 3 as const),
      pinned: fc.boolean(),
    })
    .map((fields): FileItem => ({ ...defaultItem(pathOf('a')), ...fields }));

  it('is how the file is shown, whatever item and rules said before', () => {
    fc.assert(
      fc.property(someItem, someRules, fc.constantFrom(...VIEW_MODES), (item, rules, mode) => {
        const chosen = withMode(item, mode, rules);
        const alone = { ...defaultItem(item.path), viewMode: mode, astMask: item.astMask };
        const { richness, agentTier } = rules;
        const own = effectiveView(alone, {
          ...DEFAULT_OPTIONS,
          richness,
          agentTier: agentTier === 3 ? 4 : agentTier,
        });
        if (mode === 'summary') expect(chosen.viewMode).toBe('summary');
        else expect(effectiveView(chosen, rules)).toEqual(own);
      }),
      { numRuns: 2_000 },
    );
  });

  const cases: readonly (readonly [string, Partial<FileItem>, Partial<ViewRules>, Partial<FileItem>])[] = [
    ['is not pinned without a rule to override it', {}, {}, { pinned: false }],
    ['is pinned under "All as summaries"', {}, { strategy: 'summarize' }, { pinned: true }],
    ['is pinned where the project wants summaries', {}, { summaryOnly: true }, { pinned: true }],
    ['is not pinned where the rule shows the same', {}, { strategy: 'full' }, { pinned: false }],
    ['is pinned for a worker', {}, { agentTier: 3 }, { pinned: true }],
    ['is not pinned for the focus of a worker', { agentTier: 3 }, { agentTier: 3 }, { pinned: false }],
    ['ends "always in full"', { forceFull: true }, {}, { forceFull: false }],
    ['takes the file into the document', { autoAggregate: false }, {}, { autoAggregate: true }],
    ['ends "signatures only"', { astSignatures: true }, {}, { astSignatures: false }],
    ['ends "definitions only"', { astDefinitions: true }, {}, { astDefinitions: false }],
    ['takes back a pin that is no longer needed', { pinned: true }, {}, { pinned: false }],
  ];
  it.each(cases)('%s', (_, before, rules, after) => {
    const item = { ...defaultItem(pathOf('a')), viewMode: 'outline' as const, ...before };
    expect(withMode(item, 'full', { ...DEFAULT_OPTIONS, ...rules })).toMatchObject({
      viewMode: 'full',
      ...after,
    });
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
    expect(filesHeading({ ...DEFAULT_OPTIONS, ...rules })).toBe(heading);
  });
});

describe('orderItems', () => {
  it('gives one item a path, in the order of the paths, whatever the order of clicks', () => {
    const items = ['a', 'B', 'a/b', 'a.ts', 'é', '中', '\uff5e', '😀'].map((text) =>
      defaultItem(pathOf(text)),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (clicked) => {
        expect(orderItems([...clicked, ...clicked.slice(2)]).map((item) => item.path)).toEqual([
          'B',
          'a',
          'a.ts',
          'a/b',
          'é',
          '中',
          '\uff5e',
          '😀',
        ]);
      }),
    );
  });
});
