/**
 * One walk over a syntax tree that gives the file's facts. It enters only what may hold a declaration, keeps its own
 * stack, so that no depth of nesting overflows, and reads through ERROR nodes.
 */
import type { Cut, FileFacts, FileImport, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable, trimSpan } from '../facts/lineTable';
import { withPaths } from '../facts/symbolPaths';
import { Action, type CompiledRules } from './compile';
import { foldCut, inOrder, insideBraces, LONG_STATEMENT, makeCut } from './cuts';
import {
  bodyOf,
  declare,
  importSources,
  leadingDecorators,
  spanOf,
  standInOf,
  type Declared,
  type DraftSymbol,
} from './declare';
import { curatedOffsets, isCurated } from './curated';
import {
  commentsBehind,
  extendLead,
  leadAt,
  leadBefore,
  NO_LEAD,
  prefixLead,
  withDecorators,
  withoutPrefix,
  type Lead,
  type Wrapping,
} from './lead';
import type { LeadKind, Place, StandIn, WrapperRule } from './rules';
import { ERROR_TYPE, type SyntaxCursor } from './syntax';

/** Kinds of symbols that accessors and arms belong to. */
const ACCESSED: ReadonlySet<SymbolKind> = new Set(['Const', 'Field', 'Method', 'Macro']);

/** Symbols nested deeper than this are not listed; their paths alone would fill the memory. */
const MAX_SYMBOL_DEPTH = 40;

/** `items`: children are statements or members. `inside`: parts of a statement. `dropped`: in a function's body. */
type Zone = 'items' | 'inside' | 'dropped';

/** What was known when a node was entered, to tell what its inside added. */
interface Mark {
  readonly symbols: number;
  readonly imports: number;
  readonly cuts: number;
}

interface Frame {
  readonly zone: Zone;
  readonly block: string;
  /** Index of the innermost symbol, or -1. */
  readonly symbol: number;
  readonly depth: number;
  /** Every node is entered in search of a fold. */
  readonly folding: boolean;
  /** Whether children that are fields other than `body` and `alternative` are the head of a container, no items. */
  readonly heads?: true;
  /** A body further in that is treated as its symbol wants. */
  readonly body?: { readonly span: Span; readonly drops: boolean };
  readonly leave?: () => void;
  readonly wrapper?: Wrapper;
  /** The symbol declared last in it. */
  latest?: number;
  lead: Lead;
}

interface Wrapper extends Wrapping {
  readonly span: Span;
  readonly type: string;
  readonly zone: Place['zone'];
  readonly rule: WrapperRule;
  /** Symbols declared directly in it. */
  readonly made: number[];
  readonly outer: Wrapper | undefined;
}

