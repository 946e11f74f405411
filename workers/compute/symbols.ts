/** Reports a file's symbols to the app. */
import type { FileSymbol } from '../../src/core/facts/fileFacts';
import { fallbackNote, isLastingReason, type FactsOutcome } from '../../src/core/facts/outcome';
import { signatureLine } from '../../src/core/facts/questions';
import { baseName } from '../../src/core/files/repoPath';
import { outlineText } from '../../src/core/views/modes/outline';
import type { FileSymbols, FileText, SymbolCount, SymbolInfo } from '../engine/documentContract';
import type { HashedText } from './hashedText';

/** The file's symbols for the app, or the reason why there are none. */
export function symbolsOf({ path, text }: HashedText, outcome: FactsOutcome): FileSymbols {
  if (outcome.kind === 'none') return { symbols: [], note: fallbackNote(outcome.reason, baseName(path)) };
  return { symbols: outcome.facts.symbols.map((symbol) => symbolInfo(text, symbol)) };
}

/** Empty if another attempt to parse the file may succeed. */
export function symbolCount(outcome: FactsOutcome): { readonly symbolCount?: SymbolCount } {
  if (outcome.kind === 'facts') return { symbolCount: outcome.facts.symbols.length };
  return isLastingReason(outcome.reason) ? { symbolCount: 'none' } : {};
}

/** Includes an outline if the file has one. */
export function textOf({ text }: HashedText, outcome: FactsOutcome): FileText {
  return { text, outline: outcome.kind === 'facts' ? outlineText(outcome.facts) : '' };
}

function symbolInfo(text: string, symbol: FileSymbol): SymbolInfo {
  const { path, kind, name, startLine, endLine } = symbol;
  return { path, kind, name, startLine, endLine, signature: signatureLine(text, symbol) };
}
