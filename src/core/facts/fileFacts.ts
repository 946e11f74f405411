/** A file's structure as plain data. One parse produces it, and every view can be made from it. */

import type { FileReferences } from './references';

/**
 * Raise it with every change to a grammar or a language's rules. Facts stored under another version are never looked
 * up.
 */
export const FACTS_VERSION = 23;

/** UTF-16 offsets in the normalized text, end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In legend order. */
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
  /** Dotted, from the outermost symbol. Repeated paths get `#2`, `#3`, …, so each is unique in the file. */
  readonly path: string;
  /** Index of the enclosing symbol, which always precedes this one; -1 at the top level. */
  readonly parent: number;
  /** The whole definition, including decorators and `export`, excluding the comment before it. */
  readonly range: Span;
  /** The lines of `range`: 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** From the first keyword to the start of the body. */
  readonly signature: Span;
  /** A function's body or a type's members, including the braces. */
  readonly body?: Span;
  /** The doc comment before the symbol, or the docstring in its body. */
  readonly doc?: Span;
  readonly decorators: readonly Span[];
  readonly exported: boolean;
  /** True if a function's signature is asynchronous. */
  readonly isAsync?: true;
  /** Names of a function's parameters, without patterns, `self`, `this`, and `cls`. Absent if it has no parameter list. */
  readonly parameters?: readonly string[];
  /** The type of a function's result or of a variable, as written, on one line. */
  readonly type?: string;
  /** The types that a type extends or implements, without type arguments. */
  readonly bases?: readonly string[];
}

export interface FileImport extends Span {
  /** A `re-export` imports and exports in one statement. */
  readonly kind: 'import' | 're-export';
  /** Module names as written, without quotes. */
  readonly sources: readonly string[];
  /** The imported names, as the modules call them. Absent if the statement lists none. */
  readonly names?: readonly string[];
}

/** A span that the skeleton replaces with `text`. Cuts ascend and never overlap. */
export interface Cut extends Span {
  readonly text: string;
  /** First and last line whose content is cut: 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Only `code` has bodies to cut; for the other families the skeleton is the outline. */
export type LanguageFamily = 'code' | 'prose' | 'config' | 'markup';

export interface FileFacts {
  /** Id of the language whose rules produced these facts. */
  readonly language: string;
  readonly family: LanguageFamily;
  readonly lines: number;
  /** In source order, parents before children. */
  readonly symbols: readonly FileSymbol[];
  readonly imports: readonly FileImport[];
  readonly cuts: readonly Cut[];
  readonly references: FileReferences;
  /** Number of places the grammar could not read; 0 if the whole file parsed. */
  readonly errors: number;
  /** The language of parts that no grammar reads: `the kernel sas`. */
  readonly unread?: string;
}