/** `cursor` stands on the root of a tree of `text`. `hasError`: what the parser says of the whole tree. */
export function extractFacts(
  cursor: SyntaxCursor,
  text: string,
  { rules, ...compiled }: CompiledRules,
  hasError: boolean,
): FileFacts {
  const lines = lineTable(text);
  const source = { text, lines };
  const symbols: DraftSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  const exportedNames = new Set<string>();
  const curated = curatedOffsets(text);
  let errors = 0;

  const rootFrame: Frame = {
    zone: 'items',
    block: 'module',
    symbol: -1,
    depth: 0,
    folding: false,
    lead: NO_LEAD,
  };
  const frames: Frame[] = [rootFrame];
  let frame: Frame = rootFrame;

  if (cursor.gotoFirstChild()) {
    for (;;) {
      const inner = visit();
      if (inner !== undefined && cursor.gotoFirstChild()) {
        frames.push(inner);
        frame = inner;
        continue;
      }
      inner?.leave?.();
      if (!climb()) break;
    }
  }

  /** To the next node in order; leaves the frames that end. False at the end of the tree. */
  function climb(): boolean {
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      frames.pop();
      frame.leave?.();
      const outer = frames.at(-1);
      if (outer === undefined) return false;
      frame = outer;
    }
    return true;
  }

  /** Looks at the cursor's node; a frame when its children are to be visited. */
  function visit(): Frame | undefined {
    const typeId = cursor.nodeTypeId;
    const action = compiled.actionOf(typeId);
    if (action === Action.token) return undefined;
    const kind = leadKind(typeId, action);
    if (kind !== undefined) {
      const span = { start: cursor.startIndex, end: cursor.endIndex };
      frame.lead =
        kind === 'prefix' ? prefixLead(source, frame.lead, span) : extendLead(source, frame.lead, span, kind);
      return undefined;
    }
    const lead = frame.lead;
    // Keywords and a type stand between what decorates a field and its name.
    if (action !== Action.pass || frame.wrapper === undefined) frame.lead = NO_LEAD;
    if (frame.zone === 'dropped') return visitDropped(typeId, action, lead);
    return visitKept(typeId, action, lead);
  }

  function leadKind(typeId: number, action: number): LeadKind | undefined {
    if (action === Action.comment) return 'comment';
    if (action === Action.decorator) return 'decorator';
    if (action === Action.prefix) return 'prefix';
    return compiled.leadHook(typeId)?.(text, cursor.startIndex);
  }

  /** In a function's body only named functions and types count; nothing is cut there. */
  function visitDropped(typeId: number, action: number, lead: Lead): Frame | undefined {
    const towards = towardsBody(lead);
    if (towards !== undefined) return towards === 'nothing' ? undefined : towards;
    if (action === Action.pass || action === Action.enterOutside || action === Action.import)
      return undefined;
    if (action === Action.symbol) {
      const rule = compiled.symbolRule(typeId);
      const looks = rule?.neverNested !== true && (rule?.nestedProbe?.test(probeText()) ?? true);
      const inner = looks ? visitSymbol(typeId, lead) : undefined;
      if (inner !== undefined) return inner;
    }
    const wrapper = compiled.wrapperRule(typeId);
    return wrapper === undefined ? plainFrame('dropped') : wrapperFrame(wrapper, typeId, lead, 'dropped');
  }

  /** The frame of a body that its symbol waits for, or of a node on the way to it; `nothing` for a body that holds nothing. */
  function towardsBody(lead: Lead): Frame | 'nothing' | undefined {
    const { body, zone } = frame;
    if (body === undefined) return undefined;
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    const within = start >= body.span.start && end <= body.span.end;
    if (!within && (start > body.span.start || end < body.span.end)) return undefined;
    if (!within) return { ...plainFrame(zone), folding: false, body };
    if (body.drops && zone !== 'dropped' && !mayDeclare(body.span)) return 'nothing';
    const inner = body.drops ? 'dropped' : 'items';
    // Where bodies have no braces, the comment before the first member stands before the body.
    const first = withoutPrefix(lead);
    return {
      ...plainFrame(zone === 'dropped' ? zone : inner),
      folding: false,
      block: 'members',
      lead: first,
    };
  }

  function isHead(): boolean {
    const field = cursor.currentFieldName;
    return field !== null && field !== 'body' && field !== 'alternative';
  }

  function probeText(): string {
    const start = cursor.startIndex;
    return text.slice(start, Math.min(cursor.endIndex, start + 400));
  }

  function visitKept(typeId: number, action: number, lead: Lead): Frame | undefined {
    const span = { start: cursor.startIndex, end: cursor.endIndex };
    const towards = towardsBody(lead);
    if (towards !== undefined) return towards === 'nothing' ? undefined : towards;
    if (frame.heads === true && isHead()) return undefined;

    if (action === Action.import) {
      const sources = importSources(cursor.currentNode, compiled.importRule(typeId), text);
      if (sources.length > 0) {
        imports.push({ ...span, kind: 'import', sources });
        readTrailingComment();
        return undefined;
      }
    }
    if (action === Action.symbol) {
      const inner = visitSymbol(typeId, lead);
      if (inner !== undefined) return inner;
    }
    const wrapper = compiled.wrapperRule(typeId);
    if (wrapper !== undefined) return wrapperFrame(wrapper, typeId, lead, placeZone());
    if (action === Action.container) return containerFrame(lead);
    if (action === Action.body) return namelessFrame(typeId, lead);
    if (typeId === ERROR_TYPE) {
      errors += 1;
      return plainFrame(frame.zone);
    }
    return statementFrame(typeId, action, span);
  }

  /** What stands before a container is of its first child, and what ends it of what follows. */
  function containerFrame(lead: Lead): Frame {
    const outer = frame;
    const inner: Frame = {
      ...plainFrame('items'),
      folding: false,
      heads: true,
      lead,
      leave: () => {
        outer.lead = inner.lead;
      },
    };
    return inner;
  }

  /** A grammar may take the comment of the first declaration for the end of the imports. */
  function readTrailingComment(): void {
    const last = cursor.currentNode.lastChild;
    if (last === null || !rules.comments.includes(last.type)) return;
    frame.lead = extendLead(source, frame.lead, spanOf(last), 'comment');
  }

  function mayDeclare({ start, end }: Span): boolean {
    return rules.nestedHint.test(text.slice(start, end));
  }

  function itemMayDeclare({ start, end }: Span): boolean {
    return (rules.itemHint ?? rules.nestedHint).test(text.slice(start, end));
  }

  function plainFrame(zone: Zone): Frame {
    const { block, symbol, depth, folding } = frame;
    return { zone, block, symbol, depth, folding, lead: NO_LEAD };
  }

  /** A node that declares nothing itself: a statement, or a part of one. */
  function statementFrame(typeId: number, action: number, span: Span): Frame | undefined {
    const isItem = frame.zone === 'items';
    const long = lineSpan(span) > LONG_STATEMENT;
    const fold = compiled.foldOf(typeId);
    if (fold !== undefined && (frame.folding || isItem || action !== Action.pass)) {
      const cutting = (frame.folding || (isItem && long)) && lineSpan(span) > 1;
      const inner: Frame = { ...plainFrame('items'), block: compiled.typeName(typeId), folding: false };
      if (!cutting) return action === Action.pass ? undefined : inner;
      const cut = foldCut(source, cursor.currentNode, fold, rules, foldEnd());
      if (fold === 'text' || fold === 'lines' || (fold === 'block' && !mayDeclare(span))) return keepCut(cut);
      return cut === undefined ? inner : { ...inner, leave: leaveFold(mark(), cut, lineSpan(span)) };
    }
    const folding = frame.folding || (isItem && long);
    if (!folding && (action === Action.pass || (isItem && !itemMayDeclare(span)))) return undefined;
    const inner = { ...plainFrame('inside'), folding };
    // In brackets a stand-in would have to be a value: there the brackets are cut instead.
    const bracketed = rules.folds[frame.block] === 'brackets';
    return isItem && long && frame.block !== 'members' && !bracketed
      ? { ...inner, leave: leaveStatement(mark(), span) }
      : inner;
  }

  function foldEnd(): number | undefined {
    const from = symbols[frame.symbol]?.range.start;
    return commentsBehind(source, cursor.currentNode, rules.comments, from)[0]?.start;
  }

  /** What has a body to leave out and no name: an accessor of a property, an arm of a macro. */
  function namelessFrame(typeId: number, lead: Lead): Frame {
    const rule = compiled.bodyRule(typeId) ?? {};
    const node = cursor.currentNode;
    const body = bodyOf(node, rule, text);
    if (body === undefined) return plainFrame('inside');
    const span = spanOf(body);
    const owner = rule.ofSymbolBefore === true ? widenLast(span, node.endIndex) : undefined;
    const from = owner === undefined ? namelessStart(node.startIndex, lead) : commentedStart(owner);
    if (!isCurated(curated, from, span.end)) {
      keepCut(bodyCut(span, true, standInOf(rule, body) ?? rules.standIns.body));
    }
    const inner = { ...plainFrame('inside'), folding: false, body: { span, drops: true } };
    return owner === undefined ? inner : { ...inner, symbol: symbols.length - 1, depth: frame.depth + 1 };
  }

  /** Gives the last symbol the body that stands beside it. */
  function widenLast(body: Span, end: number): DraftSymbol | undefined {
    const symbol = symbols.at(-1);
    if (symbol?.parent !== frame.symbol || symbol.body !== undefined) return undefined;
    if (text.slice(symbol.range.end, Math.min(body.start, symbol.range.end + 100)).includes(';'))
      return undefined;
    symbol.body = body;
    symbol.range = trimSpan(text, symbol.range.start, end);
    symbol.endLine = lines.lineAt(symbol.range.end - 1);
    return symbol;
  }

  function commentedStart({ doc, range }: DraftSymbol): number {
    return Math.min(doc?.start ?? range.start, range.start);
  }

  /** An accessor is part of its property, whose comment counts for it. */
  function namelessStart(start: number, lead: Lead): number {
    const owner = symbols[frame.symbol];
    if (owner !== undefined && ACCESSED.has(owner.kind)) return commentedStart(owner);
    return Math.min(start, leadAt(source, lead, start).comment?.start ?? start);
  }

  /** Of what is not entered. */
  function keepCut(cut: Cut | undefined): undefined {
    if (cut !== undefined) cuts.push(cut);
  }

  function wrapperFrame(
    rule: WrapperRule,
    typeId: number,
    lead: Lead,
    zone: Place['zone'],
  ): Frame | undefined {
    const span = { start: cursor.startIndex, end: cursor.endIndex };
    if (rule.group?.test(probeText()) === true)
      return { ...plainFrame(zone === 'dropped' ? zone : 'items'), folding: false };
    if (rule.hint !== undefined && zone !== 'item' && !frame.folding && !mayDeclare(span)) return undefined;
    if (rule.hint !== undefined && zone === 'item' && lineSpan(span) <= LONG_STATEMENT) {
      if (!rule.hint.test(text.slice(span.start, span.end)) && !itemMayDeclare(span)) return undefined;
    }
    const type = compiled.typeName(typeId);
    const leading = rules.modifiers === undefined ? [] : leadingDecorators(cursor.currentNode, rules);
    const wrapper: Wrapper = {
      span,
      type,
      zone,
      rule,
      lead: withDecorators(leadAt(source, lead, span.start), leading),
      made: [],
      outer: frame.wrapper,
    };
    if (zone !== 'dropped') readWrapper(rule, span);
    const whole = rule.staysWhole?.test(probeText()) === true;
    const long = zone === 'item' && !whole && lineSpan(span) > LONG_STATEMENT;
    const cutWhole = long && rule.keeps !== true && frame.wrapper === undefined && frame.block !== 'members';
    const leaveLong = cutWhole ? leaveStatement(mark(), span) : undefined;
    const leave = (): void => {
      leaveWrapper(wrapper);
      leaveLong?.();
    };
    const inner = zone === 'dropped' ? plainFrame('dropped') : plainFrame('inside');
    return { ...inner, folding: frame.folding || long, wrapper, leave };
  }

  function readWrapper(rule: WrapperRule, span: Span): void {
    if (rule.exports === undefined && rule.imports === undefined && rule.reExports === undefined) return;
    const node = cursor.currentNode;
    for (const name of rule.exports?.(node, text) ?? []) exportedNames.add(name);
    const imported = rule.imports?.(node, text) ?? [];
    if (imported.length > 0) imports.push({ ...span, kind: 'import', sources: imported });
    const reExported = rule.reExports?.(node, text) ?? [];
    if (reExported.length > 0) imports.push({ ...span, kind: 're-export', sources: reExported });
  }

  /** A wrapper with one declaration is part of it; of several, its beginning is part of the first. */
  function leaveWrapper({ span, made, outer }: Wrapper): void {
    outer?.made.push(...made.slice(0, 2));
    const first = symbols[made[0] ?? -1];
    if (first === undefined) return;
    const end = made.length === 1 ? Math.max(span.end, first.range.end) : first.range.end;
    const range = trimSpan(text, Math.min(span.start, first.range.start), end);
    first.range = range;
    first.startLine = lines.lineAt(range.start);
    first.endLine = lines.lineAt(Math.max(range.start, range.end - 1));
  }

  function placeZone(): Place['zone'] {
    if (frame.zone === 'dropped') return 'dropped';
    if (frame.zone === 'items') return 'item';
    return frame.wrapper?.zone ?? 'inside';
  }

  function visitSymbol(typeId: number, lead: Lead): Frame | undefined {
    const rule = compiled.symbolRule(typeId);
    if (rule === undefined || frame.depth >= MAX_SYMBOL_DEPTH) return undefined;
    const place: Place = {
      zone: placeZone(),
      parent: symbols[frame.symbol]?.kind,
      block: frame.block,
      field: cursor.currentFieldName ?? undefined,
      wrapper: frame.wrapper?.type,
    };
    const node = cursor.currentNode;
    const whole = declare(node, rule, { rules, text, place });
    if (whole === undefined) return undefined;
    const declared = leaveBehind(whole, commentsBehind(source, node, rules.comments));
    const before = leadBefore(leadAt(source, lead, declared.span.start), frame.wrapper);
    const [name = '', ...others] = declared.names;
    const index = rule.joins === true ? joinedTo(declared, name) : undefined;
    if (index !== undefined) return symbolFrame(declared, index);
    record(declared, name, before, frame);
    frame.latest = symbols.length - 1;
    const inner = symbolFrame(declared, symbols.length - 1);
    return others.length === 0
      ? inner
      : { ...inner, leave: leaveNames(declared, others, frame, inner.leave) };
  }

  /** The comments are of what follows the declaration. */
  function leaveBehind(declared: Declared, comments: readonly Span[]): Declared {
    const [first] = comments;
    if (first === undefined) return declared;
    frame.lead = comments.reduce((lead, span) => extendLead(source, lead, span, 'comment'), NO_LEAD);
    const upTo = ({ start, end }: Span): Span => ({ start, end: Math.min(end, first.start) });
    return { ...declared, span: upTo(declared.span), value: declared.value && upTo(declared.value) };
  }

  /** The symbol just before, if what follows is one more equation of it. */
  function joinedTo({ kind, span }: Declared, name: string): number | undefined {
    const { latest = -1 } = frame;
    const symbol = symbols[latest];
    if (symbol === undefined || symbol.kind !== kind || symbol.name !== name) return undefined;
    const { start } = symbol.range;
    symbol.range = trimSpan(text, start, span.end);
    symbol.endLine = lines.lineAt(Math.max(start, symbol.range.end - 1));
    return latest;
  }

  /** What else the node declares comes behind the members of the first. */
  function leaveNames(
    declared: Declared,
    names: readonly string[],
    outer: Frame,
    leave: (() => void) | undefined,
  ): () => void {
    const first = symbols.at(-1);
    return () => {
      leave?.();
      for (const name of names) {
        record(declared, name, NO_LEAD, outer);
        const other = symbols.at(-1);
        if (first !== undefined && other !== undefined) shareHead(first, other);
      }
    };
  }

  /** `const` of `const { a, b } = f()` is of both names. */
  function shareHead({ signature }: DraftSymbol, other: DraftSymbol): void {
    other.signature = signature;
    other.range = { start: Math.min(signature.start, other.range.start), end: other.range.end };
    other.startLine = lines.lineAt(other.range.start);
  }

  /** `outer` is the frame that the declaration stands in. */
  function record(declared: Declared, name: string, lead: Lead, outer: Frame): void {
    const { kind, span, body } = declared;
    const head = Math.min(lead.prefix ?? span.start, span.start);
    const range = trimSpan(text, Math.min(lead.decorators[0]?.start ?? head, head), span.end);
    const doc = declared.docstring ?? declared.doc ?? lead.comment;
    const first = outermostStart(outer.wrapper, span.start);
    const signatureStart = Math.max(Math.min(first, head), lead.decorators.at(-1)?.end ?? 0, declared.head);
    symbols.push({
      kind,
      name,
      parent: outer.symbol,
      range,
      startLine: lines.lineAt(range.start),
      endLine: lines.lineAt(Math.max(range.start, range.end - 1)),
      signature: signatureOf(declared, signatureStart),
      // A body that the parser misses is put after the white space that ends the text.
      ...(body === undefined || body.start > range.end
        ? {}
        : { body: { start: body.start, end: Math.min(body.end, range.end) } }),
      ...(doc === undefined ? {} : { doc }),
      decorators: [...lead.decorators, ...declared.decorators],
      exported: isExported(declared, name, outer),
      ...(declared.owner === undefined ? {} : { owner: declared.owner }),
      ...(declared.scope === undefined ? {} : { scope: declared.scope }),
    });
    outer.wrapper?.made.push(symbols.length - 1);
  }

  /** A constant without a body shows its first line when it is long. */
  function signatureOf(declared: Declared, start: number): Span {
    const { span, signatureEnd } = declared;
    if (signatureEnd !== undefined) {
      const whole = trimSpan(text, start, withLeadingComments(signatureEnd, span.start));
      // Where a body's node does not begin with what opens it.
      return /\s[={]$/.test(text.slice(Math.max(start, whole.end - 2), whole.end))
        ? trimSpan(text, start, whole.end - 1)
        : whole;
    }
    const long = (mayLackValue(declared) || declared.kind === 'Macro') && lineSpan(span) > LONG_STATEMENT;
    return trimSpan(text, start, long ? Math.min(span.end, lines.endOf(lines.lineAt(span.start))) : span.end);
  }

  function isExported({ kind, span, body, head }: Declared, name: string, outer: Frame): boolean {
    if (outer.zone === 'dropped') return false;
    let { start } = span;
    for (let wrapper = outer.wrapper; wrapper !== undefined; wrapper = wrapper.outer) {
      if (wrapper.rule.exported === true) return true;
      start = Math.min(start, wrapper.span.start);
    }
    // What is written in attributes says nothing of it.
    const from = Math.max(start, head);
    const signature = rules.exported && text.slice(from, Math.min(body?.start ?? span.end, from + 400));
    return signature !== undefined && rules.exported?.({ name, signature, kind }) === true;
  }

  function symbolFrame(declared: Declared, symbol: number): Frame {
    const { span, body, drops } = declared;
    const dropped = frame.zone === 'dropped';
    const inner = {
      ...plainFrame(dropped ? 'dropped' : 'inside'),
      symbol,
      depth: frame.depth + 1,
      folding: false,
    };
    const long = !dropped && mayLackValue(declared) && lineSpan(span) > LONG_STATEMENT;
    if (body !== undefined) {
      if (drops && !dropped) cutBody(declared, symbols[symbol]);
      // What a curated function shows, it shows whole. Beside the members of a constant's type stands its value.
      return { ...inner, folding: long, body: { span: body, drops: !declared.holdsMembers } };
    }
    if (!long) return inner;
    const fold = compiled.foldOf(cursor.nodeTypeId);
    const cut = fold && foldCut(source, cursor.currentNode, fold, rules);
    if (cut !== undefined) {
      const block = compiled.typeName(cursor.nodeTypeId);
      return { ...inner, zone: 'items', block, leave: leaveFold(mark(), cut, lineSpan(span)) };
    }
    const { value } = declared;
    // Only a comment makes it long.
    if (value !== undefined && lineSpan(value) <= LONG_STATEMENT) return { ...inner, folding: true };
    const leave =
      value === undefined
        ? leaveStatement(mark(), span)
        : leaveStatement(mark(), value, declared.valueStandIn);
    return { ...inner, folding: true, leave };
  }

  /** What could have a value and has none is a type: all of it says how to use it. */
  function mayLackValue({ kind, value, lacksValue }: Declared): boolean {
    return (kind === 'Const' && !lacksValue) || (kind === 'Field' && value !== undefined);
  }

  function cutBody(declared: Declared, symbol: DraftSymbol | undefined): void {
    const { docstring, standIn } = declared;
    if (declared.body === undefined || symbol === undefined) return;
    const body = { start: declared.body.start, end: Math.min(declared.body.end, declared.span.end) };
    if (declared.keepsShort && lineSpan(body) <= LONG_STATEMENT) return;
    const from = Math.min(
      symbol.range.start,
      symbol.doc?.start ?? symbol.range.start,
      frame.wrapper?.span.start ?? Infinity,
    );
    if (isCurated(curated, from, body.end)) return;
    if (docstring !== undefined) {
      const rest = text.slice(docstring.end, body.end);
      const separator = /^[ \t]*;/.exec(rest)?.[0].length ?? 0;
      return keepCut(bodyCut({ start: docstring.end + separator, end: body.end }, false, standIn));
    }
    const start = withLeadingComments(body.start, declared.span.start);
    keepCut(bodyCut({ start, end: body.end }, true, standIn));
  }

  function bodyCut(span: Span, mayHaveBraces: boolean, standIn: StandIn): Cut | undefined {
    const region = mayHaveBraces ? insideBraces(text, span, standIn.braces ?? rules.braces) : span;
    const content = trimSpan(text, region.start, region.end);
    if (rules.emptyBodies?.includes(text.slice(content.start, content.end)) === true) return undefined;
    return makeCut(source, region.start === span.start ? content : span, content, standIn);
  }

  /** Where bodies have no braces, comments between a signature and the first statement belong to no node of the body. */
  function withLeadingComments(bodyStart: number, from: number): number {
    const { bodyComment } = rules;
    if (bodyComment === undefined) return bodyStart;
    let start = bodyStart;
    if (text.slice(lines.startOf(lines.lineAt(bodyStart)), bodyStart).trim() !== '') return start;
    for (let line = lines.lineAt(bodyStart) - 1; line > 0; line -= 1) {
      const above = trimSpan(text, lines.startOf(line), lines.endOf(line));
      if (above.start === above.end) continue;
      if (above.start <= from || !text.startsWith(bodyComment, above.start)) break;
      start = above.start;
    }
    return start;
  }

  /** A fold is cut whole, unless it holds what must be seen, or its own folds have made it short. */
  function leaveFold(before: Mark, cut: Cut, height: number): () => void {
    return () => {
      if (holdsMore(before)) return;
      const saved = cuts
        .slice(before.cuts)
        .reduce((sum, inner) => sum + inner.endLine - inner.startLine + 1, 0);
      if (saved > 0 && height - saved <= LONG_STATEMENT) return;
      symbols.length = before.symbols;
      cuts.length = before.cuts;
      cuts.push(cut);
    };
  }

  /** A long statement that no fold has shortened goes whole. */
  function leaveStatement(before: Mark, span: Span, standIn = rules.standIns.statement): () => void {
    return () => {
      if (cuts.length > before.cuts || holdsMore(before) || symbols.length > before.symbols) return;
      const cut = makeCut(source, span, span, standIn);
      if (cut !== undefined) cuts.push(cut);
    };
  }

  function mark(): Mark {
    return { symbols: symbols.length, imports: imports.length, cuts: cuts.length };
  }

  /** Functions, types, imports and constants in capitals are never hidden in a statement; local variables are. */
  function holdsMore(before: Mark): boolean {
    if (imports.length > before.imports) return true;
    for (let index = before.symbols; index < symbols.length; index += 1) {
      const symbol = symbols[index];
      if (symbol !== undefined && (symbol.kind !== 'Const' || /^[A-Z]|^__/.test(symbol.name))) return true;
    }
    return false;
  }

  function lineSpan({ start, end }: Span): number {
    return lines.lineAt(Math.max(start, end - 1)) - lines.lineAt(start) + 1;
  }

  for (const symbol of symbols) {
    if (symbol.parent < 0 && exportedNames.has(symbol.name)) symbol.exported = true;
  }
  return {
    language: rules.id,
    family: rules.family,
    lines: text === '' ? 0 : lines.count,
    symbols: withPaths(symbols),
    imports,
    cuts: inOrder(cuts),
    errors: Math.max(errors, hasError ? 1 : 0),
  };
}

/** Where the statements begin that a declaration is the first of. */
function outermostStart(wrapper: Wrapper | undefined, start: number): number {
  let first = start;
  for (let outer = wrapper; outer !== undefined && outer.made.length === 0; outer = outer.outer) {
    first = Math.min(first, outer.span.start);
  }
  return first;
}
