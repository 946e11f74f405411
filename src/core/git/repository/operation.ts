import { joinPath } from '../gitPath';
import type { Repository } from './repository';
import { readSmallText } from '../smallFile';

/** What git has begun and not finished. */
export interface Operation {
  readonly kind: 'rebase' | 'apply-mailbox' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';
  /** The short name of the branch it will go back to, where that is known. */
  readonly branch: string | undefined;
}

/** Finds the operation under way. A rebase comes first, since its steps can be merges and cherry-picks. */
export async function findOperation(repository: Repository): Promise<Operation | undefined> {
  const read = async (path: string): Promise<string | undefined> =>
    (await readSmallText(repository.folder, joinPath(repository.ownPath, path)))?.trim();
  const branchIn = async (path: string): Promise<string | undefined> => {
    const name = await read(path);
    return name === undefined || name === 'detached HEAD' ? undefined : name.replace(/^refs\/heads\//, '');
  };

  for (const folder of ['rebase-merge', 'rebase-apply']) {
    if ((await read(`${folder}/applying`)) !== undefined) return { kind: 'apply-mailbox', branch: undefined };
    const branch = await branchIn(`${folder}/head-name`);
    if (branch !== undefined || (await read(`${folder}/onto`)) !== undefined)
      return { kind: 'rebase', branch };
  }
  if ((await read('MERGE_HEAD')) !== undefined) return { kind: 'merge', branch: undefined };
  // Between two commits of a series, only the list of what is left to do remains.
  const next = /^(?<verb>pick|revert)\s/m.exec((await read('sequencer/todo')) ?? '')?.groups?.['verb'];
  if ((await read('CHERRY_PICK_HEAD')) !== undefined || next === 'pick')
    return { kind: 'cherry-pick', branch: undefined };
  if ((await read('REVERT_HEAD')) !== undefined || next === 'revert')
    return { kind: 'revert', branch: undefined };
  if ((await read('BISECT_LOG')) !== undefined)
    return { kind: 'bisect', branch: await branchIn('BISECT_START') };
  return undefined;
}
