/**
 * A language is data. Its file says which nodes declare symbols, where their names and bodies are, which nodes are
 * imports, comments and decorators, and which stand-ins replace skeleton cuts. Hooks are small pure functions for cases
 * that no table can express.
 */
import type { Cut, FileImport, LanguageFamily, Span, SymbolKind } from '../facts/fileFacts';
import type { FileReferences } from '../facts/references';
import type { GrammarId } from './grammarIds';
import type { HeldText } from './heldText';
import type { NameRules } from './readReferences';
import type { WordRules } from './readWords';
import type { SignatureRules } from './signature';
import type { Path, SyntaxNode } from './syntax';

export type LanguageRules = GrammarRules | ScannerRules | PartsRules;

interface AnyRules {
  /** An id from files/language. */
  readonly id: string;
  /** Further language ids that use these rules. */
  readonly also?: readonly string[];
}

/** A language parsed by a grammar. Its family is code. */
export interface GrammarRules extends AnyRules {
  readonly kind: 'grammar';
  readonly grammar: GrammarId;
  /** Node types that declare symbols. */
  readonly symbols: Readonly<Record<string, SymbolRule>>;
  /**
   * Node types that contain a declaration and belong to it: `export`, decorated definitions, statements around an
   * assignment. A type that is also in `symbols` is a wrapper if it declares nothing itself.
   */
  readonly wrappers?: Readonly<Record<string, WrapperRule>>;
  /** Nodes without a symbol whose body is cut: accessors, initializers, macro arms. */
  readonly bodies?: Readonly<Record<string, BodyRule>>;
  readonly imports?: Readonly<Record<string, ImportRule>>;
  /** Just `comment` by default. */
  readonly comments?: readonly string[];
  /** Decorators, attributes or annotations, either before a declaration or as its first children. */
  readonly decorators?: readonly string[];
  /** Keywords and types that are separate nodes before their declaration: Dart's `final int`. */
  readonly prefixes?: readonly string[];
  /** Node types that are comments or decorators depending on their first characters: Elixir's `@doc` and `@spec`. */
  readonly leads?: Readonly<Record<string, LeadHook>>;
  /** First children of a declaration that mix decorators and keywords: Java's `@Override public`. */
  readonly modifiers?: readonly string[];
  /** Nodes that are names, and nodes that show a name is called. */
  readonly names: NameRules;
  /** The syntax of parameters, types, and bases in signatures. */
  readonly signatures?: SignatureRules;
  /** The names that an import statement lists. */
  readonly importNames?: ImportNamesRule;
  /**
   * Further node types the walk enters: any that may contain a declaration wanted in the outline. Blocks and control
   * flow count without being listed if they have their usual names.
   */
  readonly enter: readonly string[];
  /** Types in `enter` to skip inside function bodies. */
  readonly enterOutside?: readonly string[];
  /**
   * Nodes whose children count as statements or members of the enclosing block: preprocessor conditionals. Never cut.
   */
  readonly containers?: readonly string[];
  /**
   * A body or statement is searched for nested declarations only if its text matches. Most contain none, and a native
   * search is a hundred times cheaper than a walk. It may match too often, never too seldom.
   */
  readonly nestedHint: RegExp;
  /** The same for short statements outside bodies; defaults to the nested hint. */
  readonly itemHint?: RegExp;
  /** Nodes in which statements of more than five lines are cut. Their direct children count as statements. */
  readonly folds: Readonly<Record<string, FoldKind>>;
  /** By default those for braces and block comments. */
  readonly standIns?: StandIns;
  /** Placeholder before the comment for a hidden value; `_ ` by default. */
  readonly blank?: string;
  /** By node type, the part that a value keeps if no fold shortens it. */
  readonly values?: Readonly<Record<string, ValueKind>>;
  /** The delimiters of bodies; `{` and `}` by default. */
  readonly braces?: readonly [open: string, close: string];
  /** Start of a line comment, if line comments between signature and body belong to the body. */
  readonly bodyComment?: string;
  /** Body node types that hide nothing. */
  readonly emptyBodies?: readonly string[];
  /**
   * Rewrites the text for the grammar, keeping its length: anything only another tool could read, such as macros, is
   * blanked. Everything else uses the original text.
   */
  readonly reads?: (text: string) => string;
  /** `#if`, `#else` and `#endif` lines select the compiled code. */
  readonly directives?: true;
  /** The documentation inside a body, which stays. */
  readonly docstring?: (body: SyntaxNode, symbol: SymbolKind) => SyntaxNode | undefined;
  /** The keyword of a declaration. If given, `exported` sees only the modifiers before it. */
  readonly keyword?: RegExp;
  /** Decides what is exported if no wrapper says so. */
  readonly exported?: (symbol: { name: string; signature: string; kind: SymbolKind }) => boolean;
}

/** Rules with the defaults filled in. */
export type FullRules = GrammarRules &
  Required<Pick<GrammarRules, 'wrappers' | 'imports' | 'comments' | 'decorators' | 'standIns'>>;

