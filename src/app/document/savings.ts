import type { ViewRequest } from '../../core/views/viewRequest';
import { isProse } from '../../core/files/language';
import type { RepoPath } from '../../core/files/repoPath';
import { deciderOf, type Decider } from '../../core/items/effectiveView';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from './fileViews';

/** The tokens that a file shown in full would save as a skeleton. */
export interface Saving {
  readonly path: RepoPath;
  /** Tokens of the full file, and how many fewer a skeleton has; negative if the skeleton is longer. */
  readonly tokens: number;
  readonly saved: number;
}

interface Parts {
  readonly composition: Pick<Composition, 'item' | 'options'>;
  readonly views: Pick<FileViews, 'viewOf' | 'factsIn' | 'lookInto'>;
}

const SKELETON: ViewRequest = { mode: 'skeleton', keep: 'all' };

/** The smallest saving worth a hint, in tokens and as a share of the file. */
const WORTH_TOKENS = 200;
const WORTH_SHARE = 0.25;

/** Deciders by which the user asked for the full text of a file. */
const ASKED: readonly Decider[] = ['forced', 'pinned', 'focus'];

/** Limit on the files per answer, because each may have to be parsed. */
const FILES_LOOKED_AT = 50;

export function isWorthAHint({ tokens, saved }: Saving): boolean {
  return saved >= WORTH_TOKENS && saved >= WORTH_SHARE * tokens;
}

/**
 * Finds how much files shown in full would save as skeletons, the largest saving first. Looks only at the largest files
 * if there are many, and skips files without a skeleton.
 */
export function savingsOf(
  paths: readonly RepoPath[],
  { views }: Pick<Parts, 'views'>,
): Promise<readonly Saving[]> {
  return savingsIn(fullFiles(paths, views).slice(0, FILES_LOOKED_AT), views);
}

/** All savings worth a hint, the largest files first. Parses files only as far as the caller iterates. */
export async function* allSavings(
  paths: readonly RepoPath[],
  { views }: Pick<Parts, 'views'>,
): AsyncGenerator<Saving> {
  const files = fullFiles(paths, views).filter(({ tokens }) => tokens >= WORTH_TOKENS);
  for (let start = 0; start < files.length; start += FILES_LOOKED_AT)
    yield* (await savingsIn(files.slice(start, start + FILES_LOOKED_AT), views)).filter(isWorthAHint);
}

/** The savings of files that the user did not ask to see in full. */
export function savingHints(paths: readonly RepoPath[], parts: Parts): Promise<readonly Saving[]> {
  const { composition } = parts;
  const unasked = paths.filter((path) => {
    const item = composition.item(path);
    return item !== undefined && !ASKED.includes(deciderOf(item, composition.options));
  });
  return savingsOf(unasked, parts);
}

/** The tokens that skeletons of these files would save in total. */
export async function savedBy(paths: readonly RepoPath[], parts: Pick<Parts, 'views'>): Promise<number> {
  return (await savingsOf(paths, parts)).reduce((sum, { saved }) => sum + saved, 0);
}

type FullFile = Pick<Saving, 'path' | 'tokens'>;

/** Files shown in full that may have a skeleton, the largest first. */
function fullFiles(paths: readonly RepoPath[], views: Parts['views']): readonly FullFile[] {
  return paths
    .flatMap((path) => {
      if (isProse(path) || views.viewOf(path)?.mode !== 'full') return [];
      const { exact, fullTokens: tokens } = views.factsIn(path, { mode: 'full' });
      return exact ? [{ path, tokens }] : [];
    })
    .sort((a, b) => b.tokens - a.tokens);
}

async function savingsIn(files: readonly FullFile[], views: Parts['views']): Promise<readonly Saving[]> {
  const tokens = new Map(files.map((file) => [file.path, file.tokens]));
  const reduced = await skeletonTokens([...tokens.keys()], views);
  return reduced
    .map(({ path, reduced: skeleton }) => {
      const full = tokens.get(path) ?? 0;
      return { path, tokens: full, saved: full - skeleton };
    })
    .sort((a, b) => b.saved - a.saved);
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
