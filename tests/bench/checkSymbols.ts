/**
 * `--check symbols`: measures how many of the functions and types that ctags finds are in our outlines, and why the
 * others are not. Where ctags and our outlines agree on what else there is, it also compares members, typedefs, macros,
 * enumerators, and namespaces, and lists our symbols that ctags does not know.
 */
import type { FileFacts, FileSymbol } from '../../src/core/facts/fileFacts';
import { groupBy } from '../../src/core/groupBy';
import { grouped } from '../../src/core/numberText';
import { testFactsReader } from '../languages/wasmFiles';
import { allTagsOf, CTAGS_LANGUAGES, ctagsVersion, type CtagsLanguage, type Tag } from './ctags';
import { createMissReader, type Reason } from './missReason';
import { readSource, sourcesByLanguage } from './sources';
import { percent, tableText } from './tables';

export interface Miss extends Tag {
  readonly reason: Reason;
  readonly source: string;
}

export interface Recall {
  readonly kinds: 'functions and types' | 'details';
  readonly tags: number;
  readonly misses: readonly Miss[];
}

/** One of our symbols that ctags does not know. */
export interface Unknown extends Tag {
  readonly source: string;
}

export interface LanguageRecall {
  readonly language: string;
  readonly files: number;
  readonly recalls: readonly Recall[];
  /** Symbols whose kinds ctags knows too. */
  readonly symbols: number;
  readonly unknown: readonly Unknown[];
}

const reader = testFactsReader();

export async function checkSymbols(folders: readonly string[]): Promise<readonly LanguageRecall[]> {
  const pathsByLanguage = await sourcesByLanguage(folders, (language) => CTAGS_LANGUAGES.has(language));
  const recalls: LanguageRecall[] = [];
  for (const [language, ctags] of CTAGS_LANGUAGES) {
    const paths = pathsByLanguage.get(language);
    if (paths !== undefined) recalls.push(await recallOf(language, ctags, paths));
  }
  return recalls;
}

async function recallOf(
  language: string,
  { details = [], ...ctags }: CtagsLanguage,
  paths: readonly string[],
): Promise<LanguageRecall> {
  const tagsByPath = groupBy(await allTagsOf(ctags, paths), ({ path }) => path);
  const main = { kinds: 'functions and types' as const, tags: 0, misses: [] as Miss[] };
  const other = { kinds: 'details' as const, tags: 0, misses: [] as Miss[] };
  const unknown: Unknown[] = [];
  let symbols = 0;
  for (const path of paths) {
    const tags = tagsByPath.get(path) ?? [];
    const text = (await readSource(path)) ?? '';
    const outcome = await reader.factsOf(text, language);
    const facts = outcome.kind === 'facts' ? outcome.facts : undefined;
    for (const { recall, wanted } of [
      { recall: main, wanted: tags.filter(({ kind }) => ctags.kinds.includes(kind)) },
      { recall: other, wanted: tags.filter((tag) => details.includes(tag.kind) && !isHidden(tag, facts)) },
    ]) {
      const missed = facts === undefined ? wanted : missedIn(facts, text, wanted);
      recall.tags += wanted.length;
      if (missed.length > 0) recall.misses.push(...(await explained(language, text, missed)));
    }
    if (facts === undefined || details.length === 0) continue;
    const compared = facts.symbols.filter(({ kind, name }) => kind !== 'Test' && name !== '(anonymous)');
    symbols += compared.length;
    unknown.push(...unknownIn(compared, { path, text, tags }));
  }
  const recalls = details.length === 0 ? [main] : [main, other];
  return { language, files: paths.length, recalls, symbols, unknown };
}

/** Outlines leave out details of functions. */
function isHidden({ line }: Tag, facts: FileFacts | undefined): boolean {
  return facts?.cuts.some(({ startLine, endLine }) => startLine <= line && line <= endLine) === true;
}

async function explained(language: string, text: string, missed: readonly Tag[]): Promise<readonly Miss[]> {
  const missReader = await createMissReader(language, text);
  const lines = text.split('\n');
  const misses = missed.map((tag) => ({
    ...tag,
    reason: missReader.reasonOf(tag),
    source: (lines[tag.line - 1] ?? '').trim(),
  }));
  missReader.free();
  return misses;
}

/** Tags without a symbol of that name near their line. */
function missedIn(facts: FileFacts, text: string, tags: readonly Tag[]): readonly Tag[] {
  const linesOf = lineRanges(text);
  const named = facts.symbols.flatMap((symbol) => namesOf(symbol, text).map((name) => ({ name, symbol })));
  const symbolsByName = groupBy(named, ({ name }) => name);
  return tags.filter(
    ({ name, line }) =>
      !namesIn(name).some((each) =>
        symbolsByName.get(each)?.some(({ symbol }) => isIn(line, linesOf(symbol))),
      ),
  );
}

