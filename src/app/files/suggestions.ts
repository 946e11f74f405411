/** Files and symbols to offer by name, and the effect of selecting one for the document. */
import { escapePath, oneLine } from '../../core/compose/escapePath';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { FileItem, ViewMode } from '../../core/items/fileItem';
import { tickQuestion, type TickQuestion } from '../../core/items/tickQuestion';
import type { FoundSymbol } from '../../core/symbols/rankSymbols';
import { withLevel, type MaskEntry } from '../../core/views/mask';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Choices } from '../composition/choices';
import type { Composition } from '../composition/composition.svelte';
import type { SymbolFinder } from '../symbols/symbolFinder';
import type { FileTree } from '../tree/fileTree';
import { likelyFiles, type RecentFiles } from '../composition/recentFiles';

export type Suggestion =
  | { readonly kind: 'file'; readonly path: RepoPath }
  | { readonly kind: 'symbol'; readonly path: RepoPath; readonly symbol: FoundSymbol };

/** The parts of a workspace that suggestions need. */
export interface SuggestionSource {
  readonly recent: RecentFiles;
  readonly composition: Composition;
  readonly tree: FileTree;
  readonly choices: Choices;
  readonly symbols: SymbolFinder;
  findFiles(query: string, limit: number): Promise<readonly number[]>;
  prepareFindFiles(): void;
  viewOf(path: RepoPath): ViewRequest | undefined;
}

/** The effect of selecting a suggestion. */
export type SelectEffect =
  /** The document has it already, shown like this. */
  | { readonly kind: 'none'; readonly mode: ViewMode }
  | { readonly kind: 'adds'; readonly mode: ViewMode; readonly ignored: boolean }
  | { readonly kind: 'asks'; readonly question: TickQuestion }
  /** Adds a symbol to those that the file shows. */
  | { readonly kind: 'shows' };

/**
 * Files that match, best first; before them the recent ones that contain what was typed. Without a query, returns recent
 * files and prepares the search.
 */
export async function suggestFiles(
  source: SuggestionSource,
  query: string,
  limit: number,
): Promise<readonly RepoPath[]> {
  if (query.trim() === '') {
    source.prepareFindFiles();
    return likelyFiles(source, limit);
  }
  const ids = await source.findFiles(query, limit);
  const paths = source.tree.pathsOf(ids);
  const words = query.replaceAll('\\', '/').toLowerCase().split(/\s+/);
  const isTyped = (path: RepoPath) => words.every((word) => path.toLowerCase().includes(word));
  const recent = source.recent.list.filter((path) => paths.includes(path) && isTyped(path));
  return [...new Set([...recent, ...paths])];
}

/** Files and symbols that match, together at most `2 * limit`. Undefined if another search has begun since. */
export async function suggestNames(
  source: SuggestionSource,
  query: string,
  limit: number,
): Promise<readonly Suggestion[] | undefined> {
  const [paths, found] = await Promise.all([
    suggestFiles(source, query, limit),
    source.symbols.find({ query, limit }),
  ]);
  if (found === undefined) return undefined;
  const files = paths.map((path) => ({ kind: 'file', path }) as const);
  const symbols = found.symbols.map((symbol) => ({ kind: 'symbol', path: symbol.file, symbol }) as const);
  return isMeantAsSymbol(query, paths[0], found.symbols[0]) ? [...symbols, ...files] : [...files, ...symbols];
}

/** A symbol whose name begins with the query is meant, unless the name of the best file does, too. */
function isMeantAsSymbol(
  query: string,
  file: RepoPath | undefined,
  symbol: FoundSymbol | undefined,
): boolean {
  if (symbol === undefined || symbol.level > 1) return false;
  return file === undefined || !baseName(file).toLowerCase().startsWith(query.toLowerCase());
}

/** The text that names it in a task: `@src/store.ts`, `@Store.get`. On one line, with invisible characters escaped. */
export function referenceTo(suggestion: Suggestion): string {
  return `@${suggestion.kind === 'file' ? escapePath(suggestion.path) : oneLine(suggestion.symbol.path)}`;
}

export function effectOf(suggestion: Suggestion, source: SuggestionSource): SelectEffect {
  const { path } = suggestion;
  const node = source.tree.byPath(path);
  const question = node?.kind === 'file' ? tickQuestion(node) : undefined;
  if (question !== undefined) return { kind: 'asks', question };
  const item = source.composition.item(path);
  if (item === undefined) {
    const mode = source.composition.newItem(path).viewMode;
    return { kind: 'adds', mode, ignored: node?.leftOut !== undefined };
  }
  if (suggestion.kind === 'symbol' && lacks(item, suggestion, source)) return { kind: 'shows' };
  return { kind: 'none', mode: source.viewOf(path)?.mode ?? 'none' };
}

/** Selects the file in the mode of its folder. A file that shows selected symbols only will show this one, too. */
export function select(suggestion: Suggestion, source: SuggestionSource): void {
  const { path } = suggestion;
  const { composition, choices } = source;
  const item = composition.item(path) ?? composition.newItem(path);
  if (suggestion.kind === 'symbol' && lacks(item, suggestion, source)) selectOnly(suggestion.symbol, source);
  else choices.select(path);
}

/** Shows the file reduced to this symbol, and to those that it is reduced to already. */
export function selectOnly({ file, path }: FoundSymbol, { composition, choices }: SuggestionSource): void {
  const item = composition.item(file) ?? composition.newItem(file);
  const mask = item.viewMode === 'masked' ? item.astMask : [];
  const name = `Select ${oneLine(path)} in ${baseName(file)}`;
  choices.setMask(file, shows(mask, path) ? mask : withLevel(mask, path, 'def'), name);
}

/** Whether the file shows selected symbols, and not this one. */
function lacks(
  item: FileItem,
  { path, symbol }: Extract<Suggestion, { kind: 'symbol' }>,
  source: SuggestionSource,
): boolean {
  const isNew = source.composition.item(path) === undefined;
  const mode = isNew ? item.viewMode : source.viewOf(path)?.mode;
  return mode === 'masked' && !shows(item.astMask, symbol.path);
}

function shows(mask: readonly MaskEntry[], symbol: string): boolean {
  return mask.some(
    ({ symbol: shown, level }) => level === 'def' && (shown === symbol || symbol.startsWith(`${shown}.`)),
  );
}
