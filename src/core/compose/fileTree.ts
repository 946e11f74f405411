import { counted } from '../counted';
import { compareRepoPaths, type RepoPath } from '../files/repoPath';
import { escapePath } from './escapePath';
import { fenceFor } from './fence';

/** How much a file holds. `symbols` is undefined where its language is not known. */
export interface FileFigures {
  readonly lines: number;
  readonly symbols: number | undefined;
}

const NO_FIGURES: ReadonlyMap<RepoPath, FileFigures> = new Map();

/**
 * The file tree section: one name a line, two spaces a level, folders with a final slash, in the order of the paths'
 * UTF-8 bytes; behind a name what `figures` has of the file. Any order of `paths` gives the same text; no paths give an
 * empty one.
 */
export function renderFileTree(heading: string, paths: readonly RepoPath[], figures = NO_FIGURES): string {
  if (paths.length === 0) return '';
  const tree = treeLines(paths, figures).join('\n');
  const fence = fenceFor(tree);
  return `${heading}\n\n${fence}text\n${tree}\n${fence}`;
}

/** In path order all that lies in a folder stands together, so the folders open at a file are a stack. */
function treeLines(
  paths: readonly RepoPath[],
  figures: ReadonlyMap<RepoPath, FileFigures>,
): readonly string[] {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const path of [...new Set(paths)].sort(compareRepoPaths)) {
    const segments = path.split('/');
    const folders = segments.slice(0, -1);
    const shared = sharedLength(open, folders);
    for (let depth = shared; depth < folders.length; depth++) {
      lines.push(`${indent(depth)}${escapePath(folders[depth] ?? '')}/`);
    }
    const name = escapePath(segments.at(-1) ?? '');
    lines.push(`${indent(folders.length)}${name}${figuresLabel(figures.get(path))}`);
    open = folders;
  }
  return lines;
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function figuresLabel(figures: FileFigures | undefined): string {
  if (figures === undefined) return '';
  const { lines, symbols } = figures;
  const label = [counted(lines, 'line'), symbols === undefined ? [] : counted(symbols, 'symbol')].flat();
  return ` (${label.join(', ')})`;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
