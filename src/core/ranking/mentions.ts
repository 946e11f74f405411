/** Finds the files that a task mentions: by path, by a name they define or use, or by the scope of its first line. */
import type { Steps } from '../async/steps';
import { FILES_PER_STEP, type FileTable } from './fileIndex';
import { visitDefined, visitUsed } from './fileTerms';
import { HashCounts } from './hashCounts';
import type { Task } from './parseTask';
import { hashOf } from './words';

export interface Mentions {
  readonly path: Float64Array;
  readonly defined: Float64Array;
  readonly used: Float64Array;
  readonly scope: Float64Array;
}

/** A name defined in more files is a common word, not a name of this project. */
const MOST_DEFINERS = 40;
/** The maximum share of files that may use a name. */
const MOST_USERS = 0.2;
/** Uses of a name beyond the first few add little. */
const SATURATION = 1.5;

/** Finds them in small steps. */
export function* mentionSteps(table: FileTable, task: Task): Steps<Mentions> {
  const names = yield* nameMentions(table, task);
  const path = pathMentions(table, task);
  yield;
  return { path, ...names, scope: scopeMentions(table, task) };
}

function pathMentions({ paths }: FileTable, { paths: mentioned }: Task): Float64Array {
  const scores = new Float64Array(paths.length);
  if (mentioned.length === 0) return scores;
  const mentionsByBase = new Map<string, string[]>();
  for (const mention of mentioned) {
    const base = baseOf(mention);
    mentionsByBase.set(base, [...(mentionsByBase.get(base) ?? []), mention]);
  }
  const filesByBase = new Map<string, number[]>();
  for (const [file, path] of paths.entries()) {
    const base = baseOf(path);
    if (!mentionsByBase.has(base)) continue;
    filesByBase.set(base, [...(filesByBase.get(base) ?? []), file]);
  }
  for (const [base, files] of filesByBase)
    for (const mention of mentionsByBase.get(base) ?? [])
      for (const file of files) {
        const score = mention.includes('/')
          ? Number(isPathOf(mention, paths[file] ?? ''))
          : 1 / Math.sqrt(files.length);
        scores[file] = Math.max(scores[file] ?? 0, score);
      }
  return scores;
}

/** Returns whether a mention is the end of the path, or ends with the whole path. */
function isPathOf(mention: string, path: string): boolean {
  return `/${path}`.endsWith(`/${mention}`) || `/${mention}`.endsWith(`/${path}`);
}

function* nameMentions(
  { paths, records }: FileTable,
  { identifiers }: Task,
): Steps<Pick<Mentions, 'defined' | 'used'>> {
  const defined = new Float64Array(paths.length);
  const used = new Float64Array(paths.length);
  if (identifiers.length === 0) return { defined, used };
  const rows = new HashCounts();
  for (const name of identifiers) rows.add(hashOf(name), 1);
  const uses = Array.from({ length: rows.size }, emptyHits);
  const definitions = Array.from({ length: rows.size }, emptyHits);
  for (const [file, record] of records.entries()) {
    if (file % FILES_PER_STEP === 0) yield;
    visitDefined(record, ({ hash }) => {
      const row = rows.rowOf(hash);
      if (row < 0) return;
      definitions[row]?.files.push(file);
      addHit(uses[row], file, 1);
    });
    visitUsed(record, (hash, count) => {
      const row = rows.rowOf(hash);
      if (row >= 0) addHit(uses[row], file, count);
    });
  }
  for (const { files } of definitions)
    if (files.length <= MOST_DEFINERS)
      for (const file of files) defined[file] = (defined[file] ?? 0) + 1 / Math.sqrt(files.length);
  for (const { files, counts } of uses) {
    if (files.length >= MOST_USERS * paths.length) continue;
    const rarity = Math.log(1 + paths.length / files.length);
    for (const [at, file] of files.entries()) {
      const count = counts[at] ?? 0;
      used[file] = (used[file] ?? 0) + (rarity * count) / (count + SATURATION);
    }
  }
  return { defined, used };
}

interface Hits {
  readonly files: number[];
  readonly counts: number[];
}

function emptyHits(): Hits {
  return { files: [], counts: [] };
}

/** Adds to a file's count; a definition also counts as a use. */
function addHit(hits: Hits | undefined, file: number, count: number): void {
  if (hits === undefined) return;
  if (hits.files.at(-1) === file) hits.counts.push((hits.counts.pop() ?? 0) + count);
  else {
    hits.files.push(file);
    hits.counts.push(count);
  }
}

function scopeMentions({ paths }: FileTable, { scopes }: Task): Float64Array {
  const scores = new Float64Array(paths.length);
  if (scopes.length === 0) return scores;
  for (const [file, path] of paths.entries())
    if (scopes.some((scope) => isInScope(path.toLowerCase(), scope))) scores[file] = 1;
  return scores;
}

/** Returns whether a folder or the file in the path has the scope's name; both are in lower case. */
function isInScope(path: string, scope: string): boolean {
  return (
    path.startsWith(`${scope}/`) ||
    path.includes(`/${scope}/`) ||
    baseOf(path).replace(/\.\w+$/, '') === scope
  );
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
