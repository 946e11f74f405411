/**
 * `--check symbols`: measures how many of the functions and types that ctags finds are in our outlines, and why the
 * others are not.
 */
import type { FileFacts, FileSymbol } from '../../src/core/facts/fileFacts';
import { grouped } from '../../src/core/numberText';
import { testFactsReader } from '../languages/wasmFiles';
import { CTAGS_LANGUAGES, ctagsVersion, tagsOf, type CtagsLanguage, type Tag } from './ctags';
import { createMissReader, type Reason } from './missReason';
import { readSource, sourcesByLanguage } from './sources';
import { percent, tableText } from './tables';

export interface Miss extends Tag {
  readonly reason: Reason;
  readonly source: string;
}

export interface LanguageRecall {
  readonly language: string;
  readonly files: number;
  readonly tags: number;
  readonly misses: readonly Miss[];
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
  ctags: CtagsLanguage,
  paths: readonly string[],
): Promise<LanguageRecall> {
  const tagsByPath = new Map<string, Tag[]>();
  for (const tag of await tagsOf(ctags, paths))
    tagsByPath.set(tag.path, [...(tagsByPath.get(tag.path) ?? []), tag]);
  const misses: Miss[] = [];
  let count = 0;
  for (const [path, tags] of tagsByPath) {
    const text = (await readSource(path)) ?? '';
    const outcome = await reader.factsOf(text, language);
    const missed = outcome.kind === 'facts' ? missedIn(outcome.facts, text, tags) : tags;
    count += tags.length;
    if (missed.length > 0) misses.push(...(await explained(language, text, missed)));
  }
  return { language, files: paths.length, tags: count, misses };
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
  const lineAt = lineFinder(text);
  const placesByName = new Map<string, { first: number; last: number }[]>();
  for (const symbol of facts.symbols) {
    const place = {
      first: symbol.startLine - TOLERANCE,
      last: lineAt(symbol.signature.end) + TOLERANCE,
    };
    for (const name of namesOf(symbol, text))
      placesByName.set(name, [...(placesByName.get(name) ?? []), place]);
  }
  return tags.filter(
    ({ name, line }) =>
      !namesIn(name).some((each) =>
        placesByName.get(each)?.some(({ first, last }) => first <= line && line <= last),
      ),
  );
}

/** In lines: ctags may give the line of the name or of the keyword. */
const TOLERANCE = 1;

/** Names that ctags may give a symbol: it names a test after its macro. */
function namesOf({ kind, name, signature }: FileSymbol, text: string): readonly string[] {
  const keyword = /^\w+/.exec(text.slice(signature.start, signature.end))?.[0];
  return kind === 'Test' && keyword !== undefined ? [...namesIn(name), keyword] : namesIn(name);
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
    recalls.map(({ language, files, tags, misses }) => {
      const blamed = (blame: Reason['blame']): number =>
        misses.filter(({ reason }) => reason.blame === blame).length;
      const found = tags - misses.length;
      return [
        language,
        ...[files, tags, found].map(grouped),
        percent(found, tags, 2),
        ...(['ctags', 'limit', 'ours'] as const).map((blame) => grouped(blamed(blame))),
        percent(found, tags - blamed('ctags'), 2),
      ];
    }),
  );
  return [await ctagsVersion(), '', table, ...recalls.flatMap(missesText)].join('\n');
}

const EXAMPLES = 3;

/** Misses by kind and reason, with the first few of each. */
function missesText({ language, misses }: LanguageRecall): readonly string[] {
  const groups = new Map<string, Miss[]>();
  for (const miss of misses) {
    const key = `${miss.kind}, ${miss.reason.blame}: ${miss.reason.text}`;
    groups.set(key, [...(groups.get(key) ?? []), miss]);
  }
  const sorted = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return sorted.flatMap(([key, group], index) => [
    ...(index === 0 ? ['', `${language}:`] : []),
    `  ${group.length} × ${key}`,
    ...group
      .slice(0, EXAMPLES)
      .map(({ path, line, name, source }) => `      ${path}:${line} ${name} | ${source.slice(0, 100)}`),
  ]);
}
