/**
 * What a language is: data. A language file says which nodes declare symbols, where their names and bodies are, what
 * counts as import, comment and decorator, and what stands in for what the skeleton leaves out. Hooks are small pure
 * functions for what no table can say.
 */
import type { Cut, FileImport, LanguageFamily, Span, SymbolKind } from '../facts/fileFacts';
import type { GrammarId } from './grammarIds';
import type { SyntaxNode } from './syntax';

export type LanguageRules = GrammarRules | ScannerRules | PartsRules;

interface AnyRules {
  /** An id of files/language. */
  readonly id: string;
  /** Further ids that the same rules serve. */
  readonly also?: readonly string[];
  /** The id of the language that a text of this one's files is really in: C++ in a file named `.h`. */
  readonly defersTo?: (text: string) => string | undefined;
  readonly family: LanguageFamily;
}

/** A language that a grammar parses. */
export interface GrammarRules extends AnyRules {
  readonly kind: 'grammar';
  readonly grammar: GrammarId;
  /** Node types that declare symbols. */
  readonly symbols: Readonly<Record<string, SymbolRule>>;
  /**
   * Node types that hold a declaration and belong to it: `export`, decorated definitions, statements around an
   * assignment. One that is in `symbols` as well is a wrapper where it declares nothing itself.
   */
  readonly wrappers: Readonly<Record<string, WrapperRule>>;
  /** Nodes that declare no symbol but have a body that goes: accessors, initializers, arms of a macro. */
  readonly bodies?: Readonly<Record<string, BodyRule>>;
  readonly imports: Readonly<Record<string, ImportRule>>;
  readonly comments: readonly string[];
  /** Decorators, attributes, annotations that stand before a declaration or as its first children. */
  readonly decorators: readonly string[];
  /** Keywords and types that stand before the declaration they belong to as nodes of their own: Dart's `final int`. */
  readonly prefixes?: readonly string[];
  /** Node types that are comments or decorators by what they begin with: `@doc` and `@spec` of Elixir. */
  readonly leads?: Readonly<Record<string, LeadHook>>;
  /** First children of a declaration that hold decorators among keywords: Java's `@Override public`. */
  readonly modifiers?: readonly string[];
  /** Node types the walk enters, besides all above: whatever may hold a declaration that is wanted in the outline. */
  readonly enter: readonly string[];
  /** Of `enter`, those to pass by inside function bodies. */
  readonly enterOutside?: readonly string[];
  /** Whose children are statements or members as if they stood around it: preprocessor conditionals. Never cut. */
  readonly containers?: readonly string[];
  /**
   * What the text of a body or statement must match to be searched for nested declarations. Most bodies hold none, and
   * a native search is a hundred times cheaper than a walk. May match too often, never too seldom.
   */
  readonly nestedHint: RegExp;
  /** The same for short statements outside bodies; the nested hint unless told. */
  readonly itemHint?: RegExp;
  /** Where a statement of more than five lines is cut. What stands directly in such a node counts as statements. */
  readonly folds: Readonly<Record<string, FoldKind>>;
  readonly standIns: StandIns;
  /** The placeholder before the comment for a hidden value; `_ ` by default. */
  readonly blank?: string;
  /** The part that a value keeps if no fold shortens it, by its node type. */
  readonly values?: Readonly<Record<string, ValueKind>>;
  /** What bodies stand in, if not in `{` and `}`. */
  readonly braces?: readonly [open: string, close: string];
  /** What a line comment begins with, when lines of it between signature and body belong to the body. */
  readonly bodyComment?: string;
  /** Bodies that hide nothing. */
  readonly emptyBodies?: readonly string[];
  /**
   * What the grammar gets to read in place of the text, of the same length: what only another tool could make sense of,
   * such as macros, is blanked. Everything else sees the text as it is.
   */
  readonly reads?: (text: string) => string;
  /** Lines that begin with `#if`, `#else`, `#endif` choose what is compiled. */
  readonly directives?: true;
  /** The documentation inside a body, that stays. */
  readonly docstring?: (body: SyntaxNode, symbol: SymbolKind) => SyntaxNode | undefined;
  /** Where it is not the wrapper that says so. */
  readonly exported?: (symbol: { name: string; signature: string; kind: SymbolKind }) => boolean;
}

