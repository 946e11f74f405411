/** What views of the workspace's files measure, as long as their content stays what it was. */
import { transfer } from 'comlink';
import { viewKey } from '../../src/core/views/viewRequest';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { FileToView, ViewedFile } from '../compute/contract';
import { filesApart, runApart } from './batches';
import type { ComputePool } from './computePool';
import type { ByteBudget } from './concurrency';
import type { KeptSummary, MeasuredViews, ViewMeasure, ViewsWanted } from './contract';
import { readAsOf, readFile, readInBatches, stampOf, type FileToRead, type ReadItem } from './fileReading';
import type { FolderReader } from './folders/folderReader';
import type { KeptBytes } from './keptBytes';
import type { Outbox } from './outbox';
import { createPackStore, type PackShelf } from '../caches/packStore';
import type { Quarantine } from './quarantine';
import type { Summarizing } from './summarizing';
import type { SymbolCounts } from './symbolCounts';
import { packViews, unpackViews, type StoredViews } from './viewPack';
import type { WorkspaceIndex } from './workspaceIndex';

/** Every other choice of symbols or lines is a view of its own; the oldest go. */
const VIEWS_PER_FILE = 32;

export interface ViewMeasures {
  /** Resolves when what an earlier visit measured is known. */
  ready(): Promise<void>;
  get(path: RepoPath, hash: ContentHash, key: string): ViewMeasure | undefined;
  set(path: RepoPath, hash: ContentHash, measures: readonly ViewMeasure[]): void;
  /** Forgets files that are not in the folder any more. */
  keepOnly(isListed: (path: RepoPath) => boolean): void;
  /** Writes what is new for the next visit. */
  flush(): Promise<void>;
}

/**
 * The measures in one encoding. Without a shelf none are kept. Those of views that show a summary stand as long as the
 * summary is kept, which `keptSummaries` tells.
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

/** An error may not come again, and summaries by a model are few. */
function isLasting({ key, summary, failed, passing }: ViewMeasure): boolean {
  return failed === undefined && passing === undefined && (summary === undefined || !key.includes(':by '));
}

export interface ViewMeasuring {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly budget: ByteBudget;
  readonly index: WorkspaceIndex;
  readonly views: ViewMeasures;
  readonly outbox: Outbox;
  readonly encoding: TokenEncoding;
  readonly signal: AbortSignal;
  readonly summarizing: Summarizing;
  readonly quarantine: Quarantine;
  readonly symbolCounts: SymbolCounts;
  readonly keptBytes: KeptBytes;
  /** Counted up. */
  readonly hits: { viewsKept: number; viewsMeasured: number };
}

interface FileView extends FileToRead {
  readonly wanted: ViewsWanted;
  /** Of the bytes, where they are those that were counted. */
  readonly hash?: ContentHash;
}

/** What is known already is not read again. A file that cannot be read has no views. */
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
  const { finished } = await readInBatches(unknown, {
    reader: measuring.reader,
    budget: measuring.budget,
    signal: measuring.signal,
    fail: ({ path }, problem) => {
      if (problem.kind === 'failed') measured.set(path, failed(path, problem.reason));
    },
    run: (batch) => runBatch(batch, measured, measuring),
  });
  await finished;
  void measuring.views.flush();
  return wanted.map(({ path }) => measured.get(path) ?? { path, hash: undefined, views: [] });
}

function failed(path: RepoPath, failure: string): MeasuredViews {
  return { path, hash: undefined, views: [], failure };
}

/** Bytes that are kept are as good as the index is, which is trusted where views are known, too. */
function fileToView(wanted: ViewsWanted, { index, keptBytes }: ViewMeasuring): FileView {
  const { path } = wanted;
  const record = index.record(path);
  if (record?.content.kind !== 'text') return { path, wanted };
  const { content } = record;
  const bytes = keptBytes.get(path, content.hash);
  if (bytes === undefined) return { path, wanted };
  const stamp = stampOf(record);
  const file = { ...stamp, read: () => Promise.resolve(bytes) };
  return { path, wanted, hash: content.hash, lookup: { kind: 'found', file, stamp } };
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

function runBatch(
  batch: readonly ReadItem<FileView>[],
  measured: Map<RepoPath, MeasuredViews>,
  { reader, pool, encoding, signal, views, outbox, summarizing, quarantine, symbolCounts }: ViewMeasuring,
): Promise<void> {
  return runApart<ReadItem<FileView>, readonly ViewedFile[]>(batch, {
    ...filesApart<FileView>({ reader, outbox }),
    run(items) {
      const files = items.map(({ path, bytes, stamp, item: { wanted, hash } }): FileToView => ({
        ...{ path, bytes, views: wanted.views },
        ...(hash !== undefined && { hash }),
        ...(wanted.symbols && { symbols: wanted.symbols }),
        ...(wanted.text && { text: wanted.text }),
        ...readAsOf(stamp),
        ...quarantine.mark(path, stamp),
        ...(wanted.symbolCount && { symbolCount: wanted.symbolCount }),
        ...(wanted.onlyParsed && { onlyParsed: wanted.onlyParsed }),
      }));
      const buffers = files.map(({ bytes }) => bytes);
      const bytes = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
      const { shelf } = summarizing;
      return summarizing.inTurn(
        files,
        () => {
          const marked = files.map((file) => ({ ...file, ...summarizing.mark(file.path) }));
          return pool.run({
            ...{ encoding, bytes, urgent: true, signal },
            call: (api) => api.measureViews(encoding, transfer(marked, buffers), shelf),
          });
        },
        (viewed) => viewed,
      );
    },
    done(items, results) {
      for (const [at, { path }] of items.entries()) {
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
    async readAgain(item) {
      const read = await readFile(reader, item.path);
      if (read.kind !== 'read') return undefined;
      const { path, wanted } = item.item;
      return { ...item, item: { path, wanted }, bytes: read.bytes, stamp: read.stamp };
    },
    lost: () => Promise.resolve(),
    spare: ({ path, stamp }, reason) => quarantine.add(path, stamp, reason),
    setAside({ path }, reason) {
      measured.set(path, failed(path, `set aside: ${reason}`));
      return Promise.resolve();
    },
  });
}
