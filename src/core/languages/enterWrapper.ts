/** Handles statements around a declaration that belong to it. */
import type { Span } from '../facts/fileFacts';
import { trimSpan } from '../facts/lineTable';
import { leaveStatement } from './cutStatements';
import { LONG_STATEMENT } from './cuts';
import { leadingDecorators } from './declare';
import { leadAt, withDecorators, type Lead } from './lead';
import { sourcesOf } from './lookups';
import type { Place, WrapperRule } from './rules';
import {
  cursorSpan,
  itemMayDeclare,
  lineSpan,
  mayDeclare,
  plainFrame,
  probeText,
  type Frame,
  type Walk,
  type Wrapper,
} from './walk';

/** A frame for the content of the wrapper at the cursor; undefined if it declares nothing. */
export function enterWrapper(
  walk: Walk,
  rule: WrapperRule,
  { typeId, lead, zone }: { typeId: number; lead: Lead; zone: Place['zone'] },
): Frame | undefined {
  const { cursor, compiled, text, frame } = walk;
  const { rules } = compiled;
  const span = cursorSpan(walk);
  if (rule.group?.test(probeText(walk)) === true)
    return { ...plainFrame(walk, zone === 'dropped' ? zone : 'items'), folding: false };
  if (!mayHold(walk, rule, span, zone)) return undefined;
  const leading = rules.modifiers === undefined ? [] : leadingDecorators(cursor.currentNode, rules);
  const wrapper: Wrapper = {
    span,
    type: compiled.typeName(typeId),
    zone,
    rule,
    lead: withDecorators(leadAt(walk, lead, span.start), leading),
    made: [],
    outer: frame.wrapper,
  };
  if (zone !== 'dropped') readWrapper(walk, rule, span);
  const whole = rule.staysWhole?.(cursor.currentNode, text) === true;
  const long = zone === 'item' && !frame.broken && lineSpan(walk, span) > LONG_STATEMENT;
  const cutWhole =
    long && !whole && rule.keeps !== true && frame.wrapper === undefined && frame.block !== 'members';
  const leaveLong = cutWhole ? leaveStatement(walk, span) : undefined;
  const leave = (): void => {
    leaveWrapper(walk, wrapper);
    leaveLong?.();
  };
  const inner = plainFrame(walk, zone === 'dropped' ? zone : 'inside');
  return { ...inner, folding: frame.folding || long, whole: frame.whole || whole, wrapper, leave };
}

/** Whether the wrapper is worth entering: a native search is a hundred times cheaper than a walk. */
function mayHold(walk: Walk, { hint }: WrapperRule, span: Span, zone: Place['zone']): boolean {
  if (hint === undefined) return true;
  if (zone !== 'item') return walk.frame.folding || mayDeclare(walk, span);
  if (lineSpan(walk, span) > LONG_STATEMENT) return true;
  return hint.test(walk.text.slice(span.start, span.end)) || itemMayDeclare(walk, span);
}

function readWrapper({ cursor, text, imports, exportedNames }: Walk, rule: WrapperRule, span: Span): void {
  if (rule.exports === undefined && rule.imports === undefined && rule.reExports === undefined) return;
  const node = cursor.currentNode;
  for (const name of rule.exports?.(node, text) ?? []) exportedNames.add(name);
  const imported = sourcesOf(node, rule.imports, text);
  if (imported.length > 0) imports.push({ ...span, kind: 'import', sources: imported });
  const reExported = sourcesOf(node, rule.reExports, text);
  if (reExported.length > 0) imports.push({ ...span, kind: 're-export', sources: reExported });
}

/** A wrapper with one declaration belongs to it; with several, its start belongs to the first. */
function leaveWrapper({ text, lines, symbols }: Walk, { span, made, outer }: Wrapper): void {
  outer?.made.push(...made.slice(0, 2));
  const first = symbols[made[0] ?? -1];
  if (first === undefined) return;
  const end = made.length === 1 ? Math.max(span.end, first.range.end) : first.range.end;
  const range = trimSpan(text, Math.min(span.start, first.range.start), end);
  first.range = range;
  first.startLine = lines.lineAt(range.start);
  first.endLine = lines.lineAt(Math.max(range.start, range.end - 1));
}
