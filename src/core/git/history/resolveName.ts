import { GitFault, type Oid } from '../model';
import { parseOid } from '../oid';
import { expandRefName } from '../repository/refName';
import { readRef } from '../repository/refs';
import type { Repository } from '../repository/repository';
import { peelTag } from './tag';

/**
 * Finds the commit that a name means, in git's order: a full id, `HEAD` or `@`, a full or short name of a tag, a branch
 * or a remote's branch, and the beginning of an id, of at least four digits. Undefined if there is none. Rejects with a
 * GitFault if the beginning of an id is ambiguous, or if the name means something other than a commit.
 */
export async function resolveCommit(repository: Repository, name: string): Promise<Oid | undefined> {
  const full = parseOid(name);
  const found = full ?? (await resolveRef(repository, name === '@' ? 'HEAD' : name));
  if (found === undefined) return resolveAbbreviation(repository, name.toLowerCase());
  const { oid, kind } = await peelTag(repository.objects, found);
  if (kind !== 'commit') throw new GitFault(`${name} is a ${kind}, not a commit.`);
  return oid;
}

async function resolveRef(repository: Repository, name: string): Promise<Oid | undefined> {
  for (const candidate of expandRefName(name)) {
    const oid = await readRef(repository, candidate);
    if (oid !== undefined) return oid;
  }
  return undefined;
}

/** More objects than that share a beginning only if it is too short to be meant. */
const MAX_CANDIDATES = 256;

/** Of several objects, git takes the only one that leads to a commit. */
async function resolveAbbreviation(repository: Repository, digits: string): Promise<Oid | undefined> {
  if (!/^[\da-f]{4,39}$/.test(digits)) return undefined;
  const candidates = await repository.objects.withPrefix(digits, MAX_CANDIDATES);
  const commits = new Set<Oid>();
  let matching = 0;
  for (const candidate of candidates) {
    const { oid, kind } = await peelTag(repository.objects, candidate);
    if (kind !== 'commit') continue;
    commits.add(oid);
    matching++;
  }
  const [commit] = commits;
  if (matching > 1) throw new GitFault(`${digits} is ambiguous: ${matching} commits begin with it.`);
  if (commit === undefined && candidates.length > 0) throw new GitFault(`${digits} isn’t a commit.`);
  return commit;
}
