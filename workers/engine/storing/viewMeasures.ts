/** Measures of file views, valid as long as the content stays the same. */
import { viewKey } from '../../../src/core/views/viewRequest';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { FileToView, ViewedFile } from '../../compute/contract';
import type { KeptSummary, MeasuredViews, ViewMeasure, ViewsWanted } from '../contract';
import type { FileJob, FileJobs } from '../reading/fileJobs';
import { stampOf, type FileToRead } from '../reading/fileReading';
import type { KeptBytes } from '../reading/keptBytes';
import { createPackStore, type PackShelf } from '../../caches/packStore';
import type { SymbolCounts } from './symbolCounts';
import { packViews, unpackViews, type StoredViews } from './viewPack';
import type { WorkspaceIndex } from '../workspaceIndex';

/** Limit per file. Each selection of symbols or lines is another view; the oldest are dropped. */
const VIEWS_PER_FILE = 32;

export interface ViewMeasures {
  /** Resolves when measures of earlier visits are loaded. */
  ready(): Promise<void>;
  get(path: RepoPath, hash: ContentHash, key: string): ViewMeasure | undefined;
  set(path: RepoPath, hash: ContentHash, measures: readonly ViewMeasure[]): void;
  /** Forgets files that are no longer in the folder. */
  keepOnly(isListed: (path: RepoPath) => boolean): void;
  /** Stores new measures for the next visit. */
  flush(): Promise<void>;
}

/**
 * The measures in one encoding. Without a shelf, none are stored. Measures of views with a summary are valid while
 * `keptSummaries` lists that summary.
 */
export function createViewMeasures(
  shelf: PackShelf | undefined,
  keptSummaries: () => Promise<readonly KeptSummary[]>,
): ViewMeasures {
  const store = createPackStore<StoredViews>(shelf, { pack: packViews, unpack: unpackViews });
  const byPath = new Map<
    RepoPath,
    { readonly hash: ContentHash; readonly byKey: Map<string, ViewMeasure> }
  >();
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const [files, kept] = await Promise.all([store.load(), keptSummaries()]);
    const summarized = new Set(
      kept
        .filter(({ current, written }) => current && written === '')
        .map(({ path, hash }) => `${hash} ${path}`),
    );
    for (const { path, hash, measures } of files) {
      if (byPath.has(path)) continue;
      const isKept = summarized.has(`${hash} ${path}`);
      take(path, hash, isKept ? measures : measures.filter(({ summary }) => summary === undefined));
    }
  }

  function take(
    path: RepoPath,
    hash: ContentHash,
    measures: readonly ViewMeasure[],
  ): Map<string, ViewMeasure> {
    const known = byPath.get(path);
    const byKey = known?.hash === hash ? known.byKey : new Map<string, ViewMeasure>();
    for (const measure of measures) {
      byKey.delete(measure.key);
      byKey.set(measure.key, measure);
    }
    for (const oldest of byKey.keys()) {
      if (byKey.size <= Math.max(VIEWS_PER_FILE, measures.length)) break;
      byKey.delete(oldest);
    }
    byPath.set(path, { hash, byKey });
    return byKey;
  }

  return {
    ready: () => (loading ??= load()),
    get(path, hash, key) {
      const known = byPath.get(path);
      return known?.hash === hash ? known.byKey.get(key) : undefined;
    },
    set(path, hash, measures) {
      const lasting = [...take(path, hash, measures).values()].filter(isLasting);
      if (lasting.length > 0) store.put({ path, hash, measures: lasting });
    },
    keepOnly: (isListed) => store.keepOnly(isListed),
    flush: () => store.flush(),
  };
}

/** Whether to store a measure. Errors may be temporary, and views with a model's summary are few. */
function isLasting({ key, summary, failed, passing }: ViewMeasure): boolean {
  return failed === undefined && passing === undefined && (summary === undefined || !key.includes(':by '));
}

export interface ViewMeasuring {
  readonly jobs: FileJobs;
  readonly index: WorkspaceIndex;
  readonly views: ViewMeasures;
  readonly encoding: TokenEncoding;
  readonly signal: AbortSignal;
  readonly symbolCounts: SymbolCounts;
  readonly keptBytes: KeptBytes;
  /** Counters to increase. */
  readonly hits: { viewsKept: number; viewsMeasured: number };
}

