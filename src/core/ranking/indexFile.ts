/** Builds the record of a file from one pass over its words, and from the names in its facts. */
import type { FileFacts, FileSymbol } from '../facts/fileFacts';
import { usesOf } from '../facts/references';
import {
  BASE,
  FIELDS,
  FOLDER,
  IDENTIFIERS,
  LONGEST_LENGTH,
  NAME_PLACES,
  packFileTerms,
  SYMBOLS,
  WORDS,
  type DefinedName,
  type FileTerms,
  type NamePlace,
  type TermEntry,
  type UsedName,
} from './fileTerms';
import { HashCounts } from './hashCounts';
import { isCodePath } from './pathTraits';
import { createTermHasher } from './termHashes';
import { isCodeLike } from './terms';
import { hashOf, visitWords } from './words';

export type FactsToIndex = Pick<FileFacts, 'language' | 'family' | 'symbols' | 'references'>;

export interface FileIndexer {
  /** `text` must be normalized. Without `facts`, all words are in the field `words`. Linear in the text. */
  indexFile(path: string, text: string, facts?: FactsToIndex): FileTerms;
}

/** The limit on terms and names per file. Larger files are data or generated, and a part of their terms is enough. */
const MOST_ENTRIES = 1 << 13;
/** Columns of `words`; `COUNT` is also a column of `used`. */
const COUNT = 0;
const START = 1;
/** A column of `used`. */
const LINE = 1;
const END = 2;

/** Creates an indexer that reuses its tables for every file. */
export function createFileIndexer(): FileIndexer {
  const { visitTermHashes } = createTermHasher();
  /** The count and the first occurrence of each word. */
  const words = new HashCounts(3);
  const identifiers = new HashCounts();
  const symbols = new HashCounts();
  const used = new HashCounts(2);
  const terms = new HashCounts(FIELDS.length);

  function indexFile(path: string, text: string, facts?: FactsToIndex): FileTerms {
    for (const table of [words, identifiers, symbols, used, terms]) table.clear();
    addPath(path);
    visitWords(text, (start, end, hash) => {
      if (!words.add(hash, 1, COUNT)) return;
      words.add(hash, start, START);
      words.add(hash, end, END);
    });
    const isCode = isCodePath(path);
    const defined = facts === undefined ? [] : addNames(facts);
    if (facts === undefined && isCode) useWords(text);
    addWords(text);
    return packFileTerms({
      units: text.length,
      isCode,
      lengths: FIELDS.map((_, field) => terms.sumOf(field)),
      terms: termEntries(),
      defined,
      used: usedNames(),
    });
  }

  function addPath(path: string): void {
    const baseStart = path.lastIndexOf('/') + 1;
    for (const piece of path.slice(baseStart).split('.')) addTerms(piece, BASE);
    const [, module = ''] = FOLDER_MODULE.exec(path) ?? [];
    addTerms(module, BASE);
    for (const piece of path.slice(0, baseStart).split('/')) addTerms(piece, FOLDER);
  }

  function addTerms(word: string, field: number, start = 0, end = word.length): void {
    visitTermHashes(word, start, end, (hash) => terms.add(hash, 1, field));
  }

  /** Returns the defined names. Keys of configuration are words: they name settings, often those of other programs. */
  function addNames({
    language,
    family,
    symbols: declared,
    references,
  }: FactsToIndex): readonly DefinedName[] {
    if (family === 'config') return [];
    const defined = new Map<number, DefinedName>();
    for (const symbol of declared) {
      if (family === 'code' && isTitle(symbol.name)) continue;
      const isNew = symbols.add(hashOf(symbol.name), 1);
      if (isNew && symbol.kind !== 'Field')
        visitWords(symbol.name, (start, end) => addTerms(symbol.name, SYMBOLS, start, end));
      if (family === 'prose') continue;
      addName(symbol.name, 1);
      const place = placeOf(symbol, declared);
      if (!isNew && (place === 'inner' || place === 'method')) continue;
      const name = definedNameOf(symbol);
      if (name === undefined) continue;
      const known = defined.get(name.hash);
      const isWider = NAME_PLACES.indexOf(place) >= NAME_PLACES.indexOf(known?.place ?? 'inner');
      const isWeak = (known?.isWeak ?? true) && isWeakName(symbol, language);
      defined.set(name.hash, { ...name, isWeak, place: isWider ? place : (known?.place ?? 'inner') });
    }
    for (const { name, lines } of usesOf(references)) {
      if (family !== 'prose') addName(name, lines.length);
      if (used.add(hashOf(name), lines.length, COUNT)) used.add(hashOf(name), lines[0] ?? 1, LINE);
    }
    return [...defined.values()].sort((a, b) => a.hash - b.hash).slice(0, MOST_ENTRIES);
  }

  /** Counts all words as uses: without a grammar, any word of a program may be a name. */
  function useWords(text: string): void {
    let line = 1;
    let at = 0;
    for (let row = 0; row < words.size; row += 1) {
      const start = words.countAt(row, START); // Ascends, because rows are in order of first occurrence.
      if (words.countAt(row, END) - start <= 2) continue;
      for (; at < start; at += 1) if (text[at] === '\n') line += 1;
      used.add(words.hashAt(row), words.countAt(row, COUNT), COUNT);
      used.add(words.hashAt(row), line, LINE);
    }
  }

  /** Counts the words of a name as identifiers. */
  function addName(name: string, count: number): void {
    visitWords(name, (_start, _end, hash) => identifiers.add(hash, count));
  }

  function addWords(text: string): void {
    for (let row = 0; row < words.size; row += 1) {
      const count = words.countAt(row, COUNT);
      const asIdentifier = Math.min(count, identifiers.countOf(words.hashAt(row)));
      visitTermHashes(text, words.countAt(row, START), words.countAt(row, END), (term) => {
        if (asIdentifier > 0) terms.add(term, asIdentifier, IDENTIFIERS);
        if (count > asIdentifier) terms.add(term, count - asIdentifier, WORDS);
      });
    }
  }

  function termEntries(): readonly TermEntry[] {
    return Array.from(terms.sortedRows().subarray(0, MOST_ENTRIES), (row) => ({
      hash: terms.hashAt(row),
      counts: FIELDS.map((_, field) => terms.countAt(row, field)),
    }));
  }

  function usedNames(): readonly UsedName[] {
    return Array.from(used.sortedRows().subarray(0, MOST_ENTRIES), (row) => ({
      hash: used.hashAt(row),
      count: used.countAt(row, COUNT),
      line: used.countAt(row, LINE),
    }));
  }

  return { indexFile };
}

