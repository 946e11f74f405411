/** Measures views of files. The pool renders those that are not known yet. */
import { viewKey } from '../../../src/core/views/viewRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { FileToView, ViewedFile } from '../../compute/contract';
import { viewsWanted } from '../../compute/viewsWanted';
import type { MeasuredViews, ViewMeasure, ViewsWanted } from '../documentContract';
import type { FileJob, FileJobs } from './fileJobs';
import type { FileToRead } from './fileReading';
import { withKeptBytes, type KeptBytes } from './keptBytes';
import type { SymbolCounts } from '../storing/symbolCounts';
import type { ViewMeasures } from '../storing/viewMeasures';
import type { WorkspaceIndex } from './workspaceIndex';

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
    else unknown.push({ ...withKeptBytes(want.path, measuring.index, measuring.keptBytes), wanted: want });
  }
  const { finished } = await measuring.jobs.run(unknown, viewJob(measured, measuring));
  await finished;
  void measuring.views.flush();
  return wanted.map(({ path }) => measured.get(path) ?? { path, hash: undefined, views: [] });
}

function knownViews(
  { path, views, symbols, text, symbolCount: isCountWanted, onlyParsed, summary }: ViewsWanted,
  { index, views: known, symbolCounts }: ViewMeasuring,
): MeasuredViews | undefined {
  const content = index.record(path)?.content;
  if ((symbols ?? text ?? summary) !== undefined) return undefined;
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
    viewsOf: ({ wanted }) => viewsWanted(wanted),
    parses: () => true,
    send: ({ item: { wanted } }, file) => ({
      ...{ ...file, views: wanted.views },
      ...(wanted.symbols && { symbols: wanted.symbols }),
      ...(wanted.text && { text: wanted.text }),
      ...(wanted.symbolCount && { symbolCount: wanted.symbolCount }),
      ...(wanted.onlyParsed && { onlyParsed: wanted.onlyParsed }),
      ...(wanted.summary !== undefined && { summary: wanted.summary }),
    }),
    call: (api, files, shelf) => api.measureViews(encoding, files, shelf),
    newsIn: (viewed) => viewed,
    done(batch, results) {
      for (const [at, { path }] of batch.entries()) {
        const viewed = results[at];
        if (viewed?.hash === undefined) continue;
        views.set(path, viewed.hash, viewed.views);
        const { hash, views: measures, symbols, text, symbolCount, summary } = viewed;
        if (symbolCount !== undefined) symbolCounts.set(path, hash, symbolCount);
        measured.set(path, {
          ...{ path, hash, views: measures },
          ...(symbols && { symbols }),
          ...(text && { text }),
          ...(symbolCount !== undefined && { symbolCount }),
          ...(summary !== undefined && { summary }),
        });
      }
    },
    failed({ path }, problem) {
      if (problem.kind === 'failed')
        measured.set(path, { path, hash: undefined, views: [], failure: problem.reason });
    },
  };
}
