import type { PlannedRequest } from '../urls/fetchPlan';
import type { Ask, Forge, ListedPart, TreeEntry } from './forge';
import { gitea } from './gitea';
import { github } from './github';
import { gitlab } from './gitlab';
import type { RepositoryPlace } from './repositoryAddress';

/** A part of a repository at one commit. */
export interface ResolvedPart extends ListedPart {
  /** The name of the branch or tag, or the hash of the commit. */
  readonly ref: string;
}

export type RepositoryListing =
  | { readonly kind: 'listed'; readonly part: ResolvedPart; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'truncated'; readonly part: ResolvedPart; readonly listed: number };

/** A branch with more slashes in its name is not found by its address. */
const MOST_SEGMENTS = 8;

export function forgeOf({ forge, origin }: Pick<RepositoryPlace, 'forge' | 'origin'>): Forge {
  switch (forge) {
    case 'github':
      return github;
    case 'gitlab':
      return gitlab(origin);
    case 'gitea':
      return gitea(origin);
  }
}

/** The requests of a listing, as far as they are known before its answers. */
export function listingRequests(place: RepositoryPlace): readonly PlannedRequest[] {
  const { repository, at } = place;
  const forge = forgeOf(place);
  const part = { repository, commit: 'COMMIT', folder: place.isFile ? '' : at.slice(1).join('/') };
  return [
    forge.repositoryRequest(repository),
    forge.commitRequest(repository, at[0] ?? 'DEFAULT-BRANCH'),
    forge.treeRequest(part),
  ];
}

/**
 * Finds the commit and lists its files. Addresses don't tell where a branch ends and a folder begins, so all beginnings are tried.
 * Rejects with a sentence for the user, or as `ask` does.
 */
export async function listRepository(
  place: RepositoryPlace,
  ask: Ask,
  onlisted: (entries: number) => void,
): Promise<RepositoryListing> {
  const forge = forgeOf(place);
  const answer = await ask(forge.repositoryRequest(place.repository));
  if (answer === undefined)
    throw new Error(`There is no repository ${place.repository} on this server, or it is not public.`);
  const { repository, defaultBranch } = forge.readRepository(answer);
  const at = place.at.length === 0 ? [defaultBranch] : place.at;
  let missing: string | undefined;
  for (let end = 1; end <= Math.min(at.length, MOST_SEGMENTS); end += 1) {
    const ref = at.slice(0, end).join('/');
    const commitAnswer = await ask(forge.commitRequest(repository, ref));
    if (commitAnswer === undefined) continue;
    const folder = place.isFile ? '' : at.slice(end).join('/');
    const part = { repository, ref, commit: forge.readCommit(commitAnswer), folder };
    const tree = await forge.listTree(part, ask, onlisted);
    switch (tree.kind) {
      case 'no-folder':
        missing ??= `There is no folder ${folder} in ${ref}.`;
        break;
      case 'truncated':
        return { kind: 'truncated', part, listed: tree.listed };
      case 'tree':
        return { kind: 'listed', part, entries: tree.entries };
    }
  }
  throw new Error(
    missing ?? `There is no branch, tag, or commit ${at.join('/')} in ${repository}, or it is empty.`,
  );
}
