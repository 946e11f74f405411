/** State of a walk over a syntax tree, with the results so far. */
import type { Cut, FileImport, Span } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import type { CompiledRules } from './compile';
import { curatedOffsets } from './curated';
import type { ParsedText } from './cuts';
import { readDamage } from './damage';
import type { DraftSymbol } from './declare';
import type { ImportedNames } from './importedNames';
import { NO_LEAD, type Lead, type Wrapping } from './lead';
import type { Definition } from './collectUses';
import type { Place, WrapperRule } from './rules';
import { ERROR_TYPE, type SyntaxCursor } from './syntax';

/**
 * `items`: children are statements or members. `inside`: children are parts of a statement. `dropped`: in a function's
 * body.
 */
export type Zone = 'items' | 'inside' | 'dropped';

export interface Walk extends ParsedText {
  readonly cursor: SyntaxCursor;
  readonly compiled: CompiledRules;
  readonly symbols: DraftSymbol[];
  /** Heads of symbols and of their further equations, which define names. */
  readonly definitions: Definition[];
  readonly imports: FileImport[];
  readonly cuts: Cut[];
  readonly importedNames: ImportedNames;
  /** Names that a statement elsewhere exports. */
  readonly exportedNames: Set<string>;
  /** Offsets of marks for bodies that stay. */
  readonly curated: readonly number[];
  /** Frames of the nodes around the cursor, the root's first. */
  readonly frames: Frame[];
  /** The innermost frame. */
  frame: Frame;
  /** Number of long strings kept so far. No cut may contain one. */
  keptTexts: number;
}

/** State of a node while its children are visited. */
export interface Frame {
  readonly zone: Zone;
  readonly block: string;
  /** Index of the innermost symbol, or -1. */
  readonly symbol: number;
  readonly depth: number;
  /** Every node is entered to look for folds. */
  readonly folding: boolean;
  /** Only blocks are folded. */
  readonly whole: boolean;
  /** Directly in an ERROR node, where an apparent string or block may not be one. */
  readonly broken: boolean;
  /** Children in fields other than `body` and `alternative` are the head of a container, not items. */
  readonly heads?: true;
  /** A body further inside that is treated as its symbol requires. */
  readonly body?: { readonly span: Span; readonly drops: boolean };
  readonly leave?: () => void;
  readonly wrapper?: Wrapper;
  /** Index of the symbol declared last in it. */
  latest?: number;
  lead: Lead;
}

export interface Wrapper extends Wrapping {
  readonly span: Span;
  readonly type: string;
  readonly zone: Place['zone'];
  readonly rule: WrapperRule;
  /** Indexes of the symbols declared directly in it. */
  readonly made: number[];
  readonly outer: Wrapper | undefined;
}

/** Starts a walk. `cursor` must be on the root of a tree of `text`. */
export function startWalk(cursor: SyntaxCursor, text: string, compiled: CompiledRules): Walk {
  const frame: Frame = {
    zone: 'items',
    block: 'module',
    symbol: -1,
    depth: 0,
    folding: false,
    whole: false,
    broken: cursor.nodeTypeId === ERROR_TYPE,
    lead: NO_LEAD,
  };
  return {
    cursor,
    text,
    lines: lineTable(text),
    compiled,
    symbols: [],
    definitions: [],
    imports: [],
    cuts: [],
    importedNames: { modules: new Map(), read: 0 },
    exportedNames: new Set(),
    curated: curatedOffsets(text),
    frames: [frame],
    frame,
    damage: readDamage(cursor),
    keptTexts: 0,
  };
}

/** A frame for a node's children that inherits from the current frame. */
export function plainFrame(
  { frame: { block, symbol, depth, folding, whole, broken } }: Walk,
  zone: Zone,
): Frame {
  return { zone, block, symbol, depth, folding, whole, broken, lead: NO_LEAD };
}

/** The span of the cursor's node. */
export function cursorSpan({ cursor }: Walk): Span {
  return { start: cursor.startIndex, end: cursor.endIndex };
}

/** The zone of a declaration at the cursor. */
export function placeZone({ frame }: Walk): Place['zone'] {
  if (frame.zone === 'dropped') return 'dropped';
  if (frame.zone === 'items') return 'item';
  return frame.wrapper?.zone ?? 'inside';
}

/** The start of the cursor node's text. */
export function probeText({ cursor, text }: Walk): string {
  const start = cursor.startIndex;
  return text.slice(start, Math.min(cursor.endIndex, start + 400));
}

/** Whether a body or statement may contain nested declarations, by the language's hint. */
export function mayDeclare({ text, compiled }: Walk, { start, end }: Span): boolean {
  return compiled.rules.nestedHint.test(text.slice(start, end));
}

/** The same for short statements outside bodies. */
export function itemMayDeclare({ text, compiled: { rules } }: Walk, { start, end }: Span): boolean {
  return (rules.itemHint ?? rules.nestedHint).test(text.slice(start, end));
}

/** The number of lines that a span touches. */
export function lineSpan({ lines }: Walk, { start, end }: Span): number {
  return lines.lineAt(Math.max(start, end - 1)) - lines.lineAt(start) + 1;
}
