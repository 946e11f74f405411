/** The tools that references are compared with. To add one, create a file in this folder and add a line here. */
import { ctagsTools } from './ctags';
import { gcc } from './gcc';
import { goList } from './go';
import { phpTokens } from './php';
import { pythonFinder } from './python';
import { rubyLoadPath } from './ruby';
import type { ReferenceTool } from './tool';
import { typescriptCompiler } from './typescript';

export const REFERENCE_TOOLS: readonly ReferenceTool[] = [
  typescriptCompiler,
  pythonFinder,
  goList,
  gcc,
  phpTokens,
  rubyLoadPath,
  ...ctagsTools,
];
