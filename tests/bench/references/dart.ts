/** References of Dart: the lexer of Pygments finds the directives, and pubspecs give the packages. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const dartLexer: ReferenceTool = {
  name: 'Pygments, Dart',
  languages: ['dart'],
  read: (folder, files) => runPrinting(folder, files, ['python3', 'dartImports.py']),
};
