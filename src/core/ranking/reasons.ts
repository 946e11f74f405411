/** Explains a file's rank: the signals that contribute most to its score, in words. */
import { counted } from '../counted';
import { atZero, type FeatureName, type Features, type Model } from './features';
import type { FileTable } from './fileIndex';
import { BASE, FOLDER, IDENTIFIERS, SYMBOLS, visitDefined, visitTerms, visitUsed, WORDS } from './fileTerms';
import type { EdgeList } from './edgeList';
import type { FileGraph } from './graph';
import { listAt } from './flatLists';
import type { FileHistory } from './fileHistory';
import { companionOf, type HistoryScores } from './historyScores';
import type { Task } from './parseTask';
import type { TextWindow } from './windows';
import { hashOf } from './words';

/** `words` and `names` are those of the task. */
export type Reason =
  | { readonly kind: 'mentioned' }
  | { readonly kind: 'defines' | 'usesNames'; readonly names: readonly string[] }
  | { readonly kind: MatchKind; readonly words: readonly string[] }
  | { readonly kind: 'lines'; readonly startLine: number; readonly endLine: number; readonly words: number }
  | { readonly kind: 'inScope' | 'askedTest' | 'askedDocs' }
  | { readonly kind: 'uses' | 'usedBy'; readonly path: string }
  | { readonly kind: 'pastMessages'; readonly words: readonly string[] }
  | { readonly kind: 'similarCommits'; readonly commits: number }
  | { readonly kind: 'changedWith'; readonly path: string; readonly commits: number };

type MatchKind = 'name' | 'folder' | 'symbols' | 'text';

export interface Explained {
  readonly task: Task;
  /** Whether any file contains a word of the task. If not, neither links nor places are evidence. */
  readonly hasWords: boolean;
  readonly table: FileTable;
  readonly graph: FileGraph;
  readonly seeds: Float64Array;
  readonly ranks: Float64Array;
  readonly features: Features;
  readonly model: Model;
  readonly past: KnownPast | undefined;
  readonly window: TextWindow | undefined;
}

/** The past commits of the files, compared with the task. */
export interface KnownPast {
  readonly history: FileHistory;
  readonly scores: HistoryScores;
}

const MOST_REASONS = 3;

const FROM_MESSAGES: ReadonlySet<FeatureName> = new Set(['pastMessages', 'similarCommitsLog']);

/** The reasons with the largest contributions, the largest first. */
export function reasonsOf(file: number, explained: Explained): readonly Reason[] {
  const contributions = new Map<string, { reason: Reason; size: number }>();
  for (const [name, weight] of Object.entries(explained.model)) {
    const feature = name as FeatureName; // The keys of a model are names of features.
    const value = (explained.features[feature]?.[file] ?? 0) - atZero(feature);
    const size = weight * value * (feature === 'pageRankLog' ? shareOfOthers(file, explained) : 1);
    if (size <= 0 || !(explained.hasWords || FROM_MESSAGES.has(feature))) continue;
    const reason = reasonFor(feature, file, explained);
    if (reason === undefined) continue;
    const key = reason.kind + ('path' in reason ? reason.path : '');
    contributions.set(key, { reason, size: size + (contributions.get(key)?.size ?? 0) });
  }
  const largest = [...contributions.values()].sort((a, b) => b.size - a.size);
  return largest.slice(0, MOST_REASONS).map(({ reason }) => reason);
}

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'mentioned':
      return 'mentioned in the task';
    case 'defines':
      return `defines ${codeList(reason.names)}`;
    case 'usesNames':
      return `uses ${codeList(reason.names)}`;
    case 'name':
      return `its name matches ${wordList(reason.words)}`;
    case 'folder':
      return `its folder matches ${wordList(reason.words)}`;
    case 'symbols':
      return `its symbols match ${wordList(reason.words)}`;
    case 'text':
      return `its text matches ${wordList(reason.words)}`;
    case 'lines': {
      const { startLine, endLine } = reason;
      const words = `${counted(reason.words, 'word')} of the task`;
      return startLine === endLine
        ? `line ${startLine} matches ${words}`
        : `lines ${startLine}–${endLine} match ${words}`;
    }
    case 'inScope':
      return 'in the scope that the task names';
    case 'askedTest':
      return 'a test, and the task is about tests';
    case 'askedDocs':
      return 'documentation, and the task is about documentation';
    case 'uses':
      return `uses ${shortName(reason.path)}`;
    case 'usedBy':
      return `used by ${shortName(reason.path)}`;
    case 'pastMessages':
      return `its past commits mention ${wordList(reason.words)}`;
    case 'similarCommits':
      return reason.commits === 1
        ? 'changed in a commit with a similar message'
        : `changed in ${counted(reason.commits, 'commit')} with similar messages`;
    case 'changedWith':
      return `changed with ${shortName(reason.path)} in ${counted(reason.commits, 'commit')}`;
  }
}

