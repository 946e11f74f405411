/**
 * `--check ranking`: for each commit in a list, ranks the files before it by its message, without the commits before it
 * and with them, fits them into budgets, and compares the results with the files and lines that the commit changed.
 */
import { join } from 'node:path';
import type { RepoPath } from '../../src/core/files/repoPath';
import { runSteps } from '../../src/core/async/steps';
import { fitterOf, namesReserve, type FitLevel } from '../../src/core/fit/fit';
import { relevantFiles } from '../../src/core/fit/relevance';
import { commitIndexSteps, type PastCommit } from '../../src/core/ranking/commitIndex';
import { fileHistorySteps, type FileHistory } from '../../src/core/ranking/fileHistory';
import { FileIndex } from '../../src/core/ranking/fileIndex';
import { buildGraph, type FileGraph } from '../../src/core/ranking/graph';
import { parseTask } from '../../src/core/ranking/parseTask';
import { rankFiles, shortlist, type RankedFile } from '../../src/core/ranking/rankFiles';
import { createTermsReader } from '../../src/core/ranking/windowTerms';
import { createWindowFinder, type TextWindow } from '../../src/core/ranking/windows';
import { createImportResolver, isManifest } from '../../src/core/references/resolveImports';
import { readCommits, type ListedCommit } from './commitList';
import { editedLines } from './editedLines';
import { createFileMeter, linesAt, type FileMeter, type RankedText } from './rankedFile';
import { readPastCommits } from './pastCommits';
import { BUDGETS, summaryText, type CommitResult, type RankingResult, type ShownFile } from './rankingTables';
import { readSnapshots } from './snapshots';

/**
 * `clones` has a bare clone of each repository as `owner+name/repo`. Prints the figures of each repository when it is
 * done.
 */
export async function checkRanking(
  commitsPath: string,
  clones: string,
  say: (text: string) => void,
): Promise<readonly CommitResult[]> {
  const meter = createFileMeter();
  const results: CommitResult[] = [];
  for (const [repo, commits] of await readCommits(commitsPath)) {
    const started = Date.now();
    const repository = join(clones, repo, 'repo');
    const shas = commits.map(({ sha }) => sha);
    const snapshots = await readSnapshots(repository, shas, (path, text) => meter.read(path, text));
    const past = readPastCommits(repository, shas);
    const own = commits.flatMap((commit, at) => {
      const before = { files: snapshots[at] ?? [], past: past[at] ?? [] };
      return resultOf(repository, commit, before, meter) ?? [];
    });
    results.push(...own);
    const [plain, withHistory] = [own.map((each) => each.plain), own.map((each) => each.withHistory)];
    const seconds = Math.round((Date.now() - started) / 1000);
    say(`${repo}: ${summaryText(plain)}; with history: ${summaryText(withHistory)}; ${seconds} s`);
  }
  return results;
}

/** The state of a repository before a commit. */
interface Before {
  readonly files: readonly RankedText[];
  /** Newest first. */
  readonly past: readonly PastCommit[];
}

/** Undefined if no touched file existed before the commit. */
function resultOf(
  repository: string,
  { repo, sha, message, touched }: ListedCommit,
  { files, past }: Before,
  meter: FileMeter,
): CommitResult | undefined {
  const fileByPath = new Map<string, RankedText>(files.map((file) => [file.path, file]));
  const known = touched.flatMap((path) => fileByPath.get(path) ?? []);
  if (known.length === 0) return undefined;
  const index = new FileIndex();
  for (const { path, record } of files) index.set(path, record);
  const ranking = { message, index, graph: graphOf(index, files), fileByPath };
  const history = runSteps(fileHistorySteps(runSteps(commitIndexSteps(past)), index.table()));
  const answer = { known, edited: editedLines(repository, sha) };
  const resultFor = (ranked: Ranking): RankingResult => compared(ranked, answer, { fileByPath, meter });
  return {
    ...{ repo, sha },
    plain: resultFor(rankedFor(ranking)),
    withHistory: resultFor(rankedFor({ ...ranking, history })),
  };
}

