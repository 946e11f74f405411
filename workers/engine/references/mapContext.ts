/** Collects data for a block of the symbol map beyond the file's own facts: the files that use it, and those it uses. */
import type { Steps } from '../../../src/core/async/steps';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { visitUsed } from '../../../src/core/ranking/fileTerms';
import type { LinkedFolder } from '../../../src/core/references/folderLinks';
import { folderOf } from '../../../src/core/references/resolvers/folder';
import {
  MOST_REFERENCES,
  MOST_USERS,
  type Few,
  type Reference,
} from '../../../src/core/references/symbolMap/mapBlock';
import type { MapBlockWanted } from '../../compute/contract';
import type { FolderReferences } from './folderReferences';

/** Imports of more files are imports of a package; the map names its folder instead. */
const MOST_FILES = 3;

/** Runs one step per file that uses this one. */
export function* mapContextSteps(
  path: RepoPath,
  folder: FolderReferences,
  { files, uses, usedBy }: LinkedFolder,
): Steps<MapBlockWanted> {
  const resolved = files.get(path)?.imports ?? [];
  const users = usedBy.get(path) ?? [];
  return {
    users: { first: users.slice(0, MOST_USERS), count: users.length },
    outside: resolved.flatMap(({ outside }) => outside),
    inside: resolved.flatMap((each) => named(each.files.filter((file) => file !== path))),
    references: yield* referenceSteps(path, users, folder),
    definers: definersFor(path, uses.get(path) ?? [], folder),
  };
}

function* referenceSteps(
  path: RepoPath,
  users: readonly RepoPath[],
  folder: FolderReferences,
): Steps<ReadonlyMap<number, Few<Reference>>> {
  const references = new Map<number, { first: Reference[]; count: number }>();
  for (const hash of folder.definedIn(path).tops) references.set(hash, { first: [], count: 0 });
  for (const user of users) {
    const terms = folder.termsOf(user);
    if (terms !== undefined)
      visitUsed(terms, (hash, _, line) => {
        const found = references.get(hash);
        if (found === undefined) return;
        found.count += 1;
        if (found.first.length < MOST_REFERENCES) found.first.push({ path: user, line });
      });
    yield;
  }
  return references;
}

/** Maps each used name to the first used file that defines it. */
function definersFor(
  path: RepoPath,
  used: readonly RepoPath[],
  folder: FolderReferences,
): ReadonlyMap<number, RepoPath> {
  const terms = folder.termsOf(path);
  const names = new Set<number>();
  if (terms !== undefined) visitUsed(terms, (hash) => names.add(hash));
  const definers = new Map<number, RepoPath>();
  for (const target of used) {
    const { tops, methods } = folder.definedIn(target);
    for (const hash of [...tops, ...methods])
      if (names.has(hash) && !definers.has(hash)) definers.set(hash, target);
  }
  return definers;
}

function named(files: readonly RepoPath[]): readonly string[] {
  const folders = new Set(files.map(folderOf));
  const [folder] = folders;
  return files.length > MOST_FILES && folders.size === 1 ? [`${folder}/`] : files;
}
