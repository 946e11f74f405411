import { escapeLine } from '../../core/compose/escapePath';
import { counted } from '../../core/counted';
import type { DiffStart } from '../../core/settings/settings';
import type { Choices } from '../composition/choices';
import type { Notify } from '../notify';
import type { FileTree } from '../tree/fileTree';
import { isIncluded } from '../tree/treeNode';
import type { Git } from '../git/git.svelte';

interface Parts {
  readonly git: Git;
  readonly choices: Pick<Choices, 'tick'>;
  readonly tree: FileTree;
}

/** Selects the files that git says have changed, except those that rules leave out, and says how many. */
export async function selectChanged(
  { git, choices, tree }: Parts,
  start: DiffStart,
  notify: Notify,
): Promise<void> {
  const paths = await git.changedSince(start).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    notify({ kind: 'error', text: `The repository can’t be read: ${reason}` });
    return undefined;
  });
  if (paths === undefined) return;
  const files = paths.flatMap((path) => tree.byPath(path) ?? []).filter(({ kind }) => kind === 'file');
  const included = files.filter(isIncluded);
  const leftOut = files.filter((file) => !isIncluded(file));
  const ticked = choices.tick(
    included.map(({ path }) => path),
    true,
    start === 'head'
      ? 'Select what changed since the last commit'
      : 'Select what changed since the main branch',
  );
  notify({
    kind: 'info',
    text: textOf(ticked, included.length, leftOut.length),
    ...(leftOut.length > 0 && {
      details: [`Left out by rules: ${leftOut.map(({ path }) => escapeLine(path)).join(', ')}`],
    }),
  });
}

function textOf(ticked: number, changed: number, leftOut: number): string {
  if (changed === 0) return leftOut === 0 ? 'No file has changed' : 'All changed files are left out by rules';
  if (ticked === 0) return `${counted(changed, 'changed file')} already selected`;
  return `Selected ${counted(ticked, 'changed file')}`;
}
