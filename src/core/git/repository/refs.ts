import { joinPath } from '../gitPath';
import { GitFault, type Oid } from '../model';
import { parseOid } from '../oid';
import { isOwnRef, isRefName } from './refName';
import type { Repository } from './repository';
import { readSmallText } from '../smallFile';

/** What is checked out. */
export type Head =
  /** `name` is short: `main`. */
  | { readonly kind: 'branch'; readonly name: string; readonly oid: Oid }
  /** A branch without commits. */
  | { readonly kind: 'unborn'; readonly name: string }
  | { readonly kind: 'detached'; readonly oid: Oid };

/** Reads HEAD. Rejects with a GitFault if it is damaged. */
export async function readHead(repository: Repository): Promise<Head> {
  const { target, oid } = await followRef(repository, 'HEAD');
  if (target === 'HEAD') {
    if (oid === undefined) throw new GitFault('HEAD is damaged.');
    return { kind: 'detached', oid };
  }
  const name = target.replace(/^refs\/heads\//, '');
  return oid === undefined ? { kind: 'unborn', name } : { kind: 'branch', name, oid };
}

/** Reads a ref by its full name. Undefined if there is none, or it is damaged. */
export async function readRef(repository: Repository, name: string): Promise<Oid | undefined> {
  return (await followRef(repository, name)).oid;
}

/** A ref's last name after following symbolic refs, and its id if it has one. */
export interface FollowedRef {
  readonly target: string;
  readonly oid: Oid | undefined;
}

/** As many refs as git reads before it takes them for a circle. */
const MAX_DEPTH = 5;

/** Follows symbolic refs. Rejects with a GitFault if they lead in a circle. */
export async function followRef(repository: Repository, name: string): Promise<FollowedRef> {
  let target = name;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const text = await readLooseRef(repository, target);
    if (text === undefined) return { target, oid: (await repository.packedRefs.read()).get(target) };
    const next = /^ref:\s*(?<next>\S.*?)\s*$/s.exec(text)?.groups?.['next'];
    if (next === undefined)
      return { target, oid: /^.{40}(?:\s|$)/.test(text) ? parseOid(text.slice(0, 40)) : undefined };
    if (!isRefName(next)) throw new GitFault(`${target} points to ${next}, which can’t be a ref.`);
    target = next;
  }
  throw new GitFault(`${name} leads through more than ${MAX_DEPTH} symbolic refs.`);
}

async function readLooseRef(repository: Repository, name: string): Promise<string | undefined> {
  const { folder, ownPath, commonPath } = repository;
  return readSmallText(folder, joinPath(isOwnRef(name) ? ownPath : commonPath, name));
}
