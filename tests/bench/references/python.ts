/** References of Python, from its own parser and module finder. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const pythonFinder: ReferenceTool = {
  name: 'python3: ast and importlib',
  languages: ['python'],
  read: (folder, files) => runPrinting(folder, files, ['python3', '-I', 'pythonImports.py']),
};
