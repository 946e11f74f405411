/** References of PHP, from its own tokenizer. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const phpTokens: ReferenceTool = {
  name: 'php: token_get_all',
  languages: ['php'],
  read: (folder, files) => runPrinting(folder, files, ['php', 'phpImports.php']),
};
