import type { Cut, FileImport, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import type { MutableSymbol, Scan, ScannerRules } from './rules';
import { textLines, type TextLine } from './textLines';

export const makefile: ScannerRules = {
  kind: 'scanner',
  id: 'makefile',
  family: 'code',
  scan: scanMakefile,
};

const MAX_SYMBOLS = 5_000;
/** Limit on the names taken from one rule with many targets. */
const MAX_TARGETS = 20;

const ASSIGNMENT = /^ *((?:(?:export|override|private)\s+)*)([^\s:#=+?!]+)\s*(:{0,3}|[+?!])=/;

/** Finds targets, variables at their first assignment, `define` blocks, and included files. Cuts recipes. */
function scanMakefile(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  const assigned = new Set<string>();
  let lead = NO_LEAD;
  /** Symbols of the rule whose recipe may follow; undefined if there is none. */
  let rule: readonly MutableSymbol[] | undefined;
  let recipe: { readonly start: number; end: number } | undefined;
  let macro:
    { readonly symbol: MutableSymbol | undefined; readonly bodyStart: number; depth: number } | undefined;

  function declare(
    kind: SymbolKind,
    name: string,
    { start, end }: TextLine,
    exported = false,
  ): MutableSymbol | undefined {
    if (symbols.length >= MAX_SYMBOLS || name === '') return undefined;
    const { comment } = leadAt(source, lead, start);
    const symbol: MutableSymbol = {
      kind,
      name: name.slice(0, 200),
      depth: 0,
      start,
      end,
      signatureEnd: end,
      ...(comment === undefined ? {} : { doc: comment }),
      ...(exported ? { exported: true } : {}),
    };
    symbols.push(symbol);
    return symbol;
  }

  function endRecipe(): void {
    if (recipe === undefined) return;
    const cut = makeCut(source, recipe, recipe, { text: '# %' });
    if (cut !== undefined) cuts.push(cut);
    for (const target of rule ?? []) {
      target.end = recipe.end;
      target.body ??= { start: recipe.start, end: recipe.end };
      target.body = { start: target.body.start, end: recipe.end };
    }
    recipe = undefined;
  }

  function readAssignment(statement: TextLine, [match, prefix = '', name = '']: RegExpExecArray): void {
    const equals = statement.start + match.length;
    if (!assigned.has(name)) declare('Const', name, statement, prefix.includes('export'));
    assigned.add(name);
    const first = text.slice(equals, source.lines.endOf(source.lines.lineAt(equals)));
    const kept = equals + first.replace(/\s*\\?$/, '').length;
    const content = { start: Math.min(statement.end, equals + first.length), end: statement.end };
    const cut = makeCut(source, { start: kept, end: statement.end }, content, { text: ' # % hidden' });
    if (cut !== undefined && cut.endLine - source.lines.lineAt(statement.start) >= LONG_STATEMENT)
      cuts.push(cut);
  }

  for (const statement of statementsOf(text)) {
    const { text: line, start, end } = statement;
    if (macro !== undefined) {
      if (/^\s*define\b/.test(line)) macro.depth += 1;
      if (/^\s*endef\b/.test(line)) macro.depth -= 1;
      if (macro.depth > 0) continue;
      const body = { start: macro.bodyStart, end: start };
      if (macro.symbol !== undefined) {
        macro.symbol.end = end;
        macro.symbol.body = body;
      }
      const cut = makeCut(source, body, body, { text: '\n# %\n' });
      if (cut !== undefined) cuts.push(cut);
      macro = undefined;
      continue;
    }
    if (rule !== undefined && line.startsWith('\t')) {
      if (/^\s*$/.test(line)) continue;
      const from = start + line.length - line.trimStart().length;
      if (recipe === undefined) recipe = { start: from, end };
      else recipe.end = end;
      continue;
    }
    if (/^\s*$/.test(line)) {
      lead = NO_LEAD;
      continue;
    }
    endRecipe();
    if (/^\s*#/.test(line)) {
      lead = extendLead(source, lead, { start: start + line.indexOf('#'), end }, 'comment');
      continue;
    }
    // Recipes may contain conditionals.
    if (/^\s*(?:ifn?eq|ifn?def|else|endif)\b|^[.!]\s*(?:if|el|endif|for|endfor|undef|error)/.test(line))
      continue;
    rule = undefined;
    const included = /^\s*(?:[-s]?include\s|[.!]\s*[-s]?include\b)\s*(.*)$/.exec(line)?.[1];
    const defined = /^\s*(?:(?:export|override)\s+)*define\s+(\S+)/.exec(line)?.[1];
    const assignment = ASSIGNMENT.exec(line);
    if (included !== undefined) {
      const sources = included
        .replace(/#.*$/, '')
        .split(/\s+/)
        .filter((word) => word !== '' && word !== '\\');
      imports.push({
        kind: 'import',
        sources: sources.map((word) => word.replaceAll(/^[<"]|[>"]$/g, '')),
        start,
        end,
      });
    } else if (defined !== undefined) {
      macro = {
        symbol: declare('Macro', defined.replace(/[:+?]?=$/, ''), statement),
        bodyStart: end,
        depth: 1,
      };
    } else if (assignment !== null) readAssignment(statement, assignment);
    else {
      const targets = targetsOf(line);
      if (targets !== undefined) {
        rule = targets
          .filter((name) => !/^\.[A-Z_]+$/.test(name))
          .slice(0, MAX_TARGETS)
          .flatMap((name) => declare('Func', name, statement) ?? []);
      }
    }
    lead = NO_LEAD;
  }
  endRecipe();
  return { symbols, imports, cuts };
}

/** Lines; backslash continuations are joined. */
function* statementsOf(text: string): Generator<TextLine, undefined> {
  let open: TextLine | undefined;
  for (const line of textLines(text)) {
    const joined: TextLine =
      open === undefined ? line : { text: open.text, start: open.start, end: line.end };
    const tail = text.slice(Math.max(line.start, line.end - 20), line.end);
    const continues = /(?:^|[^\\])(?:\\\\)*\\$/.test(tail);
    open = continues
      ? {
          ...joined,
          text: joined.text.length < 1_000 && open !== undefined ? `${joined.text}${line.text}` : joined.text,
        }
      : undefined;
    if (!continues) yield joined;
  }
  if (open !== undefined) yield open;
}

/** The targets of a rule; undefined if the line is no rule or sets a target-specific variable. */
function targetsOf(line: string): readonly string[] | undefined {
  const colon = topLevelColon(line);
  if (colon === undefined) return undefined;
  const rest = line.slice(colon).replace(/^:+/, '');
  if (/^\s*(?:(?:export|override|private)\s+)*[^\s:#=+?!;]+\s*(?::{0,3}|[+?!])=/.test(rest)) return undefined;
  const targets = splitWords(line.slice(0, colon).replace(/\s*&$/, '')).filter((word) => word !== '\\');
  return targets.length === 0 ? undefined : targets;
}

/** The first colon outside references that does not begin an assignment. */
function topLevelColon(line: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '#' && depth === 0) return undefined;
    if (character === '$' && /[({]/.test(line.charAt(at + 1))) depth += 1;
    else if (depth > 0 && /[)}]/.test(character)) depth -= 1;
    else if (character === '\\') at += 1;
    else if (depth === 0 && character === '=') return undefined;
    else if (depth === 0 && character === ':') return line[at + 1] === '=' ? undefined : at;
  }
  return undefined;
}

/** Splits at white space, except inside references. */
function splitWords(written: string): readonly string[] {
  const words: string[] = [];
  let depth = 0;
  let word = '';
  for (let at = 0; at < written.length; at += 1) {
    const character = written.charAt(at);
    if (character === '$' && /[({]/.test(written.charAt(at + 1))) depth += 1;
    else if (depth > 0 && /[)}]/.test(character)) depth -= 1;
    if (depth > 0 || !/\s/.test(character)) word += character;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return words;
}
