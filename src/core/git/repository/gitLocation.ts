import { decodeName } from '../gitText';
import { isAbsolute, joinPath, resolveGitPath } from '../gitPath';
import type { GitFolder } from '../model';
import { readSmallText, readWhole } from '../smallFile';

/** The folders in which git keeps its files, relative to the opened folder. */
export type GitLocation =
  | {
      readonly kind: 'found';
      /** The folder for one working tree: HEAD, the index, a merge under way. */
      readonly own: string;
      /** The folder that linked working trees share: objects and branches. */
      readonly common: string;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** A `.git` file has a line with a path. */
const MAX_LINK_BYTES = 64 * 1024;

/** Finds the git folder of the working tree at a path, which is `''` for the opened folder. */
export async function findGitFolder(folder: GitFolder, workTree: string): Promise<GitLocation> {
  const path = joinPath(workTree, '.git');
  const file = await folder.file(path);
  if (file === undefined) {
    const names = await folder.list(path);
    if (names.length === 0) return { kind: 'none' };
    return { kind: 'found', own: path, common: (await commonOf(folder, path)) ?? path };
  }
  const text = file.size > MAX_LINK_BYTES ? '' : decodeName(await readWhole(path, file));
  const target = /^gitdir: (?<target>[^\0\r\n]+)[\r\n]*$/.exec(text)?.groups?.['target'];
  if (target === undefined)
    return { kind: 'unsupported', reason: `${path} is a file that git wouldn’t accept.` };
  const own = resolveGitPath(workTree, target) ?? (await findLinkedBack(folder, workTree, target));
  if (own === undefined) return { kind: 'unsupported', reason: describeOutside(target) };
  const common = await commonOf(folder, own);
  if (common === undefined) return { kind: 'unsupported', reason: describeOutside(target) };
  return { kind: 'found', own, common };
}

/** Undefined if the common folder is outside the opened one. */
async function commonOf(folder: GitFolder, own: string): Promise<string | undefined> {
  const path = (await readSmallText(folder, joinPath(own, 'commondir')))?.trim();
  return path === undefined ? own : resolveGitPath(own, path);
}

/**
 * Git writes absolute paths into linked working trees, both ways. If both begin with the same path and the way back is
 * in the opened folder, that path is the opened folder.
 */
async function findLinkedBack(
  folder: GitFolder,
  workTree: string,
  target: string,
): Promise<string | undefined> {
  const slashed = target.replaceAll('\\', '/');
  if (!isAbsolute(slashed) || !/\/\.git\/worktrees\/./.test(slashed)) return undefined;
  const link = joinPath(workTree, '.git');
  for (let top = slashed.lastIndexOf('/'); top >= 0; top = slashed.lastIndexOf('/', top - 1)) {
    const inside = slashed.slice(top + 1);
    const back = (await readSmallText(folder, `${inside}/gitdir`))?.trim().replaceAll('\\', '/');
    if (back === `${slashed.slice(0, top)}/${link}`) return inside;
    if (top === 0) break;
  }
  return undefined;
}

function describeOutside(target: string): string {
  const slashed = target.replaceAll('\\', '/');
  const { of, kind } = /^(?<of>.*?)\/?\.git\/(?<kind>worktrees|modules)\//.exec(slashed)?.groups ?? {};
  const outside = 'which is outside the folder';
  if (kind === 'worktrees') return `This is a linked worktree of ${of}, ${outside}.`;
  if (kind === 'modules') return `This is a submodule of ${of}, ${outside}.`;
  return `The git folder is ${target}, ${outside}.`;
}
