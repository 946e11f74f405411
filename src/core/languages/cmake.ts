import type { Cut, FileImport, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import type { MutableSymbol, Scan, ScannerRules } from './rules';

const KEYWORDS: ReadonlySet<string> = new Set(
  'if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro return break continue AND OR NOT'.split(
    ' ',
  ),
);

export const cmake: ScannerRules = {
  kind: 'scanner',
  id: 'cmake',
  family: 'code',
  words: {
    pattern: /#[^\n]*|\$(?:ENV|CACHE)?\{(\w+)|(?<!\w)([A-Za-z_]\w*)(?=[ \t]*\()/g,
    calls: /[ \t]*\(/y,
    keywords: KEYWORDS,
  },
  scan: scanCmake,
};

const MAX_SYMBOLS = 5_000;
const MAX_DEPTH = 8;
/** No rule looks at more arguments. */
const MAX_ARGUMENTS = 40;

const TOKEN = /#\[(=*)\[|#[^\n]*|"(?:[^"\\]|\\[^])*"?|\[(=*)\[|[()]|(?:[^\s()#"\\]|\\[^])+/g;

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['project', 'Namespace'],
  ['function', 'Func'],
  ['macro', 'Macro'],
  ['set', 'Const'],
  ['option', 'Const'],
  ['add_library', 'Module'],
  ['add_executable', 'Module'],
  ['add_custom_target', 'Module'],
  ['add_test', 'Test'],
]);

const IMPORTS: ReadonlySet<string> = new Set(['include', 'find_package', 'add_subdirectory']);

interface Command {
  /** In lowercase. */
  readonly name: string;
  readonly arguments: readonly string[];
  readonly start: number;
  /** After the closing parenthesis. */
  readonly end: number;
  /** After the last argument on the first line. */
  readonly firstEnd: number;
}

/** Finds functions, macros, targets, options, and each variable's first `set`. Cuts bodies and long lists. */
function scanCmake(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  const assigned = new Set<string>();
  const open: { readonly name: string; readonly symbol: number; readonly bodyStart: number }[] = [];
  let errors = 0;
  let lead = NO_LEAD;

  function declare(kind: SymbolKind, name: string, { start, end }: Command, exported: boolean): number {
    if (name === '' || symbols.length >= MAX_SYMBOLS || open.length > MAX_DEPTH) return -1;
    const { comment } = leadAt(source, lead, start);
    symbols.push({
      kind,
      name: name.slice(0, 200),
      depth: open.filter(({ symbol }) => symbol >= 0).length,
      start,
      end,
      signatureEnd: end,
      ...(comment === undefined ? {} : { doc: comment }),
      ...(exported ? { exported: true } : {}),
    });
    return symbols.length - 1;
  }

  function closeCallable({ name, start, end }: Command): void {
    const at = open.findLastIndex((callable) => `end${callable.name}` === name);
    if (at < 0) {
      errors += 1;
      return;
    }
    const callable = open[at];
    open.length = at;
    if (callable === undefined) return;
    const body = { start: callable.bodyStart, end: start };
    const symbol = symbols[callable.symbol];
    if (symbol !== undefined) {
      symbol.end = end;
      symbol.body = body;
    }
    if (open.length > 0) return;
    const content = trimmed(text, body);
    const cut = makeCut(source, content, content, { text: '# %', endsLine: true });
    if (cut !== undefined) cuts.push(cut);
  }

  function readCommand(command: Command): void {
    const { name, arguments: given, start, end } = command;
    const [first = ''] = given;
    if (name === 'endfunction' || name === 'endmacro') return closeCallable(command);
    if (name === 'function' || name === 'macro') {
      open.push({
        name,
        symbol: declare(name === 'macro' ? 'Macro' : 'Func', first, command, false),
        bodyStart: end,
      });
      return;
    }
    if (open.length > 0) return;
    if (IMPORTS.has(name)) {
      if (first !== '') imports.push({ kind: 'import', sources: [first], start, end });
    } else {
      const kind = KINDS.get(name);
      const declared = name === 'add_test' && first === 'NAME' ? (given[1] ?? '') : first;
      const isAgain = name === 'set' && assigned.has(declared);
      if (kind !== undefined && !isAgain && !/^ENV\{/.test(declared)) {
        declare(kind, declared, command, name === 'option' || given.includes('CACHE'));
      }
      if (name === 'set') assigned.add(declared);
    }
    const list = { start: command.firstEnd, end: end - 1 };
    const cut = makeCut(source, list, list, { text: ' #[[ % ]]' });
    if (cut !== undefined && cut.endLine - cut.startLine >= LONG_STATEMENT) cuts.push(cut);
  }

  for (const read of commandsOf(text)) {
    if (read.kind === 'comment') lead = extendLead(source, lead, read.span, 'comment');
    else {
      readCommand(read.command);
      lead = NO_LEAD;
    }
  }
  for (const { symbol } of open) {
    const unfinished = symbols[symbol];
    if (unfinished !== undefined) unfinished.end = text.length;
  }
  return { symbols, imports, cuts, errors: errors + (open.length > 0 ? 1 : 0) };
}

type Read =
  { readonly kind: 'comment'; readonly span: Span } | { readonly kind: 'command'; readonly command: Command };

function* commandsOf(text: string): Generator<Read, undefined> {
  const token = new RegExp(TOKEN);
  let name: { readonly text: string; readonly start: number } | undefined;
  let given: string[] = [];
  let firstEnd = 0;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const start = match.index;
    const equals = match[1] ?? match[2];
    if (equals !== undefined) {
      const closing = text.indexOf(`]${equals}]`, token.lastIndex);
      token.lastIndex = closing < 0 ? text.length : closing + equals.length + 2;
    }
    const end = token.lastIndex;
    const written = match[0];
    if (written.startsWith('#')) {
      if (depth === 0) yield { kind: 'comment', span: { start, end } };
    } else if (written === '(') {
      depth += 1;
      if (depth === 1) {
        given = [];
        firstEnd = end;
      }
    } else if (written === ')') {
      if (depth === 1 && name !== undefined) {
        const command = { name: name.text.toLowerCase(), arguments: given, start: name.start, end, firstEnd };
        yield { kind: 'command', command };
        name = undefined;
      }
      depth = Math.max(0, depth - 1);
    } else if (depth === 0) {
      name = /^[A-Za-z_]\w*$/.test(written) ? { text: written, start } : undefined;
    } else {
      if (given.length < MAX_ARGUMENTS)
        given.push(equals === undefined ? written.replaceAll(/^"|"$/g, '') : written);
      const isOnFirstLine =
        name !== undefined && !/\n/.test(text.slice(firstEnd, Math.min(end, firstEnd + 2_000)));
      if (isOnFirstLine) firstEnd = end;
    }
  }
}

function trimmed(text: string, { start, end }: Span): Span {
  const content = text.slice(start, end);
  const from = start + content.length - content.trimStart().length;
  return { start: from, end: Math.max(from, start + content.trimEnd().length) };
}
