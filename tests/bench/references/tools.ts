/** The tools that references are compared with. To add one, create a file in this folder and add a line here. */
import { ctagsTools } from './ctags';
import { elixirParser } from './elixir';
import { gcc } from './gcc';
import { goList } from './go';
import { ocamldep } from './ocaml';
import { phpTokens } from './php';
import { pythonFinder } from './python';
import { rubyLoadPath } from './ruby';
import { modLines, rustc } from './rust';
import type { ReferenceTool } from './tool';
import { typescriptCompiler } from './typescript';

export const REFERENCE_TOOLS: readonly ReferenceTool[] = [
  typescriptCompiler,
  pythonFinder,
  goList,
  gcc,
  phpTokens,
  rubyLoadPath,
  rustc,
  modLines,
  elixirParser,
  ocamldep,
  ...ctagsTools,
];
