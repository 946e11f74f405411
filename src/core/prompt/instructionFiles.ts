import { escapePath } from '../compose/escapePath';
import { compareRepoPaths, type RepoPath } from '../files/repoPath';

/** Files with instructions for agents, by their paths below the folder that they are for. */
export const INSTRUCTION_NAMES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const;

/** A folder of instruction files. It may also be a file. */
export const INSTRUCTION_FOLDER = '.cursor/rules';

interface InstructionFile {
  readonly path: RepoPath;
  /** The folder that the instructions are for; empty for the whole workspace. */
  readonly scope: string;
  readonly depth: number;
  /** Order among the files of one folder. */
  readonly rank: number;
}

/**
 * The instruction files among `paths` that apply to other files among them: those of the folders above. Without other files,
 * those of the workspace.
 */
export function instructionsFor(paths: readonly RepoPath[]): readonly RepoPath[] {
  const found = paths.flatMap((path) => instructionFile(path) ?? []);
  if (found.length === 0) return [];
  const folders = foldersAbove(paths);
  return nearestFirst(found.filter(({ scope }) => folders.has(scope)).map(({ path }) => path));
}

/** Instruction files of a deeper folder come before those of the folders above it. Drops all other files. */
export function nearestFirst(paths: readonly RepoPath[]): readonly RepoPath[] {
  return paths
    .flatMap((path) => instructionFile(path) ?? [])
    .sort(byNearness)
    .map(({ path }) => path);
}

/** The folders above these files, including the workspace itself, which is empty. Ignores instruction files. */
export function foldersAbove(paths: readonly RepoPath[]): ReadonlySet<string> {
  const folders = new Set(['']);
  for (const path of paths) {
    if (instructionFile(path) !== undefined) continue;
    // If a folder is known, so are those above it.
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** The fragment `instructions`: it names the files, whose text is in their blocks. Empty without files. */
export function renderInstructionNames(paths: readonly RepoPath[]): string {
  if (paths.length === 0) return '';
  const names = paths.map((path) => `- \`${escapePath(path)}\``);
  return [
    'Follow the instructions in these files of the document. If they disagree, the first one wins:',
    '',
    ...names,
  ].join('\n');
}

function instructionFile(path: RepoPath): InstructionFile | undefined {
  // Checked first, because a file with one of those names in this folder also applies to the folder above.
  const inFolder = `/${path}/`.lastIndexOf(`/${INSTRUCTION_FOLDER}/`);
  if (inFolder >= 0) return described(path, inFolder, INSTRUCTION_NAMES.length);
  const rank = INSTRUCTION_NAMES.findIndex((name) => isBelow(path, name));
  const name = INSTRUCTION_NAMES[rank];
  return name === undefined ? undefined : described(path, path.length - name.length, rank);
}

function described(path: RepoPath, start: number, rank: number): InstructionFile {
  const scope = path.slice(0, Math.max(0, start - 1));
  return { path, scope, depth: scope === '' ? 0 : scope.split('/').length, rank };
}

function isBelow(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function byNearness(one: InstructionFile, other: InstructionFile): number {
  return (
    other.depth - one.depth ||
    compareRepoPaths(one.scope as RepoPath, other.scope as RepoPath) || // folders are paths, too
    one.rank - other.rank ||
    compareRepoPaths(one.path, other.path)
  );
}
