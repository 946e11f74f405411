import { counted } from '../counted';
import { baseName, compareRepoPaths, type RepoPath } from '../files/repoPath';
import { escapePath } from './escapePath';
import { fencedSection } from './fencedSection';

/** Line and symbol counts of a file. `symbols` is undefined if the language is unknown. */
export interface FileFigures {
  readonly lines: number;
  readonly symbols: number | undefined;
}

const NO_FIGURES: ReadonlyMap<RepoPath, FileFigures> = new Map();

/**
 * Renders the file tree section: one name per line, indented by two spaces per level, folders with a trailing slash, ordered
 * by the UTF-8 bytes of the paths. A name is followed by its `figures`, if any. The order of `paths` does not matter. Empty
 * if there are no paths.
 */
export function renderFileTree(heading: string, paths: readonly RepoPath[], figures = NO_FIGURES): string {
  return fencedSection(heading, 'text', treeLines(paths, figures).join('\n'));
}

/** In path order the contents of a folder are consecutive, so the open folders form a stack. */
function treeLines(
  paths: readonly RepoPath[],
  figures: ReadonlyMap<RepoPath, FileFigures>,
): readonly string[] {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const path of [...new Set(paths)].sort(compareRepoPaths)) {
    const folders = path.split('/').slice(0, -1);
    const shared = sharedLength(open, folders);
    for (const [at, folder] of folders.slice(shared).entries())
      lines.push(`${indent(shared + at)}${escapePath(folder)}/`);
    const name = escapePath(baseName(path));
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
