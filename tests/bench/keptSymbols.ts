/**
 * Counts how many of the functions and types that ctags finds in the sources are still named in the outputs of two
 * programs. Both outputs are treated alike: a symbol counts as kept if its name occurs as a word in its file's part;
 * two symbols with the same name need two occurrences.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { Report } from '../../src/app/automation/report';
import { parsers } from '../readback/filesInMarkdown';
import { CTAGS_LANGUAGES, tagsOf } from './ctags';

export interface KeptSymbols {
  /** In files that are in both outputs. */
  readonly all: number;
  readonly byStrata: number;
  readonly byRepomix: number;
}

export async function keptSymbols(
  folder: string,
  files: Report['files'],
  { strata, repomix }: { readonly strata: string; readonly repomix: string },
): Promise<KeptSymbols> {
  const partByPath = { strata: partsOfMarkdown(strata), repomix: partsOfXml(repomix) };
  const shared = files.filter(({ path }) => partByPath.strata.has(path) && partByPath.repomix.has(path));
  const tags = await countTags(folder, shared);
  const kept = (parts: ReadonlyMap<string, string>): number =>
    sumOf(tags, ([path, counts]) => {
      const words = countWords(parts.get(path) ?? '');
      return sumOf(counts, ([name, count]) => Math.min(count, words.get(name) ?? 0));
    });
  return {
    all: sumOf(tags, ([, counts]) => sumOf(counts, ([, count]) => count)),
    byStrata: kept(partByPath.strata),
    byRepomix: kept(partByPath.repomix),
  };
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

type Counts = ReadonlyMap<string, number>;

/** By path, the number of symbols with each name. Names that are not words are skipped. */
async function countTags(folder: string, files: Report['files']): Promise<ReadonlyMap<string, Counts>> {
  const found = new Map<string, string[]>();
  for (const [id, ctags] of CTAGS_LANGUAGES) {
    const paths = files.filter(({ path }) => languageOf(path as RepoPath).id === id);
    if (paths.length === 0) continue;
    const tags = await tagsOf(
      ctags,
      paths.map(({ path }) => join(folder, path)),
    );
    for (const { path: absolute, name } of tags) {
      const path = absolute.slice(folder.length + 1);
      if (name.match(WORD)?.[0] === name) found.set(path, [...(found.get(path) ?? []), name]);
    }
  }
  return new Map([...found].map(([path, names]) => [path, countEach(names)]));
}

function countWords(text: string): Counts {
  return countEach(text.match(WORD) ?? []);
}

function countEach(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function sumOf<Item>(items: Iterable<Item>, amount: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += amount(item);
  return total;
}

/** The text of each file in all its fences. A block may also have notices, such as the number of unreadable places. */
function partsOfMarkdown(markdown: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  let path: string | undefined;
  for (const block of parsers['commonmark']?.(markdown) ?? []) {
    if (block.kind === 'path') parts.set((path = block.path), '');
    else if (block.kind === 'fence' && path !== undefined)
      parts.set(path, (parts.get(path) ?? '') + block.text);
  }
  return parts;
}

/** Reads repomix's XML, which is not escaped: a part ends where the next begins. */
function partsOfXml(xml: string): ReadonlyMap<string, string> {
  const [, ...pieces] = xml.split(/^<file path="/m);
  return new Map(
    pieces.map((piece) => [piece.slice(0, piece.indexOf('"')), piece.slice(piece.indexOf('\n') + 1)]),
  );
}

export function hasCtags(): boolean {
  try {
    execFileSync('ctags', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