/** What a commit changed. */
interface Answer {
  readonly known: readonly RankedText[];
  /** Line numbers by path. */
  readonly edited: ReadonlyMap<string, readonly number[]>;
}

interface RankedTexts {
  readonly fileByPath: ReadonlyMap<string, RankedText>;
  readonly meter: FileMeter;
}

function compared(
  { ranked, windowsByPath, milliseconds }: Ranking,
  { known, edited }: Answer,
  { fileByPath, meter }: RankedTexts,
): RankingResult {
  const ranks = new Map(ranked.map(({ path }, at) => [path, at + 1]));
  const fitted = relevantFiles(ranked).flatMap(({ path, probability }) => {
    const file = fileByPath.get(path);
    return file === undefined
      ? []
      : [{ path: file.path, probability, levels: meter.levelsOf(file, windowsByPath.get(path) ?? []) }];
  });
  const shownAt = BUDGETS.map((budget) => {
    const fit = fitterOf(fitted)(budget - namesReserve(fileByPath.size, budget));
    return known.map((file): ShownFile => {
      const level = fit.get(file.path)?.level;
      const lines = edited.get(file.path) ?? [];
      return { level, edited: editedShare(file, windowsByPath.get(file.path) ?? [], level, lines) };
    });
  });
  return { ranks: known.map(({ path }) => ranks.get(path) ?? Infinity), shownAt, milliseconds };
}

function graphOf(index: FileIndex, files: readonly RankedText[]): FileGraph {
  const resolve = createImportResolver({
    paths: files.map(({ path }) => path),
    manifests: new Map(files.filter(({ path }) => isManifest(path)).map(({ path, text }) => [path, text])),
    facts: new Map(files.flatMap(({ path, module }) => (module === undefined ? [] : [[path, module]]))),
  });
  return buildGraph(index.table(), (path) => resolve(path as RepoPath).map(({ files: targets }) => targets));
}

const termsOf = createTermsReader();

interface RankedFolder {
  /** The task. */
  readonly message: string;
  readonly index: FileIndex;
  readonly graph: FileGraph;
  readonly fileByPath: ReadonlyMap<string, RankedText>;
  readonly history?: FileHistory | undefined;
}

interface Ranking {
  readonly ranked: readonly RankedFile[];
  /** The texts of the files in the shortlist. */
  readonly windowsByPath: ReadonlyMap<string, readonly TextWindow[]>;
  /** Milliseconds for both stages, and for finding windows in texts that are in memory. */
  readonly milliseconds: number;
}

function rankedFor({ message, index, graph, fileByPath, history }: RankedFolder): Ranking {
  index.table();
  const started = performance.now();
  const short = shortlist(index, parseTask(message));
  const { windowsOf } = createWindowFinder(short.terms);
  const windowsByPath = new Map(
    short.paths.map((path) => [path, windowsOf(termsOf(fileByPath.get(path)?.text ?? ''))]),
  );
  const best = new Map<string, TextWindow>();
  for (const [path, windows] of windowsByPath) {
    const [first] = windows.toSorted((a, b) => b.score - a.score);
    if (first !== undefined) best.set(path, first);
  }
  const ranked = rankFiles(short, graph, best, { history });
  return { ranked, windowsByPath, milliseconds: performance.now() - started };
}

/** The share of the commit's changes to a file that is shown, 0 to 1. */
function editedShare(
  file: RankedText,
  windows: readonly TextWindow[],
  level: FitLevel | undefined,
  edited: readonly number[],
): number {
  if (level === 'full') return 1;
  if (level === undefined || level === 'outline' || edited.length === 0) return 0;
  const ranges = linesAt(file, windows, level);
  const shown = edited.filter((line) =>
    ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine),
  );
  return shown.length / edited.length;
}
