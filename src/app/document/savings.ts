import type { ViewRequest } from '../../core/compose/block';
import { isProse } from '../../core/files/language';
import type { RepoPath } from '../../core/files/repoPath';
import { deciderOf, type Decider } from '../../core/items/effectiveView';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from './fileViews';

/** A file in full, and what it would count less as a skeleton. */
export interface Saving {
  readonly path: RepoPath;
  /** Tokens of the file as it stands, and how many fewer it would have; below 0 where the skeleton is longer. */
  readonly tokens: number;
  readonly saved: number;
}

interface Parts {
  readonly composition: Pick<Composition, 'item' | 'options'>;
  readonly views: Pick<FileViews, 'viewOf' | 'standing' | 'lookInto'>;
}

const SKELETON: ViewRequest = { mode: 'skeleton', keep: 'all' };

/** A hint for less is no help: tokens, and the share of the file. */
const WORTH_TOKENS = 200;
const WORTH_SHARE = 0.25;

/** Full text that the user asked for, file by file. */
const ASKED: readonly Decider[] = ['forced', 'pinned', 'focus'];

/** Files looked at for one answer: each is parsed that has not been before. */
const FILES_LOOKED_AT = 50;

export function isWorthAHint({ tokens, saved }: Saving): boolean {
  return saved >= WORTH_TOKENS && saved >= WORTH_SHARE * tokens;
}

/**
 * Finds how much files shown in full would save as skeletons, the largest saving first. Looks only at the largest files
 * if there are many, and skips files without a skeleton.
 */
export async function savingsOf(
  paths: readonly RepoPath[],
  { views }: Pick<Parts, 'views'>,
): Promise<readonly Saving[]> {
  const tokens = new Map<RepoPath, number>();
  for (const path of paths) {
    if (isProse(path) || views.viewOf(path)?.mode !== 'full') continue;
    const { exact, fullTokens } = views.standing(path, { mode: 'full' });
    if (exact) tokens.set(path, fullTokens);
  }
  const largest = [...tokens.keys()]
    .sort((a, b) => (tokens.get(b) ?? 0) - (tokens.get(a) ?? 0))
    .slice(0, FILES_LOOKED_AT);
  const savings = (await skeletonTokens(largest, views)).map(({ path, reduced }) => {
    const full = tokens.get(path) ?? 0;
    return { path, tokens: full, saved: full - reduced };
  });
  return savings.sort((a, b) => b.saved - a.saved);
}

/** The same for files that nobody asked to see in full. */
export function savingHints(paths: readonly RepoPath[], parts: Parts): Promise<readonly Saving[]> {
  const { composition } = parts;
  const unasked = paths.filter((path) => {
    const item = composition.item(path);
    return item !== undefined && !ASKED.includes(deciderOf(item, composition.options));
  });
  return savingsOf(unasked, parts);
}

/** Tokens that skeletons of them would save together. */
export async function savedBy(paths: readonly RepoPath[], parts: Pick<Parts, 'views'>): Promise<number> {
  return (await savingsOf(paths, parts)).reduce((sum, { saved }) => sum + saved, 0);
}

async function skeletonTokens(
  paths: readonly RepoPath[],
  views: Parts['views'],
): Promise<readonly { readonly path: RepoPath; readonly reduced: number }[]> {
  if (paths.length === 0) return [];
  const wanted = paths.map((path) => ({ path, views: [SKELETON], onlyParsed: true }) as const);
  return (await views.lookInto(wanted)).flatMap(({ path, views: [skeleton] }) =>
    skeleton === undefined || skeleton.failed !== undefined ? [] : [{ path, reduced: skeleton.block.tokens }],
  );
}
