/**
 * Extracts a file's facts in one walk over its syntax tree. The walk enters only nodes that may contain a declaration,
 * keeps its own stack, so that deep nesting cannot overflow, and reads through ERROR nodes.
 */
import type { Cut, FileFacts, FileImport, Span } from '../facts/fileFacts';
import type { FactsOutcome } from '../facts/outcome';
import { withPaths } from '../facts/symbolPaths';
import { Action, type CompiledRules } from './compile';
import { enterNameless } from './cutBodies';
import { inOrder } from './cuts';
import { enterStatement } from './cutStatements';
import { spanOf, type DraftSymbol } from './declare';
import { enterSymbol } from './enterSymbol';
import { enterWrapper } from './enterWrapper';
import { extendLead, NO_LEAD, prefixLead, widenLead, withoutPrefix, type Lead } from './lead';
import { namesInImport, sourcesOf } from './lookups';
import { keepDirectives } from './pairedDirectives';
import { lostLine } from './lost';
import type { GrammarRules, LeadKind } from './rules';
import { readSignature } from './signature';
import { readReferences } from './readReferences';
import { ERROR_TYPE, type SyntaxTree } from './syntax';
import {
  cursorSpan,
  mayDeclare,
  placeZone,
  plainFrame,
  probeText,
  startWalk,
  type Frame,
  type Walk,
} from './walk';

/** `tree` must be a tree of `text`. There are no facts if it has lost declarations. */
export function extractFacts(tree: SyntaxTree, text: string, compiled: CompiledRules): FactsOutcome {
  const treeEnd = tree.cursor.endIndex;
  const walk = startWalk(tree.cursor, text, compiled);
  walkTree(walk);
  const { symbols, imports, damage, lines, exportedNames } = walk;
  for (const symbol of symbols) {
    if (symbol.parent < 0 && exportedNames.has(symbol.name)) symbol.exported = true;
    addSignature(symbol, text, compiled.rules);
  }
  const { references, opaque } = readReferences(tree, walk, compiled.names);
  const facts: FileFacts = {
    language: compiled.rules.id,
    family: 'code',
    lines: text === '' ? 0 : lines.count,
    symbols: withPaths(symbols),
    imports: imports.map((entry) => withNames(entry, text, compiled.rules)),
    cuts: inOrder(shownCuts(walk)),
    references,
    errors: damage.places,
  };
  const doubt = { errors: damage.spans, opaque, end: treeEnd };
  const line = lostLine(walk, doubt, { symbols: facts.symbols, grammar: compiled.rules.grammar });
  return line === undefined ? { kind: 'facts', facts } : { kind: 'none', reason: { kind: 'lossy', line } };
}

function addSignature(symbol: DraftSymbol, text: string, { signatures }: GrammarRules): void {
  if (signatures === undefined) return;
  const { start, end } = symbol.signature;
  Object.assign(symbol, readSignature(symbol, text.slice(start, end), signatures));
}

/** In UTF-16 units. Longer imports are cut before their names are read. */
const LONGEST_IMPORT = 100_000;

function withNames(entry: FileImport, text: string, { importNames }: GrammarRules): FileImport {
  const statement = text.slice(entry.start, Math.min(entry.end, entry.start + LONGEST_IMPORT));
  const names = namesInImport(statement, importNames);
  return names.length === 0 ? entry : { ...entry, names };
}

/** Drops or shortens cuts that would separate paired directives. */
function shownCuts(walk: Walk): readonly Cut[] {
  const { cuts, compiled } = walk;
  const { rules } = compiled;
  if (rules.directives !== true) return cuts;
  return cuts.flatMap((cut) => keepDirectives(walk, cut, rules) ?? []);
}

function walkTree(walk: Walk): void {
  const { cursor, frames } = walk;
  if (!cursor.gotoFirstChild()) return;
  for (;;) {
    const inner = visit(walk);
    if (inner !== undefined && cursor.gotoFirstChild()) {
      frames.push(inner);
      walk.frame = inner;
      continue;
    }
    inner?.leave?.();
    if (!climb(walk)) return;
  }
}

/** Moves to the next node in order, leaving the frames that end. Returns false at the end of the tree. */
function climb(walk: Walk): boolean {
  const { cursor, frames } = walk;
  while (!cursor.gotoNextSibling()) {
    cursor.gotoParent();
    frames.pop();
    walk.frame.leave?.();
    const outer = frames.at(-1);
    if (outer === undefined) return false;
    walk.frame = outer;
  }
  return true;
}

/** Inspects the cursor's node. Returns a frame if its children must be visited. */
function visit(walk: Walk): Frame | undefined {
  const { cursor, compiled, frame } = walk;
  const typeId = cursor.nodeTypeId;
  const action = compiled.actionOf(typeId);
  if (action === Action.token) return undefined;
  const kind = leadKind(walk, typeId, action);
  if (kind !== undefined) {
    const span = cursorSpan(walk);
    frame.lead = withLead(walk, frame.lead, span, kind);
    return undefined;
  }
  const { lead } = frame;
  // Keywords and a type may come between a field's decorators and its name.
  if (action !== Action.pass || frame.wrapper === undefined) frame.lead = NO_LEAD;
  const toward = towardBody(walk, lead);
  if (toward !== undefined) return toward === 'nothing' ? undefined : toward;
  return frame.zone === 'dropped'
    ? visitDropped(walk, typeId, action, lead)
    : visitKept(walk, typeId, action, lead);
}

