/** Scans CSS, SCSS and Less: blocks with a head, and statements that end in `;`. */
import type { Cut, FileImport, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD, type Lead } from './lead';
import { OpenBlocks, type OpenBlock } from './openBlocks';
import type { MutableSymbol, Scan } from './rules';

export interface StyleDialect {
  /** Whether `//` begins a comment. */
  readonly lineComments: boolean;
  /** Matches variable declarations, `$x:` or `@x:`, in addition to `--x:`. */
  readonly variable: RegExp;
  /** Whether long bodies are cut. If not, the outline is the skeleton. */
  readonly cuts: boolean;
}

/** Limits on the nesting depth in the outline, and on symbols. */
const MAX_DEPTH = 6;
const MAX_SYMBOLS = 5_000;

/** Limit on how much of a head or statement is read; longer ones are lists. */
const MAX_HEAD = 2_000;
const MAX_NAME = 120;

/** Each alternative starts with different characters and never backtracks, so a scan is linear. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)/.source;
const REST = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|\burl\([^"'\s)][^)\n]*\)?|[#@]\{|\\[^]|[{}();]/
  .source;
const TOKEN = new RegExp(`${COMMENT}|${REST}`, 'g');
const TOKEN_WITH_LINE_COMMENTS = new RegExp(`${COMMENT}|//[^\\n]*|${REST}`, 'g');

interface Block extends OpenBlock {
  readonly kind: 'rule' | 'callable' | 'keyframes' | 'interpolation';
  /** Whether it contains other blocks. */
  nests: boolean;
}

/** Scans a stylesheet for rules, callables, variables and imports. Takes linear time. */
export function scanStyles(text: string, dialect: StyleDialect): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  const open = new OpenBlocks<Block>(symbols);
  let lead: Lead = NO_LEAD;
  let parentheses = 0;
  /** Number of enclosing blocks whose content is hidden, such as mixin bodies. */
  let hidden = 0;
  let head = skipBlanks(text, 0);

  function declare(kind: SymbolKind, name: string, start: number, end: number): number {
    if (hidden > 0 || open.depth > MAX_DEPTH || symbols.length >= MAX_SYMBOLS || name === '') return -1;
    const { comment } = leadAt(source, lead, start);
    const doc = comment === undefined ? {} : { doc: comment };
    const { depth } = open;
    symbols.push({ kind, name: name.slice(0, MAX_NAME), depth, start, end, signatureEnd: end, ...doc });
    return symbols.length - 1;
  }

  function openBlock(at: number): void {
    const written = flat(text, head, at);
    const outer = open.innermost;
    if (outer !== undefined) outer.nests = true;
    const variable = variableOf(written);
    const declared =
      variable === undefined ? blockSymbol(written) : ({ kind: 'Const', name: variable } as const);
    const symbol = declared === undefined ? -1 : declare(declared.kind, declared.name, head, at);
    const kind = declared?.kind === 'Macro' || declared?.kind === 'Func' ? 'callable' : kindOfHead(written);
    if (kind !== 'rule') hidden += 1;
    open.push({ open: at, symbol, kind, nests: false });
  }

  function closeBlock(at: number): void {
    const block = open.close(at);
    if (block === undefined) return;
    if (block.kind !== 'rule') hidden -= 1;
    if (hidden > 0 || (block.kind === 'rule' && block.nests)) return;
    cutLong({ start: block.open + 1, end: at }, block.kind === 'callable');
  }

  function cutLong(inside: Span, always: boolean): void {
    if (!dialect.cuts) return;
    const cut = makeCut(source, inside, inside, { text: ' /* % */ ' });
    if (cut === undefined || (!always && cut.endLine - cut.startLine < LONG_STATEMENT)) return;
    while ((cuts.at(-1)?.start ?? -1) >= cut.start) cuts.pop();
    cuts.push(cut);
  }

  function statement(at: number): void {
    const written = flat(text, head, at);
    const sources = /^@(?:import|use|forward|plugin|config|reference|require)\b(.*)$/.exec(written)?.[1];
    if (sources !== undefined) {
      if (hidden === 0) imports.push({ kind: 'import', sources: quoted(sources), start: head, end: at });
      return;
    }
    const variable = variableOf(written);
    if (variable !== undefined) {
      declare('Const', variable, head, at);
      const isMap = /:\s*\(/.test(written.slice(0, 200)) && text[at - 1] === ')';
      if (isMap && hidden === 0) cutLong({ start: text.indexOf('(', head) + 1, end: at - 1 }, false);
      return;
    }
    const layer = /^@layer\s+(.+)$/.exec(written)?.[1];
    if (layer !== undefined) declare('Key', `@layer ${layer}`, head, at);
  }

  function variableOf(written: string): string | undefined {
    return (/^(--[^\s:]+)\s*:/.exec(written) ?? dialect.variable.exec(written))?.[1];
  }

  /** Starts the next head after a block or statement. */
  function restart(at: number): void {
    head = skipBlanks(text, at);
    parentheses = 0;
    lead = NO_LEAD;
  }

  for (const { 0: token, index } of text.matchAll(dialect.lineComments ? TOKEN_WITH_LINE_COMMENTS : TOKEN)) {
    const end = index + token.length;
    switch (token) {
      case '#{':
      case '@{':
        open.push({ open: index, symbol: -1, kind: 'interpolation', nests: false });
        break;
      case '(':
        parentheses += 1;
        break;
      case ')':
        parentheses = Math.max(0, parentheses - 1);
        break;
      case ';':
        if (parentheses > 0 || open.innermost?.kind === 'interpolation') break;
        statement(index);
        restart(end);
        break;
      case '{':
        openBlock(index);
        restart(end);
        break;
      case '}':
        if (open.innermost?.kind === 'interpolation') {
          open.close(index);
          break;
        }
        if (head < index) statement(index);
        closeBlock(index);
        restart(end);
        break;
      default:
        if ((token.startsWith('/*') || token.startsWith('//')) && head === index) {
          lead = extendLead(source, lead, { start: index, end }, 'comment');
          head = skipBlanks(text, end);
        }
    }
  }
  return { symbols, imports, cuts, errors: open.finish(text.length) };
}