/**
 * `block`: a body of statements. `brackets`: the text between first and last child, if those are tokens. `rest`:
 * everything after the first child, such as `else`. `text`: a long string. `lines`: the lines between first and last,
 * as in a heredoc.
 */
export type FoldKind = 'block' | 'brackets' | 'rest' | 'text' | 'lines';

/**
 * `head`: an expression that its first child can replace, `a` for `a + b`. `brackets`: an expression that ends in
 * brackets, which may be emptied, `when (x) { … }`.
 */
export type ValueKind = 'head' | 'brackets';

/** The role of a node before a declaration. An `aside` may come between the declaration and its comment. */
export type LeadKind = 'comment' | 'decorator' | 'prefix' | 'aside';

/** Decides by the text at the start of the node. */
export type LeadHook = (text: string, start: number) => LeadKind | undefined;

/** Points to a node. */
export type NodeRule<Found = SyntaxNode> = Path | ((node: SyntaxNode, text: string) => Found | undefined);

/** The part of a node's text that matches near its start: the last group, or else the whole match. */
export interface TextPart {
  /** The node, if it is another one. */
  readonly at?: Path;
  readonly match: RegExp;
}

export type TextRule = TextPart | ((node: SyntaxNode, text: string) => string | undefined);

/** Kinds by the type of the node at a path, or by the text that matches. */
export type KindTable = ({ readonly at: Path } | { readonly match: RegExp }) & {
  readonly kinds: Readonly<Record<string, SymbolKind>>;
  /** For all others; without it, they are no symbols. */
  readonly otherwise?: SymbolKind;
};

/** The surroundings that a declaration must have. */
export interface PlaceRule {
  readonly zone?: Place['zone'];
  readonly block?: string;
  readonly wrapper?: string;
  /** The kinds of symbols that may enclose it. An empty list means none may. */
  readonly parents?: readonly SymbolKind[];
}

export interface SymbolRule {
  /**
   * A table or a function if the node type alone does not decide. Undefined: no symbol here, but perhaps a wrapper or a
   * statement.
   */
  readonly kind:
    SymbolKind | KindTable | ((node: SyntaxNode, place: Place, text: string) => SymbolKind | undefined);
  /** The place where the node is a symbol. */
  readonly only?: PlaceRule;
  /** The kind when directly inside a type. */
  readonly member?: SymbolKind;
  /**
   * By default the field `name`. A hook returns the node, the name, or all names if one node declares several symbols.
   * Members belong to the first.
   */
  readonly name?:
    | Path
    | TextPart
    | ((node: SyntaxNode, text: string, place: Place) => SyntaxNode | string | readonly string[] | undefined);
  /** Path to all names, if one node declares several symbols. */
  readonly names?: Path;
  /** By default the field `body`. Bodies of Func, Method, Macro and Test are cut, others contain members. */
  readonly body?: NodeRule;
  /** Start of the cut when it begins before the body: a constructor's initializers. */
  readonly bodyStart?: NodeRule;
  /** The node before which the signature ends; by default the body. */
  readonly signatureTo?: NodeRule;
  /** Bodies of up to five lines stay. */
  readonly keepsShort?: boolean;
  /** Documentation inside the node, before its body: the help of a PowerShell function. */
  readonly doc?: NodeRule;
  /** The value of a constant. Without it, only folds shorten the constant. */
  readonly value?: NodeRule<SyntaxNode | readonly SyntaxNode[]>;
  /** Path of the type that it belongs to from outside: `Store` for Go's `func (s *Store) Get`. */
  readonly owner?: TextRule;
  /** Path under which its members go, instead of its own: `Store` for Rust's `impl Display for Store`. */
  readonly scope?: TextRule;
  /** Merges with the preceding symbol of the same name: equations of a Haskell function. */
  readonly joins?: true;
  /** Modules whose names it re-exports. */
  readonly reExports?: (node: SyntaxNode, text: string, place: Place) => readonly string[];
  /** In function bodies, the node is examined only if its first 400 units match. */
  readonly nestedProbe?: RegExp;
  /** Not a symbol in function bodies. Always true for Const and Field. */
  readonly neverNested?: boolean;
  readonly standIn?: StandIn | ((body: SyntaxNode) => StandIn);
  /** The value of a body that is not a block: `x + 1` for `=> x + 1`. */
  readonly expression?: ExpressionRule;
  /** The skeleton keeps the body although the kind is callable. */
  readonly keepsBody?: boolean;
  /**
   * Decides by the body whether it is cut or holds members, for kinds that have both: only some properties have
   * accessors.
   */
  readonly dropsBody?: (body: SyntaxNode, node: SyntaxNode, text: string) => boolean;
}

/**
 * The type of a body that is a block, if any other body is a value, or a hook that returns the value: one node, or
 * several that the grammar leaves side by side.
 */
export type ExpressionRule =
  { readonly unless: string } | ((body: SyntaxNode) => SyntaxNode | readonly SyntaxNode[] | undefined);