/** The file's name, with its folder if many folders have a file of that name. */
function shortName(path: string): string {
  const names = path.split('/');
  return names.slice(ENTRY_NAME.test(names.at(-1) ?? '') ? -2 : -1).join('/');
}

const ENTRY_NAME = /^(?:index|__init__|mod|lib|main)\./;

/** Signals with the same evidence share a reason, and their contributions are added up. */
function reasonFor(feature: FeatureName, file: number, explained: Explained): Reason | undefined {
  switch (feature) {
    case 'pathMentioned':
      return mentionReason(file, explained);
    case 'nameDefined':
      return namesReason('defines', file, explained);
    case 'nameUsed':
      return namesReason('usesNames', file, explained);
    case 'base':
      return mentionReason(file, explained) ?? matchReason('name', [BASE], file, explained);
    case 'folder':
      return matchReason('folder', [FOLDER], file, explained);
    case 'symbols':
      return namesReason('defines', file, explained) ?? matchReason('symbols', [SYMBOLS], file, explained);
    case 'identifiers':
      return (
        namesReason('usesNames', file, explained) ??
        matchReason('text', [IDENTIFIERS, WORDS], file, explained)
      );
    case 'words':
      return matchReason('text', [IDENTIFIERS, WORDS], file, explained);
    case 'combinedLog':
      return combinedReason(file, explained);
    case 'inScope':
      return { kind: 'inScope' };
    case 'isAskedTest':
      return { kind: 'askedTest' };
    case 'isAskedDocs':
      return { kind: 'askedDocs' };
    case 'windowLog': {
      const { window } = explained;
      if (window === undefined || window.words === 0) return undefined;
      const { startLine, endLine, words } = window;
      return { kind: 'lines', startLine, endLine, words };
    }
    case 'usesSeeds':
    case 'pageRankLog':
      return neighborReason(feature === 'usesSeeds', file, explained);
    case 'pastMessages':
      return pastMessagesReason(file, explained);
    case 'similarCommitsLog':
      return similarCommitsReason(file, explained);
    case 'changedTogether':
      return changedWithReason(file, explained);
    default:
      return undefined;
  }
}

/** The share of a file's PageRank that comes from other files. The rest only repeats why the file is a seed. */
function shareOfOthers(file: number, { seeds, ranks }: Explained): number {
  return Math.max(0, 1 - (seeds[file] ?? 0) / (ranks[file] ?? 0));
}

function mentionReason(file: number, { features }: Explained): Reason | undefined {
  return (features.pathMentioned?.[file] ?? 0) > 0 ? { kind: 'mentioned' } : undefined;
}

/** The matching field with the largest weight. */
function combinedReason(file: number, explained: Explained): Reason | undefined {
  return (
    mentionReason(file, explained) ??
    namesReason('defines', file, explained) ??
    matchReason('symbols', [SYMBOLS], file, explained) ??
    matchReason('name', [BASE], file, explained) ??
    namesReason('usesNames', file, explained) ??
    matchReason('text', [IDENTIFIERS, WORDS], file, explained)
  );
}

