import type { Cut, FileImport, SymbolKind } from '../facts/fileFacts';
import { lineTable, type LinedText } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut, type Content } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import { logicalLines, readStatement, type MakefileStatement } from './makefileStatements';
import type { MutableSymbol, Scan, ScannerRules, StandIn } from './rules';
import type { TextLine } from './textLines';

export const makefile: ScannerRules = {
  kind: 'scanner',
  id: 'makefile',
  family: 'code',
  words: { pattern: /(?<=^|\s)#[^\n]*|\$[({]([\w.-]+)(?=[)}:])/g },
  scan: scanMakefile,
};

/** Finds targets, variables at their first assignment, `define` blocks, and included files. Cuts recipes. */
function scanMakefile(text: string): Scan {
  const scan = new MakefileScan(text);
  for (const line of logicalLines(text)) scan.read(line);
  return scan.end();
}

const MAX_SYMBOLS = 5_000;
/** Limit on the names taken from one rule with many targets. */
const MAX_TARGETS = 20;

interface OpenMacro {
  readonly symbol: MutableSymbol | undefined;
  readonly bodyStart: number;
  depth: number;
}

class MakefileScan {
  readonly #source: LinedText;
  readonly #symbols: MutableSymbol[] = [];
  readonly #imports: FileImport[] = [];
  readonly #cuts: Cut[] = [];
  readonly #assigned = new Set<string>();
  #lead = NO_LEAD;
  /** Symbols of the rule whose recipe may follow; undefined if there is none. */
  #rule: readonly MutableSymbol[] | undefined;
  #recipe: { readonly start: number; end: number } | undefined;
  #macro: OpenMacro | undefined;

  constructor(text: string) {
    this.#source = { text, lines: lineTable(text) };
  }

  read(line: TextLine): void {
    if (this.#macro !== undefined) this.#readMacro(line, this.#macro);
    else if (this.#rule !== undefined && line.text.startsWith('\t')) this.#readRecipe(line);
    else this.#readStatement(line, readStatement(line.text));
  }

  end(): Scan {
    this.#endRecipe();
    return { symbols: this.#symbols, imports: this.#imports, cuts: this.#cuts };
  }

  #readMacro({ text, start, end }: TextLine, macro: OpenMacro): void {
    if (/^\s*define\b/.test(text)) macro.depth += 1;
    if (/^\s*endef\b/.test(text)) macro.depth -= 1;
    if (macro.depth > 0) return;
    const body = { start: macro.bodyStart, end: start };
    if (macro.symbol !== undefined) Object.assign(macro.symbol, { end, body });
    this.#cut(body, body, { text: '\n# %\n' });
    this.#macro = undefined;
  }

  #readRecipe({ text, start, end }: TextLine): void {
    const command = text.trimStart();
    if (command === '') return;
    this.#recipe ??= { start: start + text.length - command.length, end };
    this.#recipe.end = end;
  }

  #readStatement(line: TextLine, statement: MakefileStatement): void {
    if (statement.kind === 'blank') {
      this.#lead = NO_LEAD;
      return;
    }
    this.#endRecipe();
    if (statement.kind === 'comment') {
      const comment = { start: line.start + statement.start, end: line.end };
      this.#lead = extendLead(this.#source, this.#lead, comment, 'comment');
      return;
    }
    // Recipes may contain conditionals.
    if (statement.kind === 'conditional') return;
    this.#rule = undefined;
    this.#readDeclaration(line, statement);
    this.#lead = NO_LEAD;
  }

  #readDeclaration(line: TextLine, statement: MakefileStatement): void {
    const { start, end } = line;
    if (statement.kind === 'include')
      this.#imports.push({ kind: 'import', sources: statement.sources, start, end });
    else if (statement.kind === 'define')
      this.#macro = { symbol: this.#declare('Macro', statement.name, line), bodyStart: end, depth: 1 };
    else if (statement.kind === 'assignment') this.#readAssignment(line, statement);
    else if (statement.kind === 'rule')
      this.#rule = statement.targets
        .filter((name) => !/^\.[A-Z_]+$/.test(name))
        .slice(0, MAX_TARGETS)
        .flatMap((name) => this.#declare('Func', name, line) ?? []);
  }

  #readAssignment(
    line: TextLine,
    { name, exported, value }: MakefileStatement & { readonly kind: 'assignment' },
  ): void {
    if (!this.#assigned.has(name)) this.#declare('Const', name, line, exported);
    this.#assigned.add(name);
    const { text, lines } = this.#source;
    const sign = line.start + value;
    const firstLine = text.slice(sign, lines.endOf(lines.lineAt(sign)));
    const kept = sign + firstLine.replace(/\s*\\?$/, '').length;
    const rest = { start: Math.min(line.end, sign + firstLine.length), end: line.end };
    const cut = makeCut(this.#source, { start: kept, end: line.end }, rest, { text: ' # % hidden' });
    if (cut !== undefined && cut.endLine - lines.lineAt(line.start) >= LONG_STATEMENT) this.#cuts.push(cut);
  }

  #declare(
    kind: SymbolKind,
    name: string,
    { start, end }: TextLine,
    exported = false,
  ): MutableSymbol | undefined {
    if (this.#symbols.length >= MAX_SYMBOLS || name === '') return undefined;
    const { comment } = leadAt(this.#source, this.#lead, start);
    const symbol: MutableSymbol = {
      ...{ kind, name: name.slice(0, 200), depth: 0, start, end, signatureEnd: end },
      ...(comment !== undefined && { doc: comment }),
      ...(exported && { exported }),
    };
    this.#symbols.push(symbol);
    return symbol;
  }

  /** A conditional divides a recipe, so a rule may have several. Its body holds them all. */
  #endRecipe(): void {
    if (this.#recipe === undefined) return;
    const { start, end } = this.#recipe;
    this.#cut(this.#recipe, this.#recipe, { text: '# %' });
    for (const target of this.#rule ?? [])
      Object.assign(target, { end, body: { start: target.body?.start ?? start, end } });
    this.#recipe = undefined;
  }

  #cut(span: Content, content: Content, standIn: StandIn): void {
    const cut = makeCut(this.#source, span, content, standIn);
    if (cut !== undefined) this.#cuts.push(cut);
  }
}
