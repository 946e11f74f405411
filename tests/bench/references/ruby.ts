/** References of Ruby, from its own parser and a load path of the folder's libraries. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const rubyLoadPath: ReferenceTool = {
  name: 'ruby: Ripper and $LOAD_PATH',
  languages: ['ruby'],
  read: (folder, files) => runPrinting(folder, files, ['ruby', 'rubyImports.rb']),
};