interface FileView extends FileToRead {
  readonly wanted: ViewsWanted;
}

/** Reads only files with unknown views. Unreadable files have no views. */
export async function measureViews(
  wanted: readonly ViewsWanted[],
  measuring: ViewMeasuring,
): Promise<readonly MeasuredViews[]> {
  await measuring.views.ready();
  const measured = new Map<RepoPath, MeasuredViews>();
  const unknown: FileView[] = [];
  for (const want of wanted) {
    const known = knownViews(want, measuring);
    measuring.hits[known === undefined ? 'viewsMeasured' : 'viewsKept'] += want.views.length;
    if (known !== undefined) measured.set(want.path, known);
    else unknown.push(fileToView(want, measuring));
  }
  const { finished } = await measuring.jobs.run(unknown, viewJob(measured, measuring));
  await finished;
  void measuring.views.flush();
  return wanted.map(({ path }) => measured.get(path) ?? { path, hash: undefined, views: [] });
}

/** Kept bytes are as reliable as the index, which is also trusted for known views. */
function fileToView(wanted: ViewsWanted, { index, keptBytes }: ViewMeasuring): FileView {
  const { path } = wanted;
  const record = index.record(path);
  if (record?.content.kind !== 'text') return { path, wanted };
  const { hash } = record.content;
  const bytes = keptBytes.get(path, hash);
  if (bytes === undefined) return { path, wanted };
  const stamp = stampOf(record);
  const file = { ...stamp, hash, read: () => Promise.resolve(bytes) };
  return { path, wanted, lookup: { kind: 'found', file, stamp } };
}

function knownViews(
  { path, views, symbols, text, symbolCount: isCountWanted, onlyParsed }: ViewsWanted,
  { index, views: known, symbolCounts }: ViewMeasuring,
): MeasuredViews | undefined {
  const content = index.record(path)?.content;
  if (symbols !== undefined || text !== undefined) return undefined;
  if (content?.kind === 'binary') return { path, hash: undefined, views: [] };
  if (content?.kind !== 'text') return undefined;
  const symbolCount = symbolCounts.get(path, content.hash);
  if ((isCountWanted ?? onlyParsed) && symbolCount === undefined) return undefined;
  if (onlyParsed && symbolCount === 'none') return { path, hash: content.hash, views: [], symbolCount };
  const measures: ViewMeasure[] = [];
  for (const view of views) {
    const measure = known.get(path, content.hash, viewKey(view));
    if (measure === undefined || measure.passing || measure.failed !== undefined) return undefined;
    measures.push(measure);
  }
  return { path, hash: content.hash, views: measures, ...(symbolCount !== undefined && { symbolCount }) };
}

function viewJob(
  measured: Map<RepoPath, MeasuredViews>,
  { encoding, signal, views, symbolCounts }: ViewMeasuring,
): FileJob<FileView, FileToView, readonly ViewedFile[]> {
  return {
    ...{ encoding, signal, urgent: true },
    viewsOf: ({ wanted }) => wanted.views,
    parses: () => true,
    send: ({ item: { wanted } }, file) => ({
      ...{ ...file, views: wanted.views },
      ...(wanted.symbols && { symbols: wanted.symbols }),
      ...(wanted.text && { text: wanted.text }),
      ...(wanted.symbolCount && { symbolCount: wanted.symbolCount }),
      ...(wanted.onlyParsed && { onlyParsed: wanted.onlyParsed }),
    }),
    call: (api, files, shelf) => api.measureViews(encoding, files, shelf),
    newsIn: (viewed) => viewed,
    done(batch, results) {
      for (const [at, { path }] of batch.entries()) {
        const viewed = results[at];
        if (viewed?.hash === undefined) continue;
        views.set(path, viewed.hash, viewed.views);
        const { hash, views: measures, symbols, text, symbolCount } = viewed;
        if (symbolCount !== undefined) symbolCounts.set(path, hash, symbolCount);
        measured.set(path, {
          ...{ path, hash, views: measures },
          ...(symbols && { symbols }),
          ...(text && { text }),
          ...(symbolCount !== undefined && { symbolCount }),
        });
      }
    },
    failed({ path }, problem) {
      if (problem.kind === 'failed')
        measured.set(path, { path, hash: undefined, views: [], failure: problem.reason });
    },
  };
}
