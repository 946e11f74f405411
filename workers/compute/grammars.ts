/**
 * The wasm file of each grammar; only this file names the packages. A file is fetched when its language first occurs.
 */
import bash from '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm?url';
import csharp from '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm?url';
import go from '@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm?url';
import java from '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm?url';
import javascript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm?url';
import php from '@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm?url';
import powershell from '@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm?url';
import python from '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm?url';
import ruby from '@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm?url';
import rust from '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm?url';
import tsx from '@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm?url';
import typescript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm?url';
import c from '@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm?url';
import cpp from '@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm?url';
import dart from '@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm?url';
import solidity from '@repomix/tree-sitter-wasms/out/tree-sitter-solidity.wasm?url';
import swift from '@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm?url';
import elixir from '@cursorless/tree-sitter-wasms/out/tree-sitter-elixir.wasm?url';
import haskell from '@cursorless/tree-sitter-wasms/out/tree-sitter-haskell.wasm?url';
import lua from '@cursorless/tree-sitter-wasms/out/tree-sitter-lua.wasm?url';
import r from '@cursorless/tree-sitter-wasms/out/tree-sitter-r.wasm?url';
import scala from '@cursorless/tree-sitter-wasms/out/tree-sitter-scala.wasm?url';
import zig from '@cursorless/tree-sitter-wasms/out/tree-sitter-zig.wasm?url';
import kotlin from '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm?url';
import ocaml from 'tree-sitter-ocaml/tree-sitter-ocaml.wasm?url';
import ocamlInterface from 'tree-sitter-ocaml/tree-sitter-ocaml_interface.wasm?url';
import runtime from 'web-tree-sitter/web-tree-sitter.wasm?url';
import type { GrammarId } from '../../src/core/languages/grammarIds';

/** The parser itself. */
export const RUNTIME_URL = runtime;

export const GRAMMAR_URLS: Readonly<Record<GrammarId, string>> = {
  bash,
  c,
  cpp,
  csharp,
  dart,
  elixir,
  go,
  haskell,
  java,
  javascript,
  kotlin,
  lua,
  ocaml,
  ocamlInterface,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scala,
  solidity,
  swift,
  tsx,
  typescript,
  zig,
};