function matchReason(
  kind: MatchKind,
  fields: readonly number[],
  file: number,
  { table, task }: Explained,
): Reason | undefined {
  const record = table.records[file];
  if (record === undefined) return undefined;
  const sorted = task.terms.toSorted((a, b) => a.hash - b.hash);
  const found = new Set<number>();
  visitTerms(
    record,
    Uint32Array.from(sorted, ({ hash }) => hash),
    (at, counts) => {
      if (fields.some((field) => (counts[field] ?? 0) > 0)) found.add(sorted[at]?.hash ?? 0);
    },
  );
  const words = task.terms.filter(({ hash }) => found.has(hash)).map(({ word }) => word);
  return words.length === 0 ? undefined : { kind, words: [...new Set(words)].slice(0, MOST_WORDS) };
}

const MOST_WORDS = 4;

function namesReason(
  kind: 'defines' | 'usesNames',
  file: number,
  { table, task }: Explained,
): Reason | undefined {
  const record = table.records[file];
  if (record === undefined) return undefined;
  const found = new Set<number>();
  if (kind === 'defines') visitDefined(record, ({ hash }) => found.add(hash));
  else visitUsed(record, (hash) => found.add(hash));
  const names = task.identifiers.filter((name) => found.has(hashOf(name)));
  return names.length === 0 ? undefined : { kind, names: names.slice(0, MOST_WORDS) };
}

/** The neighbor in the graph that is the most certain seed. */
function neighborReason(isUserOnly: boolean, file: number, explained: Explained): Reason | undefined {
  const { table, graph, seeds } = explained;
  const used = strongest(graph.uses, file, seeds);
  const user = isUserOnly ? undefined : strongest(graph.usedBy, file, seeds);
  if (user !== undefined && user.size > (used?.size ?? 0))
    return { kind: 'usedBy', path: table.paths[user.neighbor] ?? '' };
  return used && { kind: 'uses', path: table.paths[used.neighbor] ?? '' };
}

function strongest(
  { starts, files, weights }: EdgeList,
  file: number,
  seeds: Float64Array,
): { readonly neighbor: number; readonly size: number } | undefined {
  let best: { neighbor: number; size: number } | undefined;
  for (let at = starts[file] ?? 0; at < (starts[file + 1] ?? 0); at += 1) {
    const neighbor = files[at] ?? 0;
    const size = (seeds[neighbor] ?? 0) * (weights[at] ?? 0);
    if (size > (best?.size ?? 0)) best = { neighbor, size };
  }
  return best;
}

function pastMessagesReason(file: number, { task, past }: Explained): Reason | undefined {
  if (past === undefined) return undefined;
  const { commits, commitsByFile } = past.history;
  const own = new Set(listAt(commitsByFile, file));
  const isMentioned = (hash: number): boolean => {
    const row = commits.terms.rowOf(hash);
    return row >= 0 && listAt(commits.commitsByTerm, row).some((commit) => own.has(commit));
  };
  const words = task.terms.filter(({ hash }) => isMentioned(hash)).map(({ word }) => word);
  return words.length === 0
    ? undefined
    : { kind: 'pastMessages', words: [...new Set(words)].slice(0, MOST_WORDS) };
}

function similarCommitsReason(file: number, { past }: Explained): Reason | undefined {
  if (past === undefined) return undefined;
  const own = new Set(listAt(past.history.commitsByFile, file));
  const commits = past.scores.similarCommits.filter((commit) => own.has(commit)).length;
  return commits === 0 ? undefined : { kind: 'similarCommits', commits };
}

function changedWithReason(file: number, { table, seeds, past }: Explained): Reason | undefined {
  const companion = past && companionOf(file, past.history, seeds);
  return (
    companion && {
      kind: 'changedWith',
      path: table.paths[companion.file] ?? '',
      commits: companion.commits,
    }
  );
}

function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function wordList(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}