/** Blocks inside keyframes are steps, not rules. */
function kindOfHead(head: string): 'rule' | 'keyframes' {
  return /^@(?:-\w+-)?keyframes\b/.test(head) ? 'keyframes' : 'rule';
}

/** The declaration in a block's head; undefined for calls, control flow and nested properties. */
function blockSymbol(head: string): { readonly kind: SymbolKind; readonly name: string } | undefined {
  if (head === '' || head.endsWith(':')) return undefined;
  const [, rule = '', rest = ''] = /^@([\w-]+)\s*(.*)$/.exec(head) ?? [];
  switch (rule.replace(/^-\w+-/, '')) {
    case '': {
      const mixin = /^([.#][\w-]+)\s*\([^)]*\)?.*$/.exec(head)?.[1];
      const isMixin = mixin !== undefined && !/^[.#][\w-]+\s*:/.test(head);
      return isMixin ? { kind: 'Macro', name: mixin } : { kind: 'Key', name: head };
    }
    case 'mixin':
    case 'utility':
      return { kind: 'Macro', name: nameOf(rest) };
    case 'function':
      return { kind: 'Func', name: nameOf(rest) };
    case 'include':
    case 'if':
    case 'else':
    case 'each':
    case 'for':
    case 'while':
    case 'at-root':
      return undefined;
    case 'media':
    case 'supports':
    case 'container':
    case 'layer':
    case 'scope':
    case 'theme':
    case 'document':
    case 'starting-style':
      return { kind: 'Namespace', name: head };
    default:
      return { kind: 'Key', name: head };
  }
}

function nameOf(declaration: string): string {
  return declaration.replace(/[\s(].*/s, '');
}

/** Joins lines and strips comments. */
function flat(text: string, start: number, end: number): string {
  return text
    .slice(start, Math.min(end, start + MAX_HEAD))
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function quoted(list: string): readonly string[] {
  const names = [...list.matchAll(/"([^"]*)"|'([^']*)'|url\(\s*([^"'\s)]+)/g)];
  return names.map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}