/**
 * `block`: a body of statements; `brackets`: what stands between the first and the last child, if those are tokens;
 * `rest`: what follows the first child, `else`; `text`: a long string; `lines`: the lines between the first and the
 * last, of a heredoc.
 */
export type FoldKind = 'block' | 'brackets' | 'rest' | 'text' | 'lines';

/**
 * `head`: an expression that its first child may stand for, `a` of `a + b`; `brackets`: one that ends in brackets, which
 * may be empty, `when (x) { … }`.
 */
export type ValueKind = 'head' | 'brackets';

/** The role of a node before a declaration; `aside`: it may come between the declaration and its comment. */
export type LeadKind = 'comment' | 'decorator' | 'prefix' | 'aside';

/** By the text at the node's beginning. */
export type LeadHook = (text: string, start: number) => LeadKind | undefined;

export interface SymbolRule {
  /** By node, where the type does not tell. Undefined: no symbol here, but perhaps a wrapper or a statement. */
  readonly kind: SymbolKind | ((node: SyntaxNode, place: Place, text: string) => SymbolKind | undefined);
  /** Kind when it stands directly in a type. */
  readonly member?: SymbolKind;
  /**
   * Path of fields, `name` unless told; or a hook that gives the node, or the name itself, or all names where one node
   * declares several symbols. Members belong to the first.
   */
  readonly name?:
    string | ((node: SyntaxNode, text: string) => SyntaxNode | string | readonly string[] | undefined);
  /** Path of fields, `body` unless told. Bodies of Func, Method, Macro and Test are dropped, others hold members. */
  readonly body?: string | ((node: SyntaxNode, text: string) => SyntaxNode | undefined);
  /** Where what is left out with a body begins, if before it: a constructor's initializers. */
  readonly bodyStart?: (node: SyntaxNode) => SyntaxNode | undefined;
  /** What the signature ends before, if not before the body. */
  readonly signatureTo?: (node: SyntaxNode) => SyntaxNode | undefined;
  /** Bodies of up to five lines stay. */
  readonly keepsShort?: boolean;
  /** Documentation in it, before its body: the help of a PowerShell function. */
  readonly doc?: (node: SyntaxNode, text: string) => SyntaxNode | undefined;
  /** The value of a constant. Without it, only folds shorten the constant. */
  readonly value?: string | ((node: SyntaxNode, text: string) => SyntaxNode | undefined);
  /** Path of the type it belongs to from outside: `Store` of Go's `func (s *Store) Get`. */
  readonly owner?: (node: SyntaxNode, text: string) => string | undefined;
  /** Path its members go under instead of its own: `Store` of Rust's `impl Display for Store`. */
  readonly scope?: (node: SyntaxNode, text: string) => string | undefined;
  /** With the one before, if that is of the same name: equations of a Haskell function. */
  readonly joins?: true;
  /** Modules whose names it exports again. */
  readonly reExports?: (node: SyntaxNode, text: string) => readonly string[];
  /** In function bodies, the first 400 units of the node must match before it is looked at. */
  readonly nestedProbe?: RegExp;
  /** In function bodies it is no symbol. True for Const and Field anyway. */
  readonly neverNested?: boolean;
  readonly standIn?: StandIn | ((body: SyntaxNode) => StandIn);
  /** The value that the body gives, where it is no block: `x + 1` of `=> x + 1`. */
  readonly expression?: ExpressionHook;
  /** The body stays in the skeleton though the kind is a callable. */
  readonly keepsBody?: boolean;
  /** By body, where the kind does not tell whether it goes or holds members: of properties, some hold accessors. */
  readonly dropsBody?: (body: SyntaxNode, node: SyntaxNode, text: string) => boolean;
}

/** One node, or all that a grammar leaves side by side. */
export type ExpressionHook = (body: SyntaxNode) => SyntaxNode | readonly SyntaxNode[] | undefined;

