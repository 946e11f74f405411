/** Reads the declaration at the cursor: records its symbols and decides how to visit its inside. */
import type { Span } from '../facts/fileFacts';
import { cutBody } from './cutBodies';
import { foldCut, LONG_STATEMENT } from './cuts';
import { leaveFold, leaveWith } from './cutStatements';
import { initializerCut } from './cutValues';
import { declare, type Declared } from './declare';
import { importedFrom } from './importedNames';
import { commentsAfter, extendLead, leadAt, leadBefore, NO_LEAD, type Lead } from './lead';
import { joinSymbol, mayLackValue, recordSymbol, shareHead } from './recordSymbol';
import type { Place } from './rules';
import { lineSpan, placeZone, plainFrame, type Frame, type Walk } from './walk';

/** Symbols nested deeper are not listed; their paths alone could fill the memory. */
const MAX_SYMBOL_DEPTH = 40;

/** Undefined if the node declares nothing here and is a wrapper or statement. */
export function enterSymbol(walk: Walk, typeId: number, lead: Lead): Frame | undefined {
  const { cursor, compiled, text, symbols, frame } = walk;
  const { rules } = compiled;
  const rule = compiled.symbolRule(typeId);
  if (rule === undefined || frame.depth >= MAX_SYMBOL_DEPTH) return undefined;
  const node = cursor.currentNode;
  const place = placeOf(walk);
  const whole = declare(node, rule, { rules, text, place });
  if (whole === undefined) return undefined;
  const declared = leaveComments(walk, whole, commentsAfter(walk, node, rules.comments));
  if (rule.reExports !== undefined) {
    walk.imports.push({ ...whole.span, kind: 're-export', sources: rule.reExports(node, text, place) });
    // The same statement may export names of this file.
    for (const name of compiled.wrapperRule(typeId)?.exports?.(node, text) ?? [])
      walk.exportedNames.add(name);
  }
  const before = leadBefore(leadAt(walk, lead, declared.span.start), frame.wrapper);
  const [name = '', ...others] = declared.names;
  const joined = rule.joins === true ? joinSymbol(walk, declared, name) : undefined;
  if (joined !== undefined) return symbolFrame(walk, declared, joined);
  recordSymbol(walk, declared, { name, lead: before, outer: frame });
  frame.latest = symbols.length - 1;
  const inner = symbolFrame(walk, declared, symbols.length - 1);
  return others.length === 0 ? inner : { ...inner, leave: leaveNames(walk, declared, others, inner.leave) };
}

function placeOf(walk: Walk): Place {
  const { cursor, symbols, frame } = walk;
  return {
    zone: placeZone(walk),
    parent: symbols[frame.symbol]?.kind,
    block: frame.block,
    field: () => cursor.currentFieldName ?? undefined,
    wrapper: frame.wrapper?.type,
    importedFrom: (name) => importedFrom(walk, name),
  };
}

/** The comments describe the code after the declaration. */
function leaveComments(walk: Walk, declared: Declared, comments: readonly Span[]): Declared {
  const [first] = comments;
  if (first === undefined) return declared;
  walk.frame.lead = comments.reduce((lead, span) => extendLead(walk, lead, span, 'comment'), NO_LEAD);
  const upTo = <Part extends Span>(part: Part): Part => ({ ...part, end: Math.min(part.end, first.start) });
  const { span, value, expression } = declared;
  return {
    ...declared,
    span: upTo(span),
    value: value && upTo(value),
    expression: expression && upTo(expression),
  };
}

/** Records the other names that the node declares, after the members of the first. */
function leaveNames(
  walk: Walk,
  declared: Declared,
  names: readonly string[],
  leave: (() => void) | undefined,
): () => void {
  const { symbols, frame: outer } = walk;
  const first = symbols.at(-1);
  return () => {
    leave?.();
    for (const name of names) {
      recordSymbol(walk, declared, { name, lead: NO_LEAD, outer });
      const other = symbols.at(-1);
      if (first !== undefined && other !== undefined) shareHead(walk, first, other);
    }
  };
}

/** The frame for the inside of a symbol; `symbol` is its index. Cuts the body if it must go. */
function symbolFrame(walk: Walk, declared: Declared, symbol: number): Frame {
  const { symbols, frame } = walk;
  const dropped = frame.zone === 'dropped';
  const inner = {
    ...plainFrame(walk, dropped ? 'dropped' : 'inside'),
    symbol,
    depth: frame.depth + 1,
    folding: frame.folding && frame.whole,
    broken: false,
  };
  const mayFold = !dropped && !frame.whole && !frame.broken;
  const long = mayFold && mayLackValue(declared) && lineSpan(walk, declared.span) > LONG_STATEMENT;
  const { body, drops, holdsMembers } = declared;
  if (body === undefined) return long ? longFrame(walk, declared, inner) : inner;
  const draft = symbols[symbol];
  if (drops && !dropped && draft !== undefined) cutBody(walk, declared, draft);
  // A curated function is shown in full. A constant's value is a sibling of its type's members.
  return { ...inner, folding: inner.folding || long, body: { span: body, drops: !holdsMembers } };
}

/** The frame for a long constant: its node is a fold, folds inside it shorten it, or else its value is cut. */
function longFrame(walk: Walk, { span, value }: Declared, inner: Frame): Frame {
  const { cursor, compiled } = walk;
  const fold = compiled.foldOf(cursor.nodeTypeId);
  const cut = fold && foldCut(walk, cursor.currentNode, fold, compiled.rules);
  if (cut !== undefined) {
    const block = compiled.typeName(cursor.nodeTypeId);
    return { ...inner, zone: 'items', block, leave: leaveFold(walk, cut, lineSpan(walk, span)) };
  }
  // A whole declaration is never cut: a reader needs its name to ask for it.
  if (value === undefined || lineSpan(walk, value) <= LONG_STATEMENT) return { ...inner, folding: true };
  return { ...inner, folding: true, leave: leaveWith(walk, initializerCut(walk, value)) };
}
