/** The symbol map as a section of the document: a legend, aliases for long paths, then a block for each file. */
import { fenceFor } from '../../compose/fence';
import { pathAliases } from './aliases';
import { pathsIn, renderMapBlock, type MapFile } from './mapBlock';

const LEGEND = [
  '# c class, f function, m method, af and am async, v variable, p property; then (parameters) or (bases), ->type, :line',
  '# PATH: ←N used by N files. i outside imports. i→ imports from this folder. ?T optional, [T] list.',
  '# →FILE:NAME calls. ←FILE:LINE used there. ←″ used where the symbol above is. ←refs used by these files. +N more.',
  '# In test files: c classes, m methods, f test functions, and fixtures.',
].join('\n');

/** Empty without files. The files keep their order. */
export function renderSymbolMap(heading: string, files: readonly MapFile[]): string {
  if (files.length === 0) return '';
  const aliases = pathAliases(files.flatMap(pathsIn));
  const head = [LEGEND, ...aliases.lines].join('\n');
  const blocks = files.map((file) => renderMapBlock(file, aliases.shorten));
  const map = [`${head}\n`, ...blocks].join('\n').trimEnd();
  const fence = fenceFor(map);
  return `${heading}\n\n${fence}text\n${map}\n${fence}`;
}
