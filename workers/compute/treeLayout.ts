/**
 * How the parser lays out trees in its memory: `lib/subtree.h` and `lib/parser.h` in the pinned web-tree-sitter, with 32-bit
 * pointers.
 */

/** Bytes of a child in its parent's list. */
export const CHILD = 8;
/** Marks a small leaf, which is stored inline in its parent's list. Its other bits follow. */
export const INLINE = 1;
/** Offsets in a separately stored node, and its bits. */
export const NODE = {
  padding: 4,
  size: 16,
  errorCost: 32,
  children: 36,
  type: 40,
  bits: 44,
  visibleChildren: 48,
  descendants: 56,
  production: 66,
} as const;
export const BITS = { visible: 1, extra: 4, missingInline: 16, missing: 512 } as const;
/** Offsets in a language. */
export const LANGUAGE = {
  fieldCount: 32,
  aliasesPerProduction: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  publicTypes: 76,
  aliases: 84,
} as const;
export interface ParserMemory {
  word(address: number): number;
  half(address: number): number;
}

/** The places of a language's tables of aliases and fields. */
export interface ProductionTables {
  readonly aliases: number;
  readonly aliasBytes: number;
  readonly hasFields: boolean;
  readonly fieldSlices: number;
  readonly fieldEntries: number;
}

export function productionTables(language: number, { word, half }: ParserMemory): ProductionTables {
  return {
    aliases: word(language + LANGUAGE.aliases),
    aliasBytes: half(language + LANGUAGE.aliasesPerProduction) * 2,
    hasFields: word(language + LANGUAGE.fieldCount) !== 0,
    fieldSlices: word(language + LANGUAGE.fieldSlices),
    fieldEntries: word(language + LANGUAGE.fieldEntries),
  };
}

/** Bytes of an entry in a production's list of fields: the field, the child's index, and whether it is inherited. */
export const FIELD = 4;
