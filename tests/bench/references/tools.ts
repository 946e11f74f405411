/** The tools that references are compared with. To add one, create a file in this folder and add a line here. */
import { ctagsTools } from './ctags';
import { dartLexer } from './dart';
import { elixirParser } from './elixir';
import { gcc } from './gcc';
import { goList } from './go';
import { ghcHeaders } from './haskell';
import { luaparse } from './lua';
import { ocamldep } from './ocaml';
import { phpTokens } from './php';
import { pythonFinder } from './python';
import { rubyLoadPath } from './ruby';
import { modLines, rustc } from './rust';
import { scalameta } from './scala';
import { solc } from './solidity';
import { swiftPackages } from './swift';
import type { ReferenceTool } from './tool';
import { typescriptCompiler } from './typescript';
import { zigParser } from './zig';

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
  zigParser,
  dartLexer,
  ghcHeaders,
  luaparse,
  ocamldep,
  scalameta,
  solc,
  swiftPackages,
  ...ctagsTools,
];