export interface BodyRule {
  /** The body is of the symbol declared just before it, beside it in the tree. */
  readonly ofSymbolBefore?: true;
  /** Path of fields, `body` unless told. */
  readonly body?: string | ((node: SyntaxNode, text: string) => SyntaxNode | undefined);
  readonly standIn?: StandIn | ((body: SyntaxNode) => StandIn);
  readonly expression?: ExpressionHook;
}

export interface WrapperRule {
  /** Its text must match this or the nested hint, else it declares nothing and, when short, is not entered. */
  readonly hint?: RegExp;
  readonly exported?: boolean;
  /** What a group of declarations begins with; those in it stand for themselves: Go's `const ( … )`. */
  readonly group?: RegExp;
  /** Never cut whole, however long: export lists. */
  readonly keeps?: boolean;
  /** Only bodies in blocks are cut in it, no data: exports, documentation, macros that say how to use a component. */
  readonly staysWhole?: (node: SyntaxNode, text: string) => boolean;
  /** Names of symbols that this statement exports without declaring them. */
  readonly exports?: (node: SyntaxNode, text: string) => readonly string[];
  /** A wrapper that may import as well: the modules, none if it does not. */
  readonly imports?: (node: SyntaxNode, text: string) => readonly string[];
  readonly reExports?: (node: SyntaxNode, text: string) => readonly string[];
}

export interface ImportRule {
  /** Field of the module's name, quotes taken off; or a hook. No names: no import here, but perhaps a statement. */
  readonly sources: string | ((node: SyntaxNode, text: string) => readonly string[]);
}

/** Where a declaration stands. */
export interface Place {
  /** `item`: a statement of a module, block or type; `inside`: within a statement; `dropped`: in a function's body. */
  readonly zone: 'item' | 'inside' | 'dropped';
  /** Kind of the innermost symbol around it. */
  readonly parent: SymbolKind | undefined;
  /** `module`, `members` or the type of the fold whose item it is or is part of. */
  readonly block: string;
  /** The field of its parent that it is. */
  readonly field: string | undefined;
  /** Type of the wrapper it stands directly in. */
  readonly wrapper: string | undefined;
}

/** `%` becomes `12 lines`. With `endsLine` nothing may follow on its line. */
export interface StandIn {
  readonly text: string;
  readonly endsLine?: true;
  /** The braces stay, and what stands between them on lines of its own is replaced there. */
  readonly inside?: true;
  /** What stands around the body, where it is not the language's braces. */
  readonly braces?: readonly [open: string, close: string];
}

export interface StandIns {
  /** A body with its braces, or a block of statements. */
  readonly body: StandIn;
  /** For the content of two brackets; braces get blanks around it. */
  readonly brackets: StandIn;
  /** A whole statement. */
  readonly statement: StandIn;
  /** A comment that says a value, or what follows its beginning, is hidden. */
  readonly hidden: StandIn;
}

/** A symbol as a scanner finds it; `depth` 0 at the top. Spans are trimmed by the reader of the scan. */
export interface ScannedSymbol extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly depth: number;
  /** Where its signature ends, the end of its first line unless told. */
  readonly signatureEnd?: number;
  readonly body?: Span;
  readonly doc?: Span;
  readonly exported?: true;
}

export interface Scan {
  readonly symbols: readonly ScannedSymbol[];
  readonly imports?: readonly FileImport[];
  readonly cuts?: readonly Cut[];
  /** Places that no rule of the format allows. */
  readonly errors?: number;
}

/** A language that one pass over its text describes. The scan never throws and takes linear time. */
export interface ScannerRules extends AnyRules {
  readonly kind: 'scanner';
  readonly scan: (text: string) => Scan;
}

/** A stretch of the text in another language. */
export interface Part extends Span {
  readonly language: string;
}

/** A language that holds parts in other languages, each described by its own rules; `scan` describes the rest. */
export interface PartsRules extends AnyRules {
  readonly kind: 'parts';
  readonly parts: (text: string) => readonly Part[];
  readonly scan: (text: string) => Scan;
}
