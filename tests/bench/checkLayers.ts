/**
 * `--check layers`: replays git histories as chats, a turn for each commit, and measures how much of each document repeats the one
 * before, in each order of its blocks.
 */
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import { compareRepoPaths, type RepoPath } from '../../src/core/files/repoPath';
import { afterTurn, NO_LAYERS } from '../../src/core/tiers/layers';
import { arrangeBlocks } from '../../src/core/tiers/stableOrder';
import type { TierItem } from '../../src/core/tiers/tier';
import { NEW_TRACKER, stepTracker } from '../../src/core/tiers/tracker';
import { createTokenCounter } from '../../src/core/tokens/counter';
import { git } from '../readback/git';
import { percent, tableText } from './tables';

const SESSIONS = 5;
const TURNS = 45;
/** A turn shows the files of the commits around it, as somebody does who works on them. */
const COMMITS_BEFORE = 5;
const COMMITS_AFTER = 2;
const MOST_FILES = 60;
const LARGEST_FILE = 200_000;
/** For models whose smallest cacheable prefix has 1,024 tokens. */
const TARGET = 1_536;

const ORDERS = ['by section', 'classic tiers', 'most stable first'] as const;
type Order = (typeof ORDERS)[number];

/** Costs of a token that is read from a provider's cache, and of one that is written to it. */
const PRICES = { read: 0.1, write: 1.25 };

export interface LayerFigures {
  readonly repository: string;
  readonly sessions: number;
  /** Mean share of a document in the prefix that the last one has as well, over the sessions. */
  readonly unchanged: Readonly<Record<Order, number>>;
  /** Tokens of all documents after the first, and of the updates that would replace them. */
  readonly whole: number;
  readonly changes: number;
}

export function checkLayers(repositories: readonly string[]): readonly LayerFigures[] {
  return repositories.map((repository) => {
    const sessions = sessionsOf(repository).map((commits) => replay(repository, commits));
    const mean = (order: Order): number =>
      sessions.reduce((sum, { unchanged }) => sum + unchanged[order], 0) / Math.max(1, sessions.length);
    return {
      ...{ repository, sessions: sessions.length },
      unchanged: byOrder(mean),
      whole: sessions.reduce((sum, { whole }) => sum + whole, 0),
      changes: sessions.reduce((sum, { changes }) => sum + changes, 0),
    };
  });
}

export function layersText(figures: readonly LayerFigures[]): string {
  const sessions = figures.reduce((sum, each) => sum + each.sessions, 0);
  const mean = (order: Order): number =>
    figures.reduce((sum, each) => sum + each.unchanged[order] * each.sessions, 0) / Math.max(1, sessions);
  const whole = figures.reduce((sum, each) => sum + each.whole, 0);
  const changes = figures.reduce((sum, each) => sum + each.changes, 0);
  const rows = [
    ...figures.map(
      (each) => [each.repository.split('/').findLast((part) => part !== 'repo') ?? '', each] as const,
    ),
    ['all', { sessions, unchanged: byOrder(mean), whole, changes }] as const,
  ].map(([name, each]) => [
    name,
    String(each.sessions),
    ...ORDERS.map((order) => percent(each.unchanged[order], 1, 1)),
    percent(each.changes, each.whole, 1),
  ]);
  const costs = ORDERS.map((order) => [
    order,
    percent(mean(order) * PRICES.read + (1 - mean(order)) * PRICES.write, 1, 1),
  ]);
  return [
    tableText(['unchanged prefix', 'sessions', ...ORDERS, 'tokens of an update'], rows),
    tableText(['cost with a warm cache, of uncached input', ''], costs),
  ].join('\n\n');
}

function byOrder<T>(make: (order: Order) => T): Readonly<Record<Order, T>> {
  return Object.fromEntries(ORDERS.map((order) => [order, make(order)])) as Record<Order, T>;
}

/** Commits along first parents, oldest first, in sessions spread evenly over the history. */
function sessionsOf(repository: string): readonly (readonly string[])[] {
  const log = git(repository, ['log', '--first-parent', '--no-merges', '--reverse', '--format=%H']);
  const commits = log.split('\n').filter((each) => each !== '');
  const length = COMMITS_BEFORE + TURNS + COMMITS_AFTER;
  const most = Math.min(SESSIONS, Math.floor(commits.length / length));
  return Array.from({ length: most }, (_, at) => {
    const start = most < 2 ? 0 : Math.floor((at * (commits.length - length)) / (most - 1));
    return commits.slice(start, start + length);
  });
}

interface Replayed {
  readonly unchanged: Readonly<Record<Order, number>>;
  readonly whole: number;
  readonly changes: number;
}

