import { expect, it } from 'vitest';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { RepoPath } from '../../core/files/repoPath';
import { defaultItem, type FileItem } from '../../core/items/fileItem';
import { effectiveView } from '../../core/items/effectiveView';
import { DEFAULT_OPTIONS, type CompositionOptions } from '../../core/settings/compositionOptions';
import type { MeasuredViews, SymbolCount, ViewsWanted } from '../ports/engine';
import { isWorthAHint, savedBy, savingHints, savingsOf } from './savings';

interface KnownFile {
  readonly full: number;
  readonly skeleton: number;
  readonly symbols?: SymbolCount;
  readonly item?: Partial<FileItem>;
}

/** Files as an engine would measure them; `asked` has what it was asked for. */
function partsOf(files: Readonly<Record<string, KnownFile>>, options: Partial<CompositionOptions> = {}) {
  const asked: ViewsWanted[] = [];
  const rules = { ...DEFAULT_OPTIONS, ...options };
  const itemOf = (path: RepoPath) => ({ ...defaultItem(path), ...files[path]?.item });
  const blockOf = (tokens: number) => ({ tokens, tokensAsLast: tokens, bytes: tokens, lines: 1 });
  return {
    asked,
    paths: Object.keys(files) as RepoPath[],
    composition: { item: itemOf, options: rules },
    views: {
      viewOf: (path: RepoPath): ViewRequest | undefined => effectiveView(itemOf(path), rules),
      factsIn: (path: RepoPath) => {
        const fullTokens = files[path]?.full ?? 0;
        return { measure: blockOf(fullTokens), exact: true, known: true, fullTokens };
      },
      lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
        asked.push(...wanted);
        return Promise.resolve(
          wanted.map(({ path, views, onlyParsed }) => ({
            path,
            hash: undefined,
            views: (onlyParsed && files[path]?.symbols === 'none' ? [] : views).map(() => ({
              ...{ key: '', gaps: [], notes: [], warnings: [] },
              block: blockOf(files[path]?.skeleton ?? 0),
            })),
            symbolCount: files[path]?.symbols ?? 1,
          })),
        );
      },
    },
  };
}

it('gives what skeletons save, the most first', async () => {
  const parts = partsOf({
    'a.ts': { full: 1_000, skeleton: 400 },
    'b.ts': { full: 3_000, skeleton: 400 },
    'c.ts': { full: 10, skeleton: 12 },
  });
  expect(await savingsOf(parts.paths, parts)).toEqual([
    { path: 'b.ts', tokens: 3_000, saved: 2_600 },
    { path: 'a.ts', tokens: 1_000, saved: 600 },
    { path: 'c.ts', tokens: 10, saved: -2 },
  ]);
  expect(await savedBy(parts.paths, parts)).toBe(3_198);
});

it('skips files that are reduced already', async () => {
  const parts = partsOf({ 'a.ts': { full: 1_000, skeleton: 10, item: { viewMode: 'outline' } } });
  expect(await savingsOf(parts.paths, parts)).toEqual([]);
  expect(parts.asked).toEqual([]);
});

it('skips prose, whose skeleton is only its headings', async () => {
  const parts = partsOf({
    'README.md': { full: 1_000, skeleton: 10 },
    'a.rst': { full: 1_000, skeleton: 10 },
  });
  expect(await savingsOf(parts.paths, parts)).toEqual([]);
  expect(parts.asked).toEqual([]);
});

it('hints at files in full, but not at those the user asked for', async () => {
  const big = { full: 1_000, skeleton: 10 };
  const parts = partsOf(
    {
      'a.ts': { ...big, item: { viewMode: 'outline' } },
      'b.ts': { ...big, item: { forceFull: true } },
      'c.ts': { ...big, item: { pinned: true } },
    },
    { strategy: 'full' },
  );
  expect((await savingHints(parts.paths, parts)).map(({ path }) => path)).toEqual(['a.ts']);
  expect(await savedBy(parts.paths, parts)).toBe(2_970);
});

it('tells nothing of a file whose language is not known', async () => {
  const parts = partsOf({ 'a.xyz': { full: 1_000, skeleton: 10, symbols: 'none' } });
  expect(await savingsOf(parts.paths, parts)).toEqual([]);
});

it('looks into the 50 largest of many', async () => {
  const parts = partsOf(
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.ts`, { full: at, skeleton: 0 }])),
  );
  const savings = await savingsOf(parts.paths, parts);
  expect(new Set(parts.asked.map(({ path }) => path)).size).toBe(50);
  expect(savings.map(({ saved }) => saved)).toEqual(Array.from({ length: 50 }, (_, at) => 199 - at));
});

it('holds no small saving for worth a hint', () => {
  const path = 'a.ts' as RepoPath;
  expect(isWorthAHint({ path, tokens: 800, saved: 200 })).toBe(true);
  expect(isWorthAHint({ path, tokens: 800, saved: 199 })).toBe(false);
  expect(isWorthAHint({ path, tokens: 801, saved: 200 })).toBe(false);
});
