/** The symbol map as a section of the document: a legend, aliases for long paths, then a block for each file. */
import { fenceFor } from '../../compose/fence';
import { pathAliases } from './aliases';

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
  const paths = blocks.flatMap((block) => Array.from(block.matchAll(MARKED), ([, path = '']) => path));
  const aliases = pathAliases(paths);
  const head = [LEGEND, ...aliases.lines].join('\n');
  const shortened = blocks.map((block) =>
    block.replaceAll(MARKED, (_, path: string) => aliases.shorten(path)),
  );
  const map = [`${head}\n`, ...shortened].join('\n').trimEnd();
  const fence = fenceFor(map);
  return `${heading}\n\n${fence}text\n${map}\n${fence}`;
}