function withLead(walk: Walk, lead: Lead, span: Span, kind: LeadKind): Lead {
  if (kind === 'prefix') return prefixLead(walk, lead, span);
  return kind === 'aside' ? widenLead(walk, lead, span) : extendLead(walk, lead, span, kind);
}

function leadKind({ cursor, compiled, text }: Walk, typeId: number, action: number): LeadKind | undefined {
  if (action === Action.comment) return 'comment';
  if (action === Action.decorator) return 'decorator';
  if (action === Action.prefix) return 'prefix';
  return compiled.leadHook(typeId)?.(text, cursor.startIndex);
}

/**
 * The frame for a body that its symbol waits for, or for a node on the way to it; `nothing` if the body holds nothing.
 */
function towardBody(walk: Walk, lead: Lead): Frame | 'nothing' | undefined {
  const { body, zone } = walk.frame;
  // Most nodes come before the body, and the cursor takes long to find both offsets.
  if (body === undefined || walk.cursor.endIndex < body.span.start) return undefined;
  const { start, end } = cursorSpan(walk);
  const within = start >= body.span.start && end <= body.span.end;
  if (!within && (start > body.span.start || end < body.span.end)) return undefined;
  if (!within) return { ...plainFrame(walk, zone), folding: false, body };
  if (body.drops && zone !== 'dropped' && !mayDeclare(walk, body.span)) return 'nothing';
  const inner = body.drops ? 'dropped' : 'items';
  return {
    ...plainFrame(walk, zone === 'dropped' ? zone : inner),
    folding: false,
    whole: false,
    block: 'members',
    // In languages without braces, the comment before the first member comes before the body.
    lead: withoutPrefix(lead),
  };
}

/** In a function's body, only named functions and types count, and nothing is cut. */
function visitDropped(walk: Walk, typeId: number, action: number, lead: Lead): Frame | undefined {
  const { compiled } = walk;
  if (action === Action.pass || action === Action.enterOutside || action === Action.import) return undefined;
  if (action === Action.symbol) {
    const rule = compiled.symbolRule(typeId);
    const looks = rule?.neverNested !== true && (rule?.nestedProbe?.test(probeText(walk)) ?? true);
    const inner = looks ? enterSymbol(walk, typeId, lead) : undefined;
    if (inner !== undefined) return inner;
  }
  const wrapper = compiled.wrapperRule(typeId);
  return wrapper === undefined
    ? plainFrame(walk, 'dropped')
    : enterWrapper(walk, wrapper, { typeId, lead, zone: 'dropped' });
}

function visitKept(walk: Walk, typeId: number, action: number, lead: Lead): Frame | undefined {
  const { compiled, frame } = walk;
  if (frame.heads === true && isHead(walk)) return undefined;
  if (action === Action.import && readImport(walk, typeId)) return undefined;
  if (action === Action.symbol) {
    const inner = enterSymbol(walk, typeId, lead);
    if (inner !== undefined) return inner;
  }
  const wrapper = compiled.wrapperRule(typeId);
  if (wrapper !== undefined) return enterWrapper(walk, wrapper, { typeId, lead, zone: placeZone(walk) });
  if (action === Action.container) return containerFrame(walk, lead);
  if (action === Action.body) return enterNameless(walk, typeId, lead);
  if (typeId === ERROR_TYPE) return { ...plainFrame(walk, frame.zone), folding: false, broken: true };
  return enterStatement(walk, typeId, action);
}

function isHead({ cursor }: Walk): boolean {
  const field = cursor.currentFieldName;
  return field !== null && field !== 'body' && field !== 'alternative';
}

/** Returns false if nothing is imported. */
function readImport(walk: Walk, typeId: number): boolean {
  const { cursor, compiled, text, imports, frame } = walk;
  const node = cursor.currentNode;
  const sources = sourcesOf(node, compiled.importRule(typeId)?.sources, text);
  if (sources.length === 0) return false;
  imports.push({ ...spanOf(node), kind: 'import', sources });
  // A grammar may attach the first declaration's comment to the end of the imports.
  const last = node.lastChild;
  if (last !== null && compiled.rules.comments.includes(last.type)) {
    frame.lead = extendLead(walk, frame.lead, spanOf(last), 'comment');
  }
  return true;
}

/** Text before a container belongs to its first child, and text at its end to the next node. */
function containerFrame(walk: Walk, lead: Lead): Frame {
  const outer = walk.frame;
  const inner: Frame = {
    ...plainFrame(walk, 'items'),
    folding: false,
    heads: true,
    lead,
    leave: () => {
      outer.lead = inner.lead;
    },
  };
  return inner;
}
