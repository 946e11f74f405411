/**
 * The symbol map: a legend, aliases for long paths, and a block for each file, as one section of the document or as texts that
 * can be moved one by one.
 */
import { fenceFor } from '../../compose/fence';
import { foldersToAlias, pathAliases, type PathAliases } from './aliases';

const LEGEND = [
  '# c class, f function, m method, af and am async, v variable, p property; then (parameters) or (bases), ->type, :line',
  '# PATH: ←N used by N files. i outside imports. i→ imports from this folder. ?T optional, [T] list.',
  '# →FILE:NAME calls. ←FILE:LINE used there. ←″ used where the symbol above is. ←refs used by these files. +N more.',
  '# In test files: c classes, m methods, f test functions, and fixtures.',
].join('\n');

/** Enclose each path that aliases may shorten, because blocks are rendered one by one. Escaped text never contains them. */
const [START, END] = ['\u0001', '\u0002'];
const MARKED = new RegExp(`${START}([^${END}]*)${END}`, 'g');

/** Marks a path in a block for `renderSymbolMap`. */
export function markPath(path: string): string {
  return `${START}${path}${END}`;
}

/** The block as printed without aliases. */
export function withoutMarks(block: string): string {
  return block.replaceAll(MARKED, '$1');
}

/** `blocks` have marked paths, in the order to print. Returns '' if there are none. */
export function renderSymbolMap(heading: string, blocks: readonly string[]): string {
  if (blocks.length === 0) return '';
  const aliases = pathAliases(foldersToAlias(pathsIn(blocks)));
  const head = [LEGEND, ...aliases.lines].join('\n');
  return `${heading}\n\n${fenced([`${head}\n`, ...shortened(blocks, aliases)].join('\n'))}`;
}

/** A map in fenced texts. */
export interface MapApart {
  /** With the aliases. */
  readonly legend: string;
  /** In the order given. */
  readonly blocks: readonly string[];
  /** The folders of the aliases, in the order of their numbers. */
  readonly folders: readonly string[];
}

/**
 * Renders a map whose references name files only.
 *
 * @param blocks with marked paths, not empty
 * @param folders the only ones to alias, decided by an earlier map
 */
export function renderMapApart(
  blocks: readonly string[],
  folders = foldersToAlias(pathsIn(blocks)),
): MapApart {
  const aliases = pathAliases(folders);
  return {
    legend: fenced([LEGEND.replace('←FILE:LINE', '←FILE'), ...aliases.lines].join('\n')),
    blocks: shortened(blocks, aliases).map(fenced),
    folders,
  };
}

function pathsIn(blocks: readonly string[]): readonly string[] {
  return blocks.flatMap((block) => Array.from(block.matchAll(MARKED), ([, path = '']) => path));
}

function shortened(blocks: readonly string[], aliases: PathAliases): readonly string[] {
  return blocks.map((block) => block.replaceAll(MARKED, (_, path: string) => aliases.shorten(path)));
}

/** Without blank lines at the end. */
function fenced(text: string): string {
  const trimmed = text.trimEnd();
  const fence = fenceFor(trimmed);
  return `${fence}text\n${trimmed}\n${fence}`;
}