export interface BodyRule {
  /** The body belongs to the symbol declared just before, its sibling in the tree. */
  readonly ofSymbolBefore?: true;
  /** By default the field `body`. */
  readonly body?: NodeRule;
  readonly standIn?: StandIn | ((body: SyntaxNode) => StandIn);
  readonly expression?: ExpressionRule;
}

export interface WrapperRule {
  /** Unless its text matches this or the nested hint, it declares nothing and, if short, is not entered. */
  readonly hint?: RegExp;
  readonly exported?: boolean;
  /** Matches the start of a group whose declarations stand on their own: Go's `const ( … )`. */
  readonly group?: RegExp;
  /** Never cut whole, however long: export lists. */
  readonly keeps?: boolean;
  /** Only block bodies in it are cut, never data: exports, documentation, macros that say how to use a component. */
  readonly staysWhole?: (node: SyntaxNode, text: string) => boolean;
  /** Names of symbols that this statement exports without declaring them. */
  readonly exports?: (node: SyntaxNode, text: string) => readonly string[];
  /** The modules it imports, if the wrapper may also be an import; none if it is not. */
  readonly imports?: SourcesRule;
  readonly reExports?: SourcesRule;
}

/** The first group of a pattern matches a list of names, `a, b as c`, or a path that ends in the name. */
export type ImportNamesRule =
  { readonly list: RegExp } | { readonly path: RegExp } | ((statement: string) => readonly string[]);

export interface ImportRule {
  /** If there are none, it is not an import but may be a statement. */
  readonly sources: SourcesRule;
}

/** Names of modules, without their quotes: path to all of them, or the text of one. */
export type SourcesRule = Path | TextPart | ((node: SyntaxNode, text: string) => readonly string[]);

/** The surroundings of a declaration. */
export interface Place {
  /** `item`: a statement of a module, block or type; `inside`: part of a statement; `dropped`: in a function's body. */
  readonly zone: 'item' | 'inside' | 'dropped';
  /** Kind of the innermost enclosing symbol. */
  readonly parent: SymbolKind | undefined;
  /** `module`, `members`, or the type of the fold with the item that it is or belongs to. */
  readonly block: string;
  /** Its field in the parent node. */
  field(): string | undefined;
  /** Type of the wrapper directly around it. */
  readonly wrapper: string | undefined;
  /** The module that an earlier import takes the name from. */
  readonly importedFrom: (name: string) => string | undefined;
}

/** `%` becomes a count such as `12 lines`. With `endsLine`, nothing may follow on its line. */
export interface StandIn {
  readonly text: string;
  readonly endsLine?: true;
  /** The braces stay, and everything on the lines between them is replaced. */
  readonly inside?: true;
  /** Delimiters of the body, if they are not the language's braces. */
  readonly braces?: readonly [open: string, close: string];
}

export interface StandIns {
  /** Replaces a body with its braces, or a block of statements. */
  readonly body: StandIn;
  /** Replaces the content between two brackets; inside braces it gets spaces around it. */
  readonly brackets: StandIn;
  /** Replaces a whole statement. */
  readonly statement: StandIn;
  /** A comment saying that a value, or the rest of it, is hidden. */
  readonly hidden: StandIn;
}

/** A symbol found by a scanner, with `depth` 0 at the top level. `scanFacts` trims the spans. */
export interface ScannedSymbol extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly depth: number;
  /** End of its signature; by default the end of its first line. */
  readonly signatureEnd?: number;
  readonly body?: Span;
  readonly doc?: Span;
  readonly exported?: true;
}

/** A scanned symbol whose end or body may not be known yet. */
export type MutableSymbol = { -readonly [Key in keyof ScannedSymbol]: ScannedSymbol[Key] };

export interface Scan {
  readonly symbols: readonly ScannedSymbol[];
  readonly imports?: readonly FileImport[];
  readonly cuts?: readonly Cut[];
  /** Absent if `words` reads them. */
  readonly references?: FileReferences;
  /** Number of places that violate the format. */
  readonly errors?: number;
}

/** A language described by a single pass over the text. The scan never throws and takes linear time. */
export interface ScannerRules extends AnyRules {
  readonly kind: 'scanner';
  readonly family: LanguageFamily;
  /** How to find the names that a text uses. */
  readonly words?: WordRules;
  readonly scan: (text: string) => Scan;
}

/** A part of the text in another language. */
export interface Part extends Span {
  readonly language: string;
  /** Its text, if the file writes it in another way. Symbols, cuts and imports are put back to their places. */
  readonly held?: HeldText;
  /** Its name in a note if its language has no rules; without one, there is no note. */
  readonly owner?: string;
}

/** A language whose parts in other languages are each read by their own rules; `scan` reads the rest. */
export interface PartsRules extends AnyRules {
  readonly kind: 'parts';
  readonly family: LanguageFamily;
  /** How to find the names used outside the parts. */
  readonly words?: WordRules;
  readonly parts: (text: string) => readonly Part[];
  readonly scan: (text: string) => Scan;
}