function replay(repository: string, commits: readonly string[]): Replayed {
  const touched = commits.map((commit) => touchedBy(repository, commit));
  const shares = byOrder<number[]>(() => []);
  const last = { tracker: NEW_TRACKER, layers: NO_LAYERS, printed: byOrder<readonly TierItem[]>(() => []) };
  const messages: TierItem[] = [];
  let [whole, changes] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const at = turn + COMMITS_BEFORE;
    const commit = commits[at] ?? '';
    const files = filesAt(repository, commit, touched.slice(turn, at + COMMITS_AFTER + 1).flat());
    const items = [...files, ...messages];
    const task = countOf(messageOf(repository, commits[at + 1] ?? commit));
    const tracked = stepTracker(last.tracker, items, {
      ...{ target: TARGET, references: [], inFull: new Set(files.map(({ key }) => key)) },
    }).tracker;
    const arranged = arrangeBlocks(last.layers, items);
    const printed: Record<Order, readonly TierItem[]> = {
      'by section': items,
      'classic tiers': tracked.items,
      'most stable first': arranged.items,
    };
    const total = items.reduce((sum, { tokens }) => sum + tokens, task);
    if (turn > 0) {
      for (const order of ORDERS)
        shares[order].push(tokensIn(commonPrefix(last.printed[order], printed[order])) / total);
      whole += total;
      changes +=
        task + updateTokens(repository, [commits[at - 1] ?? '', commit], [last.printed['by section'], items]);
    }
    const answer = (kept(repository, ['show', '--format=', '-U3', commits[at + 1] ?? commit]) ?? '').slice(
      0,
      8_000,
    );
    const layers = afterTurn(last.layers, items, { printed: arranged.items.map(({ key }) => key) });
    Object.assign(last, { tracker: tracked, layers, printed });
    messages.push(message(`${turn} question`, task), message(`${turn} answer`, countOf(answer)));
  }
  return {
    ...{ whole, changes },
    unchanged: byOrder(
      (order) => shares[order].reduce((sum, share) => sum + share, 0) / shares[order].length,
    ),
  };
}

function message(id: string, tokens: number): TierItem {
  return { key: `history:${id}`, kind: 'history', hash: '', tokens };
}

function tokensIn(items: readonly TierItem[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}

function commonPrefix(before: readonly TierItem[], now: readonly TierItem[]): readonly TierItem[] {
  const end = now.findIndex(({ key, hash }, at) => before[at]?.key !== key || before[at].hash !== hash);
  return end < 0 ? now : now.slice(0, end);
}

/** Tokens of an update: a line for each removed or changed file, new blocks, and a diff of each changed one if that is shorter than half. */
function updateTokens(
  repository: string,
  [from, to]: readonly [string, string],
  [before, now]: readonly [readonly TierItem[], readonly TierItem[]],
): number {
  const old = new Map(before.map((item) => [item.key, item]));
  const keys = new Set(now.map(({ key }) => key));
  const lines = before.filter(({ key }) => !keys.has(key)).map(({ key }) => `- removed ${key}`);
  let sum = 0;
  for (const { key, hash, tokens } of now) {
    const known = old.get(key);
    if (known?.hash === hash) continue;
    lines.push(`- ${known === undefined ? 'added' : 'changed'} ${key}`);
    const path = key.slice('file:'.length);
    const text = known && kept(repository, ['diff', '-U3', from, to, '--', path]);
    const diff = text === undefined ? Infinity : countOf(text);
    sum += diff * 2 < tokens ? diff : tokens;
  }
  return sum + countOf(lines.join('\n'));
}

function touchedBy(repository: string, commit: string): readonly string[] {
  const tree = ['diff-tree', '--root', '--no-commit-id', '--name-only', '-r', '-z', commit];
  return git(repository, tree)
    .split('\0')
    .filter((path) => path !== '');
}

const filesByCommit = new Map<string, ReadonlyMap<string, string>>();

/** The texts among these files as they are at a commit, in document order. */
function filesAt(repository: string, commit: string, paths: readonly string[]): readonly TierItem[] {
  const blobs = filesByCommit.get(commit) ?? blobsAt(repository, commit);
  filesByCommit.clear();
  filesByCommit.set(commit, blobs);
  const shown = [...new Set(paths)].filter((path) => blobs.has(path)).slice(-MOST_FILES) as RepoPath[]; // as git names them
  return shown.sort(compareRepoPaths).flatMap((path): readonly TierItem[] => {
    const hash = blobs.get(path) ?? '';
    const tokens = tokensOfBlob(repository, hash);
    return tokens === undefined ? [] : [{ key: `file:${path}`, kind: 'file', hash, tokens }];
  });
}

/** Hashes of files by path. */
function blobsAt(repository: string, commit: string): ReadonlyMap<string, string> {
  const entries = git(repository, ['ls-tree', '-r', '-z', commit]).split('\0');
  return new Map(
    entries.flatMap((entry) => {
      const [, hash = '', path = ''] = /^100\d+ blob ([0-9a-f]+)\t([^]*)$/.exec(entry) ?? [];
      return path === '' ? [] : [[path, hash] as const];
    }),
  );
}

const tokensByBlob = new Map<string, number | undefined>();

/** Undefined for a file that is no text, or too large. */
function tokensOfBlob(repository: string, hash: string): number | undefined {
  if (tokensByBlob.has(hash)) return tokensByBlob.get(hash);
  const text = kept(repository, ['cat-file', 'blob', hash]);
  const isShown = text !== undefined && !text.includes('\0') && text.length <= LARGEST_FILE;
  const tokens = isShown ? countOf(text) : undefined;
  tokensByBlob.set(hash, tokens);
  return tokens;
}

/** Undefined if the clone lacks a file. */
function kept(repository: string, args: readonly string[]): string | undefined {
  try {
    return git(repository, args);
  } catch {
    return undefined; // Partial clones lack files.
  }
}

function messageOf(repository: string, commit: string): string {
  return git(repository, ['log', '-1', '--format=%B', commit]);
}

let counter: ReturnType<typeof createTokenCounter> | undefined;

function countOf(text: string): number {
  counter ??= createTokenCounter('o200k_base', buildVocabulary('o200k_base'));
  return counter.count(text);
}
