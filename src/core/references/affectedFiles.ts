/** Finds the files whose links may differ after a change of the folder. May find too many, never too few. */
import type { Steps } from '../async/steps';
import type { RepoPath } from '../files/repoPath';
import { NAME_PLACES, visitDefined, visitUsed } from '../ranking/fileTerms';
import { hashOf } from '../ranking/words';
import { stemName, type LinkedFile } from './fileLinks';
import { reachOf } from './languageReach';
import { isSameList } from '../sameLists';

type Files = ReadonlyMap<RepoPath, LinkedFile>;

/** Returns changed files, and files that use names with possibly different definitions. In steps of one file. */
export function* affectedSteps(files: readonly LinkedFile[], before: Files): Steps<ReadonlySet<RepoPath>> {
  const now = new Map(files.map((file) => [file.path, file]));
  const affected = new Set<RepoPath>();
  const news: News = { names: new Set(), sources: new Set(), passesAll: false };
  for (const path of new Set([...before.keys(), ...now.keys()])) {
    const [file, old] = [now.get(path), before.get(path)];
    if (file !== undefined && old !== undefined && isSame(file, old)) continue;
    yield;
    affected.add(path);
    addNews(file, old, news);
  }
  if (news.sources.size > 0)
    for (const file of [...files, ...before.values()])
      if (hasSources(file) && news.sources.has(stemName(file.path))) addNames(definitionsOf(file), news);
  for (const file of files) {
    yield;
    if (!affected.has(file.path) && isConcerned(file, news)) affected.add(file.path);
  }
  return affected;
}

interface News {
  /** Hashes of names that may have different definitions, or are re-exported differently. */
  readonly names: Set<number>;
  /** The names of C sources and headers that are new or gone: a header with too many sources has no links to them. */
  readonly sources: Set<string>;
  /** True if all names of a module may be re-exported differently. */
  passesAll: boolean;
}

function isSame(file: LinkedFile, old: LinkedFile): boolean {
  return file.terms === old.terms && file.modules === old.modules && file.imports === old.imports;
}

/** Adds the differences that other files may notice. */
function addNews(file: LinkedFile | undefined, old: LinkedFile | undefined, news: News): void {
  const [defined, known] = [definitionsOf(file), definitionsOf(old)];
  if (file === undefined || old === undefined || !isInSameScopes(file, old)) {
    addNames(defined, news);
    addNames(known, news);
    for (const each of [file, old]) if (each && hasSources(each)) news.sources.add(stemName(each.path));
  } else {
    for (const [hash, kind] of defined) if (known.get(hash) !== kind) news.names.add(hash);
    for (const hash of known.keys()) if (!defined.has(hash)) news.names.add(hash);
  }
  // The imports of files that are new or gone can re-export only through changed imports of other files.
  if (file === undefined || old === undefined) return;
  for (const names of changedImports(file, old))
    if (names === undefined) news.passesAll = true;
    else for (const name of names) news.names.add(hashOf(name));
}

/** The names that other files can refer to, with what links depend on. */
function definitionsOf(file: LinkedFile | undefined): ReadonlyMap<number, number> {
  const definitions = new Map<number, number>();
  if (file !== undefined)
    visitDefined(file.terms, ({ hash, place, isCodeLike, isPrivate }) => {
      if (place === 'inner') return;
      definitions.set(hash, 4 * NAME_PLACES.indexOf(place) + (isCodeLike ? 2 : 0) + (isPrivate ? 1 : 0));
    });
  return definitions;
}

function addNames(definitions: ReadonlyMap<number, number>, { names }: News): void {
  for (const hash of definitions.keys()) names.add(hash);
}

function isInSameScopes({ modules: one }: LinkedFile, { modules: other }: LinkedFile): boolean {
  return one.language === other.language && one.declares.join('\n') === other.declares.join('\n');
}

function hasSources({ modules: { language } }: LinkedFile): boolean {
  return reachOf(language).kind === 'headers';
}

/**
 * The names of imports that may be re-exported differently; undefined for an import that lists no names. Imports from
 * outside the folder re-export nothing.
 */
function changedImports(file: LinkedFile, old: LinkedFile): readonly (readonly string[] | undefined)[] {
  const [after, before] = [passedOn(file), passedOn(old)];
  let start = 0;
  while (start < after.length && isSamePassed(after[start], before[start])) start += 1;
  let end = 0;
  const most = Math.min(after.length, before.length) - start;
  while (end < most && isSamePassed(after.at(-1 - end), before.at(-1 - end))) end += 1;
  const changed = [...after.slice(start, after.length - end), ...before.slice(start, before.length - end)];
  return changed.map(({ names }) => names);
}

interface Passed {
  readonly files: readonly RepoPath[];
  readonly names: readonly string[] | undefined;
}

function passedOn(file: LinkedFile): readonly Passed[] {
  return file.imports.flatMap(({ files }, at) =>
    files.length === 0 ? [] : [{ files, names: file.modules.imports[at]?.names }],
  );
}

function isSamePassed(one: Passed | undefined, other: Passed | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return isSameList(one.files, other.files) && isSameList(one.names, other.names);
}

/** Whether a file looks up one of the names. */
function isConcerned({ terms, modules, imports }: LinkedFile, { names, passesAll }: News): boolean {
  if (names.size === 0 && !passesAll) return false;
  const listed = modules.imports.flatMap((each, at) =>
    (imports[at]?.files.length ?? 0) === 0 ? [] : (each.names ?? []),
  );
  if (passesAll && listed.length > 0) return true;
  if (listed.some((name) => names.has(hashOf(name)))) return true;
  const looksUpUses =
    reachOf(modules.language).kind !== 'none' ||
    modules.imports.some(({ names: some }, at) => some === undefined && (imports[at]?.files.length ?? 0) > 1);
  let isFound = false;
  if (looksUpUses) visitUsed(terms, (hash) => (isFound ||= names.has(hash)));
  return isFound;
}