/** Symbols without a tag of that name, of any kind, near their lines. */
function unknownIn(
  symbols: readonly FileSymbol[],
  { path, text, tags }: { readonly path: string; readonly text: string; readonly tags: readonly Tag[] },
): readonly Unknown[] {
  const linesOf = lineRanges(text);
  const lines = text.split('\n');
  const named = tags.flatMap((tag) => namesIn(tag.name).map((name) => ({ name, line: tag.line })));
  const tagsByName = groupBy(named, ({ name }) => name);
  return symbols
    .filter(
      (symbol) =>
        !namesOf(symbol, text).some((name) =>
          tagsByName.get(name)?.some(({ line }) => isIn(line, linesOf(symbol))),
        ),
    )
    .map(({ name, kind, startLine }) => ({
      ...{ path, name, kind, line: startLine },
      source: (lines[startLine - 1] ?? '').trim(),
    }));
}

interface Lines {
  readonly first: number;
  readonly last: number;
  /** The name of `struct { … } name` is at the end. */
  readonly end: number;
}

function isIn(line: number, { first, last, end }: Lines): boolean {
  return (first <= line && line <= last) || line === end;
}

/** The lines at which ctags may place a symbol. */
function lineRanges(text: string): (symbol: FileSymbol) => Lines {
  const lineAt = lineFinder(text);
  return ({ startLine, endLine, signature }) => ({
    first: startLine - TOLERANCE,
    last: lineAt(signature.end) + TOLERANCE,
    end: endLine,
  });
}

/** In lines: ctags may give the line of the name or of the keyword. */
const TOLERANCE = 1;

/** Names that ctags may give a symbol: it names a test, and what a macro defines, after the macro, and splits `namespace a::b`. */
function namesOf({ kind, name, signature }: FileSymbol, text: string): readonly string[] {
  if (kind === 'Namespace') return name.split('.');
  const head = text.slice(signature.start, signature.end);
  const macro = (kind === 'Test' ? /^\w+/ : /^(?:static\s+)?([A-Z][A-Z\d_]+)\s*\(/).exec(head);
  return macro === null ? namesIn(name) : [...namesIn(name), macro[1] ?? macro[0]];
}

/** A name without blanks and type arguments, and its last part: `Store::get` and `get`. */
function namesIn(name: string): readonly string[] {
  const plain = name
    .replace(/^(?:[#*&]+|(?:implicit|explicit) )/, '')
    .replace(/(?<=\w)\s*<.*>$/s, '')
    .replaceAll(/\s/g, '');
  return [plain, plain.split(/::|[.:\\#]/).at(-1) ?? plain];
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export async function symbolsText(recalls: readonly LanguageRecall[]): Promise<string> {
  const table = tableText(
    [
      'language',
      'files',
      'symbols of ctags',
      'in our outline',
      'share',
      'ctags errors',
      'known limits',
      'ours',
      'share without ctags errors',
    ],
    recalls.flatMap(({ language, files, recalls }) =>
      recalls.map(({ kinds, tags, misses }) => {
        const blamed = (blame: Reason['blame']): number =>
          misses.filter(({ reason }) => reason.blame === blame).length;
        const found = tags - misses.length;
        return [
          kinds === 'details' ? `${language}, details` : language,
          ...[files, tags, found].map(grouped),
          percent(found, tags, 2),
          ...(['ctags', 'limit', 'ours'] as const).map((blame) => grouped(blamed(blame))),
          percent(found, tags - blamed('ctags'), 2),
        ];
      }),
    ),
  );
  return [
    await ctagsVersion(),
    '',
    table,
    ...recalls.flatMap(missesText),
    ...recalls.flatMap(unknownText),
  ].join('\n');
}

const EXAMPLES = 3;

/** Misses by kind and reason, with the first few of each. */
function missesText({ language, recalls }: LanguageRecall): readonly string[] {
  const misses = recalls.flatMap((recall) => recall.misses);
  return groupsText(
    `${language}:`,
    groupBy(misses, ({ kind, reason }) => `${kind}, ${reason.blame}: ${reason.text}`),
  );
}

function unknownText({ language, symbols, unknown }: LanguageRecall): readonly string[] {
  return groupsText(
    `${language}: ${grouped(unknown.length)} of ${grouped(symbols)} symbols (${percent(unknown.length, symbols, 2)}) are not known to ctags:`,
    groupBy(unknown, ({ kind }) => kind),
  );
}

function groupsText(title: string, groups: ReadonlyMap<string, readonly Unknown[]>): readonly string[] {
  const sorted = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return sorted.flatMap(([key, group], index) => [
    ...(index === 0 ? ['', title] : []),
    `  ${group.length} × ${key}`,
    ...group
      .slice(0, EXAMPLES)
      .map(({ path, line, name, source }) => `      ${path}:${line} ${name} | ${source.slice(0, 100)}`),
  ]);
}
