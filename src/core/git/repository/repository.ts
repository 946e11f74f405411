import { readVariables, type ConfigVariable } from '../../ignore/gitConfig';
import { findObjectFolders } from '../objects/alternates';
import { findGitFolder } from './gitLocation';
import { joinPath } from '../gitPath';
import { GitFault, type GitFolder, type Oid } from '../model';
import { ObjectStore } from '../objects/objectStore';
import { parseOid } from '../oid';
import { PackedRefs } from './packedRefs';
import { describeUnknownFormat, isPartialClone } from './repositoryFormat';
import { readSmallText } from '../smallFile';

/** A repository that is open for reading. Replacements (`refs/replace`) and grafts are ignored. */
export interface Repository {
  readonly kind: 'repository';
  readonly folder: GitFolder;
  /** The working tree, relative to the opened folder; `''` if it is that folder. */
  readonly workTree: string;
  /** Where HEAD and the index are. */
  readonly ownPath: string;
  /** Where objects and branches are, shared by linked working trees. */
  readonly commonPath: string;
  readonly config: readonly ConfigVariable[];
  readonly objects: ObjectStore;
  readonly packedRefs: PackedRefs;
  /** The commits where the history of a shallow clone ends. */
  readonly shallow: ReadonlySet<Oid>;
}

export type OpenedRepository =
  Repository | { readonly kind: 'none' } | { readonly kind: 'unsupported'; readonly reason: string };

/**
 * Opens the repository whose working tree is the opened folder, or a folder in it. Never rejects because of what is in
 * `.git`: a repository that is damaged, or kept in a way this reader doesn't know, is unsupported.
 */
export async function openRepository(folder: GitFolder, workTree = ''): Promise<OpenedRepository> {
  try {
    return await open(folder, workTree);
  } catch (error) {
    if (error instanceof GitFault) return { kind: 'unsupported', reason: error.message };
    throw error;
  }
}

async function open(folder: GitFolder, workTree: string): Promise<OpenedRepository> {
  const location = await findGitFolder(folder, workTree);
  if (location.kind !== 'found') return location;
  const { own, common } = location;
  const config = readVariables((await readSmallText(folder, joinPath(common, 'config'))) ?? '');
  const reason = describeUnknownFormat(config);
  if (reason !== undefined) return { kind: 'unsupported', reason };

  const head = await readSmallText(folder, joinPath(own, 'HEAD'));
  if (head === undefined || !isHead(head)) {
    return { kind: 'unsupported', reason: `${joinPath(workTree, '.git')} isn’t a complete repository.` };
  }
  const folders = await findObjectFolders(folder, joinPath(common, 'objects'));
  const objects = new ObjectStore(folder, folders, isPartialClone(config));
  const shallow = await readShallow(folder, common);
  const packedRefs = new PackedRefs(folder, joinPath(common, 'packed-refs'));
  const paths = { workTree, ownPath: own, commonPath: common };
  return { kind: 'repository', folder, ...paths, config, objects, packedRefs, shallow };
}

function isHead(text: string): boolean {
  return /^ref:\s*refs\//.test(text) || /^[\da-f]{40}(?:\s|$)/i.test(text);
}

async function readShallow(folder: GitFolder, common: string): Promise<ReadonlySet<Oid>> {
  const text = (await readSmallText(folder, joinPath(common, 'shallow'))) ?? '';
  return new Set(text.split('\n').flatMap((line) => parseOid(line) ?? []));
}
