import { counted } from '../counted';
import type { FileFacts, FileImport, FileSymbol } from '../facts/fileFacts';
import { childIndexes, holdsMembers, isCallable, signatureLine } from '../facts/questions';
import { withoutSecretForms, withoutSecretLiterals, withoutStatedSecrets } from '../secrets/withoutSecrets';
import { firstSentenceOfDoc } from './sentence';

const MAX_SIGNATURE = 160;

/**
 * Summarizes code: language and line count, imports, exported constants, types with their methods, functions. Each
 * comes with the first sentence of its doc.
 */
export function summarizeCode(languageName: string, text: string, facts: FileFacts): string {
  const out = [`${languageName}, ${counted(facts.lines, 'line')}`];
  const imported = facts.imports.filter(({ kind }) => kind === 'import');
  const imports = [...new Set(imported.flatMap(({ sources }) => sources))].toSorted();
  if (imports.length > 0) out.push(withoutSecretForms(`Imports: ${imports.join(', ')}`));
  const reExports = facts.imports.filter(({ kind }) => kind === 're-export');
  if (reExports.length > 0)
    out.push(withoutSecretForms(`Re-exports: ${reExportLines(facts, reExports).join('; ')}`));
  const passedOn = new Set(reExports.map(({ start }) => start));
  const top = facts.symbols.filter(({ parent, range }) => parent < 0 && !passedOn.has(range.start));
  const constants = new Set(
    top.filter(({ kind, exported }) => kind === 'Const' && exported).map(({ name }) => name),
  );
  if (constants.size > 0) out.push(`Exported constants: ${[...constants].join(', ')}`);

  const children = childIndexes(facts);
  const describe = (index: number, indent: string): void => {
    const symbol = facts.symbols[index];
    if (symbol === undefined || !isListed(symbol)) return;
    out.push(indent + described(text, symbol));
    if (isCallable(symbol)) return;
    for (const child of children[index] ?? []) describe(child, `  ${indent}`);
  };
  out.push('');
  for (const [index, { parent, range }] of facts.symbols.entries())
    if (parent < 0 && !passedOn.has(range.start)) describe(index, '- ');
  return `${out.join('\n').trimEnd()}\n`;
}

/** Lists re-exports as `a, c from ./b` or `* from ./d`; only the module if no symbols show what it exports. */
function reExportLines({ symbols }: FileFacts, reExports: readonly FileImport[]): readonly string[] {
  const namesByStart = new Map<number, string>();
  for (const { name, range } of symbols) {
    const before = namesByStart.get(range.start);
    namesByStart.set(range.start, before === undefined ? name : `${before}, ${name}`);
  }
  return reExports.map(({ start, sources }) => {
    const names = namesByStart.get(start);
    const from = sources.join(', ');
    if (names === undefined) return from;
    return names.startsWith('* ') ? names : `${names} from ${from}`;
  });
}

function isListed(symbol: FileSymbol): boolean {
  return holdsMembers(symbol) || isCallable(symbol) || symbol.kind === 'Type';
}

function described(text: string, symbol: FileSymbol): string {
  const signature =
    symbol.kind === 'Type'
      ? `type ${symbol.name}`
      : (titledTest(text, symbol) ?? withoutSecretLiterals(signatureLine(text, symbol)));
  const shown = signature.length > MAX_SIGNATURE ? `${signature.slice(0, MAX_SIGNATURE)}…` : signature;
  const sentence = symbol.doc && firstSentenceOfDoc(text.slice(symbol.doc.start, symbol.doc.end));
  return sentence === undefined ? shown : `${shown} (${withoutStatedSecrets(sentence)})`;
}

/** `it: adds numbers` for a test or suite that is declared by a call with its title. */
function titledTest(text: string, symbol: FileSymbol): string | undefined {
  if (symbol.kind !== 'Test' && !holdsMembers(symbol)) return undefined;
  const signature = signatureLine(text, symbol);
  const [call] = /^\w+(?:\.(?:skip|todo))?(?=[.(])/.exec(signature) ?? [];
  const isQuoted = ['"', "'", '`'].some((quote) => signature.includes(quote + symbol.name));
  return call !== undefined && isQuoted ? `${call}: ${withoutSecretForms(symbol.name)}` : undefined;
}
