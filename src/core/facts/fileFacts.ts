/** What is known of a file's structure: plain data, small, made by one parse, enough for every view. */

/** Goes up with every change of a grammar or a language's rules; what was stored of another version is not found. */
export const FACTS_VERSION = 9;

/** UTF-16 offsets in the normalized text, end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In the order in which a legend would list them. */
export const SYMBOL_KINDS = [
  'Class',
  'Struct',
  'Interface',
  'Trait',
  'Enum',
  'Type',
  'Namespace',
  'Module',
  'Func',
  'Method',
  'Const',
  'Field',
  'Macro',
  'Test',
  'Heading',
  'Key',
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export interface FileSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Dotted from the outermost symbol; a second one of the same path ends in `#2`. Unique in the file. */
  readonly path: string;
  /** Index of the symbol it stands in, which comes before it; -1 at the top. */
  readonly parent: number;
  /** The whole definition, decorators and `export` included, the comment before it not. */
  readonly range: Span;
  /** 1-based, inclusive, of `range`. */
  readonly startLine: number;
  readonly endLine: number;
  /** From the first keyword to where the body begins. */
  readonly signature: Span;
  /** Body of a function, members of a type; braces included. */
  readonly body?: Span;
  /** Doc comment before it, or docstring in its body. */
  readonly doc?: Span;
  readonly decorators: readonly Span[];
  readonly exported: boolean;
}

export interface FileImport extends Span {
  /** `re-export`: what is imported is exported at once. */
  readonly kind: 'import' | 're-export';
  /** Module names as written, without quotes. */
  readonly sources: readonly string[];
}

/** What the skeleton leaves out: `text` stands in place of the span. Ascending, never overlapping. */
export interface Cut extends Span {
  readonly text: string;
  /** First and last line whose content is gone, 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** `code` has bodies to leave out; of the others the skeleton is the outline. */
export type LanguageFamily = 'code' | 'prose' | 'config' | 'markup';

export interface FileFacts {
  /** Id of the language whose rules made the facts. */
  readonly language: string;
  readonly family: LanguageFamily;
  readonly lines: number;
  /** Source order; a parent before its children. */
  readonly symbols: readonly FileSymbol[];
  readonly imports: readonly FileImport[];
  readonly cuts: readonly Cut[];
  /** Places the grammar could not read; 0 for a file that parsed clean. */
  readonly errors: number;
}
