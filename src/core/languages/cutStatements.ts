/** Cuts long statements without declarations. */
import type { Cut, Span } from '../facts/fileFacts';
import { Action } from './compile';
import { cutParsed, foldCut, LONG_STATEMENT, mayHoldNeighbor } from './cuts';
import { commentsAfter } from './lead';
import { cursorSpan, itemMayDeclare, lineSpan, mayDeclare, plainFrame, type Frame, type Walk } from './walk';

/**
 * Handles a node that declares nothing itself: a statement or a part of one. Returns a frame if the node may contain a
 * declaration or a fold.
 */
export function enterStatement(walk: Walk, typeId: number, action: number): Frame | undefined {
  const { compiled, frame } = walk;
  if (frame.broken) return action === Action.pass ? undefined : plainFrame(walk, 'inside');
  const span = cursorSpan(walk);
  const isItem = frame.zone === 'items';
  const long = lineSpan(walk, span) > LONG_STATEMENT;
  const folding = frame.folding || (isItem && long);
  if (compiled.foldOf(typeId) !== undefined && (frame.folding || isItem || action !== Action.pass)) {
    return enterFold(walk, { typeId, passes: action === Action.pass, cutting: folding });
  }
  if (!folding && (action === Action.pass || (isItem && !itemMayDeclare(walk, span)))) return undefined;
  const inner = { ...plainFrame(walk, 'inside'), folding };
  // Between brackets, a stand-in would have to be a value, so the brackets are cut instead.
  const bracketed = compiled.rules.folds[frame.block] === 'brackets';
  return isItem && long && frame.block !== 'members' && !bracketed
    ? { ...inner, leave: leaveStatement(walk, span) }
    : inner;
}

/** `passes` means the node has no declarations and is entered only for its folds. */
function enterFold(
  walk: Walk,
  { typeId, passes, cutting }: { typeId: number; passes: boolean; cutting: boolean },
): Frame | undefined {
  const { cursor, compiled, cuts } = walk;
  const fold = compiled.foldOf(typeId);
  const span = cursorSpan(walk);
  const height = lineSpan(walk, span);
  const { whole } = walk.frame;
  const inner: Frame = {
    ...plainFrame(walk, 'items'),
    block: compiled.typeName(typeId),
    folding: whole && cutting,
  };
  if (whole && fold === 'brackets') return inner;
  if (fold === undefined || !cutting || height === 1 || (whole && fold !== 'block'))
    return passes ? undefined : inner;
  const isText = fold === 'text' || fold === 'lines';
  if (isText && walk.damage.places > 0) {
    // A missing quote inverts strings and code for the rest of the file without any error inside the strings.
    walk.keptTexts += 1;
    return undefined;
  }
  const cut = foldCut(walk, cursor.currentNode, fold, compiled.rules, foldEnd(walk));
  if (isText || (fold === 'block' && !mayDeclare(walk, span))) {
    if (cut !== undefined) cuts.push(cut);
    return undefined;
  }
  return cut === undefined ? inner : { ...inner, leave: leaveFold(walk, cut, height) };
}

function foldEnd(walk: Walk): number | undefined {
  const { cursor, compiled, symbols, frame } = walk;
  const from = symbols[frame.symbol]?.range.start;
  return commentsAfter(walk, cursor.currentNode, compiled.rules.comments, from)[0]?.start;
}

/** Cuts a whole fold, unless something in it must stay visible or its own folds have made it short. */
export function leaveFold(walk: Walk, cut: Cut, height: number): () => void {
  const { symbols, cuts } = walk;
  const before = mark(walk);
  return () => {
    if (holdsMore(walk, before)) return;
    const saved = cuts
      .slice(before.cuts)
      .reduce((sum, inner) => sum + inner.endLine - inner.startLine + 1, 0);
    if (saved > 0 && height - saved <= LONG_STATEMENT) return;
    symbols.length = before.symbols;
    cuts.length = before.cuts;
    cuts.push(cut);
  };
}

/** Cuts a whole long statement that no fold has shortened. */
export function leaveStatement(walk: Walk, span: Span): () => void {
  return leaveWith(walk, cutParsed(walk, span, span, walk.compiled.rules.standIns.statement));
}

/** Makes the cut on leaving, unless cuts inside have shortened the node or something in it must stay visible. */
export function leaveWith(walk: Walk, cut: Cut | undefined): () => void {
  const { symbols, cuts } = walk;
  const before = mark(walk);
  return () => {
    if (cuts.length > before.cuts || holdsMore(walk, before) || symbols.length > before.symbols) return;
    if (cut !== undefined && !mayHoldNeighbor(walk, cut.start, cut)) cuts.push(cut);
  };
}

/** Counts taken on entering a node, to tell what its inside adds. */
interface Mark {
  readonly symbols: number;
  readonly imports: number;
  readonly cuts: number;
  readonly keptTexts: number;
}

function mark({ symbols, imports, cuts, keptTexts }: Walk): Mark {
  return { symbols: symbols.length, imports: imports.length, cuts: cuts.length, keptTexts };
}

/**
 * Whether a node contains declarations that a cut must not hide: functions, types, imports and constants in capitals.
 * Local variables do not count.
 */
function holdsMore({ symbols, imports, keptTexts }: Walk, before: Mark): boolean {
  if (imports.length > before.imports || keptTexts > before.keptTexts) return true;
  for (let index = before.symbols; index < symbols.length; index += 1) {
    const symbol = symbols[index];
    if (symbol !== undefined && (symbol.kind !== 'Const' || /^[A-Z]|^__/.test(symbol.name))) return true;
  }
  return false;
}
