import type { Cut, FileImport, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import { OpenBlocks, type OpenBlock } from './openBlocks';
import type { MutableSymbol, Scan, ScannerRules } from './rules';

const KEYWORDS: ReadonlySet<string> = new Set(
  'syntax edition package import public weak option message enum service rpc returns stream oneof map extend extensions reserved to max optional required repeated group double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes true false'.split(
    ' ',
  ),
);

export const protobuf: ScannerRules = {
  kind: 'scanner',
  id: 'protobuf',
  family: 'code',
  words: {
    pattern:
      /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<![\w.])\d\w*|([A-Za-z_]\w*)/g,
    keywords: KEYWORDS,
  },
  scan: scanProtobuf,
};

const MAX_SYMBOLS = 20_000;
const MAX_DEPTH = 12;
/** No declaration has more words before its options. */
const MAX_WORDS = 60;

const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[\w.]+|[{}[\]();=<>,]/g;

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['message', 'Struct'],
  ['enum', 'Enum'],
  ['service', 'Interface'],
  ['oneof', 'Field'],
  ['extend', 'Namespace'],
]);

interface Block extends OpenBlock {
  /** Its content: fields, enum values, calls, or nothing of interest. */
  readonly holds: 'fields' | 'values' | 'calls' | 'nothing';
}

/** Finds messages with their fields, enums with their values, and services with their calls. Cuts long options. */
function scanProtobuf(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  const open = new OpenBlocks<Block>(symbols);
  let words: string[] = [];
  let start = -1;
  let brackets = 0;
  let lead = NO_LEAD;

  function declare(kind: SymbolKind, name: string | undefined, end: number): number {
    if (name === undefined || open.depth > MAX_DEPTH || symbols.length >= MAX_SYMBOLS) return -1;
    const { comment } = leadAt(source, lead, start);
    const doc = comment === undefined ? {} : { doc: comment };
    symbols.push({ kind, name, depth: open.depth, start, end, signatureEnd: end, ...doc });
    return symbols.length - 1;
  }

  function openBlock(at: number): void {
    const inside = open.innermost?.holds ?? 'fields';
    const [keyword = '', name] = words;
    const kind = inside === 'nothing' ? undefined : KINDS.get(keyword);
    const isGroup = inside === 'fields' && words.includes('group');
    let symbol = -1;
    let holds: Block['holds'] = 'nothing';
    if (kind !== undefined) {
      symbol = declare(kind, keyword === 'extend' && name !== undefined ? `extend ${name}` : name, at);
      holds = keyword === 'enum' ? 'values' : keyword === 'service' ? 'calls' : 'fields';
    } else if (inside === 'calls' && keyword === 'rpc') symbol = declare('Method', name, at);
    else if (isGroup) {
      symbol = declare('Struct', words[words.indexOf('group') + 1], at);
      holds = 'fields';
    }
    open.push({ open: at, symbol, holds });
  }

  function closeBlock(at: number): void {
    const block = open.close(at);
    if (block === undefined) return;
    const isOutermost = block.holds === 'nothing' && open.innermost?.holds !== 'nothing';
    if (!isOutermost) return;
    const inside = { start: block.open + 1, end: at };
    const cut = makeCut(source, inside, inside, { text: ' /* % */ ' });
    if (cut !== undefined && cut.endLine - cut.startLine >= LONG_STATEMENT) cuts.push(cut);
  }

  function statement(at: number): void {
    const [keyword = ''] = words;
    const inside = open.innermost?.holds ?? 'fields';
    const equals = words.indexOf('=');
    if (inside === 'calls') {
      if (keyword === 'rpc') declare('Method', words[1], at);
    } else if (open.innermost === undefined) {
      if (keyword === 'package') declare('Namespace', words[1], at);
      if (keyword === 'import') {
        const kind = words[1] === 'public' ? 're-export' : 'import';
        imports.push({ kind, sources: [(words.at(-1) ?? '').replaceAll(/["']/g, '')], start, end: at + 1 });
      }
    } else if (inside !== 'nothing' && equals > 0 && !/^(?:option|reserved|extensions)$/.test(keyword)) {
      const isField = inside === 'values' || equals > 1;
      if (isField) declare('Field', words[equals - 1], at + 1);
    }
  }

  function restart(): void {
    words = [];
    start = -1;
    lead = NO_LEAD;
  }

  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (token.startsWith('//') || token.startsWith('/*')) {
      if (words.length === 0) lead = extendLead(source, lead, { start: index, end }, 'comment');
      continue;
    }
    if (token === '[') brackets += 1;
    else if (token === ']') brackets = Math.max(0, brackets - 1);
    else if (brackets > 0) continue;
    else if (token === '{') {
      openBlock(index);
      restart();
    } else if (token === '}') {
      closeBlock(index);
      restart();
    } else if (token === ';') {
      if (words.length > 0) statement(index);
      restart();
    } else {
      if (start < 0) start = index;
      if (words.length < MAX_WORDS) words.push(token);
    }
  }
  return { symbols, imports, cuts, errors: open.finish(text.length) };
}
