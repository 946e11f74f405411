import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { SOURCE_ENCODINGS } from '../files/sourceEncoding';
import { AGENT_TIERS } from '../summaries/agentTier';
import {
  defaultItem,
  type FileItem,
  fileItemFromData,
  fileItemToData,
  isDefaultItem,
  VIEW_MODES,
} from './fileItem';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

function itemOf(data: unknown): FileItem {
  const parsed = fileItemFromData(data);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.item;
}

describe('fileItemFromData', () => {
  it('reads a string, or an object with only a path, as an item with defaults', () => {
    const expected = defaultItem(pathOf('src/a.ts'));
    expect(itemOf('src\\a.ts')).toEqual(expected);
    expect(itemOf({ path: './src/a.ts' })).toEqual(expected);
    expect(isDefaultItem(itemOf('a'))).toBe(true);
  });

  it('reads every field', () => {
    const item = itemOf({
      path: 'a.py',
      auto_aggregate: false,
      force_full: true,
      view_mode: 'masked',
      selected: true,
      ast_signatures: true,
      ast_definitions: true,
      ast_mask: { 'Store.put': 'sig', 'Store.get': 'def', __proto__x: 'hide' },
      custom_slices: [{ start_line: 3, end_line: 4, content_hash: 'ab', later: 1 }],
      injected_at: '2026-01-02T03:04:05Z',
      tier: 3,
      pinned: true,
      encoding: 'Shift_JIS',
      note: { of: 'somebody' },
    });
    expect(item).toEqual({
      path: 'a.py',
      autoAggregate: false,
      forceFull: true,
      viewMode: 'masked',
      selected: true,
      astSignatures: true,
      astDefinitions: true,
      astMask: [
        { symbol: 'Store.put', level: 'sig' },
        { symbol: 'Store.get', level: 'def' },
        { symbol: '__proto__x', level: 'hide' },
      ],
      customSlices: [
        {
          startLine: 3,
          endLine: 4,
          tag: undefined,
          comment: undefined,
          contentHash: 'ab',
          unknown: { later: 1 },
        },
      ],
      injectedAt: '2026-01-02T03:04:05Z',
      agentTier: 3,
      pinned: true,
      encoding: 'shift_jis',
      unknown: { note: { of: 'somebody' } },
    });
    expect(isDefaultItem(item)).toBe(false);
    expect(fileItemToData(item)).toMatchObject({
      custom_slices: [{ start_line: 3, end_line: 4, tag: null, comment: null, content_hash: 'ab', later: 1 }],
      note: { of: 'somebody' },
    });
  });

  it('lists the entries of a mask that an object would not hold, or not in their order', () => {
    for (const symbols of [
      ['b', '2', '1'],
      ['a', 'constructor'],
    ]) {
      const mask = symbols.map((symbol) => ({ symbol, level: 'sig' }));
      const item = itemOf({ path: 'a', ast_mask: mask });
      expect(item.astMask).toEqual(mask);
      expect(fileItemToData(item)).toMatchObject({ ast_mask: mask });
    }
    const plain = fileItemToData(itemOf({ path: 'a', ast_mask: [{ symbol: 'b', level: 'def' }] }));
    expect(plain['ast_mask']).toEqual({ b: 'def' });
  });

  it('reads times in epoch seconds', () => {
    expect(itemOf({ path: 'a', injected_at: 1_767_323_045 }).injectedAt).toBe('2026-01-02T03:04:05.000Z');
  });

  it.each([
    [null, 'object'],
    [['a'], 'path'],
    [{}, 'path'],
    [{ path: 7 }, 'path'],
    [{ path: '../x' }, 'path'],
    [{ path: 'a', auto_aggregate: 'yes' }, 'auto_aggregate'],
    [{ path: 'a', view_mode: 'naked' }, 'view_mode'],
    [{ path: 'a', ast_mask: { f: 'all' } }, 'ast_mask.f'],
    [{ path: 'a', ast_mask: [{ symbol: 'f', level: 'all' }] }, 'ast_mask.0.level'],
    [{ path: 'a', custom_slices: [{ start_line: 1 }] }, 'custom_slices.0.end_line'],
    [{ path: 'a', custom_slices: [{ start_line: 1.5, end_line: 2 }] }, 'custom_slices.0.start_line'],
    [{ path: 'a', injected_at: 'yesterday' }, 'injected_at'],
    [{ path: 'a', injected_at: 1e300 }, 'injected_at'],
    [{ path: 'a', tier: 9 }, 'tier'],
    [{ path: 'a', pinned: 'yes' }, 'pinned'],
    [{ path: 'a', encoding: 'klingon' }, 'encoding'],
  ])('%j is refused, and the reason names %j', (data, place) => {
    const parsed = fileItemFromData(data);
    expect(parsed.kind === 'refused' && parsed.reason.toLowerCase()).toContain(place);
  });

  it('survives a round trip through JSON, deep-equal', () => {
    const text = fc.string({ maxLength: 6 });
    const key = text.filter((name) => name !== '__proto__');
    const symbol = fc.string({ unit: fc.constantFrom('a', 'b', '.', '#', '_', '1', '2'), minLength: 1 });
    const lineNumber = fc.nat(100_000);
    const level = fc.constantFrom('def' as const, 'sig' as const, 'hide' as const);
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const unknown = fc.dictionary(
      key.map((name) => `x_${name}`),
      fc.jsonValue({ maxDepth: 1, noUnicodeString: false }),
    );
    const slice = fc.record({
      startLine: lineNumber,
      endLine: lineNumber,
      tag: optional(text),
      comment: optional(text),
      contentHash: optional(text),
      anchorLines: optional(fc.array(text, { maxLength: 3 })),
      anchorBefore: optional(lineNumber),
      totalLines: optional(lineNumber),
      symbol: optional(text),
      fileHash: optional(text),
      lineHashes: optional(text),
      unknown,
    });
    const item: fc.Arbitrary<FileItem> = fc.record({
      path: fc.constantFrom('a', 'src/b.ts', '__proto__', 'é/ü').map(pathOf),
      autoAggregate: fc.boolean(),
      forceFull: fc.boolean(),
      viewMode: fc.constantFrom(...VIEW_MODES),
      selected: fc.boolean(),
      astSignatures: fc.boolean(),
      astDefinitions: fc.boolean(),
      astMask: fc.uniqueArray(fc.record({ symbol, level }), {
        selector: (entry) => entry.symbol,
        maxLength: 3,
      }),
      customSlices: fc.array(slice, { maxLength: 2 }),
      injectedAt: optional(fc.constant('2026-01-02T03:04:05.000Z')),
      agentTier: optional(fc.constantFrom(...AGENT_TIERS)),
      pinned: fc.boolean(),
      encoding: optional(fc.constantFrom(...SOURCE_ENCODINGS)),
      unknown,
    });
    fc.assert(
      fc.property(item, (original) => {
        const json = JSON.stringify(fileItemToData(original));
        const back = itemOf(JSON.parse(json));
        expect(back).toEqual(JSON.parse(JSON.stringify(original)));
        expect(JSON.stringify(fileItemToData(back))).toBe(json);
      }),
      { numRuns: 500 },
    );
  });
});
