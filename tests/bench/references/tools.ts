/** The tools that references are compared with. To add one, create a file in this folder and add a line here. */
import { gcc } from './gcc';
import { goList } from './go';
import { pythonFinder } from './python';
import type { ReferenceTool } from './tool';
import { typescriptCompiler } from './typescript';

export const REFERENCE_TOOLS: readonly ReferenceTool[] = [typescriptCompiler, pythonFinder, goList, gcc];
