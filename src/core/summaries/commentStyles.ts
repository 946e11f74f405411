/** Comment syntax by language, as needed to read the head of a file. */

export interface CommentStyle {
  /** Matches the marker of a comment that runs to the end of its line. */
  readonly line: RegExp;
  readonly blocks: readonly (readonly [open: string, close: string])[];
}

const NO_LINE = /(?!)/y;
const SLASH: CommentStyle = { line: /\/\/+!?/y, blocks: [['/*', '*/']] };
const HASH: CommentStyle = { line: /#(?!\[)[#!']*/y, blocks: [] };

const STYLES: readonly (readonly [style: CommentStyle, ids: string])[] = [
  [
    SLASH,
    'c cpp csharp d dart fsharp go graphviz groovy java javascript javascriptreact jsx kotlin less objective-c objc protobuf rust scala scss solidity swift tsx typescript typescriptreact v verilog systemverilog zig glsl wgsl hlsl cuda thrift prisma',
  ],
  [{ line: /\/\/+|#(?!\[)+/y, blocks: [['/*', '*/']] }, 'php hcl terraform'],
  [{ line: NO_LINE, blocks: [['/*', '*/']] }, 'css'],
  [
    HASH,
    'bash shell sh zsh fish python ruby perl r elixir makefile cmake dockerfile yaml toml dotenv properties graphql nix crystal julia tcl awk gdscript nim',
  ],
  [{ line: /#+/y, blocks: [['<#', '#>']] }, 'powershell'],
  [
    {
      line: /--+(?!\[\[)/y,
      blocks: [
        ['--[[', ']]'],
        ['--[=[', ']=]'],
      ],
    },
    'lua luau',
  ],
  [{ line: /--+/y, blocks: [['{-', '-}']] }, 'haskell elm purescript idris agda'],
  [{ line: /--+/y, blocks: [['/*', '*/']] }, 'sql plsql ada vhdl'],
  [{ line: NO_LINE, blocks: [['(*', '*)']] }, 'ocaml ocaml-interface coq standard-ml'],
  [{ line: /;+/y, blocks: [] }, 'clojure lisp common-lisp scheme emacs-lisp racket ini asm assembly'],
  [{ line: /%+/y, blocks: [] }, 'erlang latex tex matlab prolog'],
];

const styleById: ReadonlyMap<string, CommentStyle> = new Map(
  STYLES.flatMap(([style, ids]) => ids.split(' ').map((id) => [id, style] as const)),
);

/** The comment syntax of a language; undefined if the language has none. */
export function commentStyleOf(languageId: string): CommentStyle | undefined {
  return styleById.get(languageId);
}
