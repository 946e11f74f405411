/** The comment and decorators before a declaration that belong to it. */
import type { Span } from '../facts/fileFacts';
import { indentAt, trimSpan, type LinedText } from '../facts/lineTable';
import type { SyntaxNode } from './syntax';

export interface Lead {
  readonly comment: Span | undefined;
  readonly decorators: readonly Span[];
  /** Start of the keywords and type that the grammar keeps apart from their declaration. */
  readonly prefix?: number;
  readonly end: number;
}

/** Nobody writes more, and copying the list for each of a hundred thousand decorators takes too long. */
const MAX_DECORATORS = 200;

export const NO_LEAD: Lead = { comment: undefined, decorators: [], end: -1 };

/** A blank line ends a lead, and a comment after code belongs to that code. */
export function extendLead(source: LinedText, lead: Lead, span: Span, kind: 'comment' | 'decorator'): Lead {
  const { text, lines } = source;
  const line = lines.lineAt(span.start);
  const joined =
    lead.end >= 0 && lines.lineAt(Math.max(0, lead.end - 1)) + 1 >= line ? lead : withoutComment(lead);
  if (kind === 'decorator') {
    const decorators =
      joined.decorators.length < MAX_DECORATORS ? [...joined.decorators, span] : joined.decorators;
    return { ...joined, decorators, end: span.end };
  }
  if (text.slice(Math.max(lines.startOf(line), span.start - 400), span.start).trim() !== '') return joined;
  const comment = { start: joined.comment?.start ?? span.start, end: span.end };
  return { ...joined, comment, end: span.end };
}

/** Adds keywords or a type of the coming declaration. */
export function prefixLead(source: LinedText, lead: Lead, { start, end }: Span): Lead {
  return { ...leadAt(source, lead, start), prefix: lead.prefix ?? start, end };
}

/** Extends the lead over a node directly after it. */
export function widenLead({ text }: LinedText, lead: Lead, { start, end }: Span): Lead {
  if (lead.end < 0 || !/^[ \t]*\n?[ \t]*$/.test(text.slice(lead.end, start))) return lead;
  return { ...lead, end: trimSpan(text, start, end).end };
}

/** The part of a lead that carries over to a body: keywords and types before it belong to its head. */
export function withoutPrefix({ comment, decorators, end }: Lead): Lead {
  return { comment, decorators, end };
}

/** Adds the decorators at the start of the declaration itself. */
export function withDecorators(lead: Lead, decorators: readonly Span[]): Lead {
  return decorators.length === 0 ? lead : { ...lead, decorators: [...lead.decorators, ...decorators] };
}

/** The lead of a declaration at `start`. A comment belongs to it only without a blank line between. */
export function leadAt({ lines }: LinedText, lead: Lead, start: number): Lead {
  if (lead.comment === undefined) return lead;
  return lines.lineAt(Math.max(0, lead.end - 1)) + 1 >= lines.lineAt(start) ? lead : withoutComment(lead);
}

/** A statement around a declaration. `made` lists the symbols it has declared already. */
export interface Wrapping {
  readonly lead: Lead;
  readonly made: readonly number[];
  readonly outer: Wrapping | undefined;
}

/** Combines a declaration's own lead with those of wrapping statements that have not declared anything yet. */
export function leadBefore(own: Lead, wrapper: Wrapping | undefined): Lead {
  if (wrapper === undefined || wrapper.made.length > 0) return own;
  const { lead } = wrapper;
  const joined: Lead = {
    comment: own.comment ?? lead.comment,
    decorators: lead.decorators.length === 0 ? own.decorators : [...lead.decorators, ...own.decorators],
    ...prefixOf(lead, own),
    end: Math.max(own.end, lead.end),
  };
  return leadBefore(joined, wrapper.outer);
}

/** The outer prefix comes first. */
function prefixOf(...leads: readonly Lead[]): Pick<Lead, 'prefix'> {
  const prefix = leads.find((lead) => lead.prefix !== undefined)?.prefix;
  return prefix === undefined ? {} : { prefix };
}

/**
 * Comments at the end of an indentation-delimited node that belong to the code after it: those indented no deeper than
 * the line of `from`.
 */
export function commentsAfter(
  { text, lines }: LinedText,
  node: SyntaxNode,
  comments: readonly string[],
  from = node.startIndex,
): readonly Span[] {
  // Such a node extends to the next token; all others end with a token.
  const end = node.endIndex;
  if (text.slice(end - 1, end).trim() !== '') return [];
  let holder = node;
  for (let last = node.lastChild; last !== null && !comments.includes(last.type); last = last.lastChild) {
    holder = last;
  }
  const indent = indentAt(text, lines.startOf(lines.lineAt(from))).length;
  const children = holder.namedChildren;
  const first = children.findLastIndex(
    ({ type, startIndex }) =>
      !comments.includes(type) || startIndex - lines.startOf(lines.lineAt(startIndex)) > indent,
  );
  return children.slice(first + 1).map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex }));
}

function withoutComment(lead: Lead): Lead {
  return lead.comment === undefined ? lead : { ...lead, comment: undefined };
}