/** A file that represents its folder. Its own name says nothing. */
const FOLDER_MODULE = /([^/]+)\/(?:index|__init__|mod)\.[\w.]+$/;

/** Titles of tests and headers such as `impl A for B` define no name. */
function isTitle(name: string): boolean {
  return /\s/.test(name);
}

/**
 * The name as its users write it: the last word of `Store::get` and `(*Store).Get`. Undefined for symbols that code
 * can't name.
 */
function definedNameOf({ kind, name }: FileSymbol): Omit<DefinedName, 'isWeak' | 'place'> | undefined {
  if (kind === 'Heading' || kind === 'Key' || kind === 'Test') return undefined;
  let last = '';
  visitWords(name, (start, end) => (last = name.slice(start, end)));
  if (last === '') return undefined;
  return {
    hash: hashOf(last),
    length: Math.min(last.length, LONGEST_LENGTH),
    isPrivate: last.startsWith('_'),
    isCodeLike: isCodeLike(last),
  };
}

/** Whether the symbol is a field, a namespace, or a prototype, whose body is in another file. */
function isWeakName({ kind, body }: FileSymbol, language: string): boolean {
  if (kind === 'Field' || kind === 'Namespace') return true;
  return kind === 'Func' && body === undefined && (language === 'c' || language === 'cpp');
}

/** Returns how widely a symbol's name can be used. Namespaces and extensions of a type don't define a new name. */
function placeOf({ kind, name, parent, exported }: FileSymbol, symbols: readonly FileSymbol[]): NamePlace {
  if (kind === 'Method') return 'method';
  // A top-level field belongs to a type that the grammar could not read.
  if (kind === 'Namespace' || kind === 'Field' || /\s/.test(name)) return 'inner';
  for (let at = parent; at >= 0; at = symbols[at]?.parent ?? -1) {
    const around = symbols[at]?.kind;
    if (around !== 'Namespace' && around !== 'Module') return 'inner';
  }
  return exported ? 'exported' : 'top';
}
