/** Measures files: looks up sizes and times, then reads unknown files, which the pool counts. */
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { FileContent } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { FileBytes } from '../../compute/contract';
import { noticeBody, type NoText } from '../../compute/notices';
import type { ComputePool } from '../computePool';
import type { FileJob, FileJobs, JobProblem } from './fileJobs';
import { lookUpFile, type FileToRead } from './fileReading';
import { isSameStamp, stampOf, type FileStamp } from '../folders/fileStamp';
import type { FolderReader } from '../folders/folderReader';
import type { StoredFile } from '../storing/indexPack';
import type { KeptBytes } from './keptBytes';
import type { PackStore } from '../../caches/packStore';
import type { WorkspaceIndex } from './workspaceIndex';

export interface Measuring {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly jobs: FileJobs;
  readonly encoding: TokenEncoding;
  readonly index: WorkspaceIndex;
  readonly store: PackStore<StoredFile>;
  readonly keptBytes: KeptBytes;
  /** Files to read regardless of size, because the user requested them. */
  readonly wanted: ReadonlySet<RepoPath>;
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  readonly events: MeasureEvents;
}

export interface MeasureEvents {
  /** Called with the number of files that need nothing more. */
  onProgress?(done: number): void;
  /** Called for each file that has been read, before it is counted. */
  onRead?(): void;
}

/** Larger files are read only on request. */
const LARGE_FILE = 32_000_000;
const BYTES_PER_TOKEN = 4;
const BYTES_PER_LINE = 40;

/** Updates the index's records of these files from the folder. */
export async function measurePaths(paths: readonly RepoPath[], measuring: Measuring): Promise<void> {
  const settled: Settled[] = [];
  let done = 0;
  const finished = (without?: Settled): void => {
    if (without !== undefined) settled.push(without);
    done += 1;
    if (paths.length > 0) measuring.events.onProgress?.(done); // on a slow disk, the first file takes a while
  };
  measuring.events.onProgress?.(done);
  await measuring.jobs.runInRounds(
    paths,
    async (path) => {
      const step = await firstLook(path, measuring);
      if (step.kind === 'read') return step.file;
      finished(step.kind === 'without-text' ? step.settled : undefined);
      return undefined;
    },
    countingJob(measuring, finished),
    () => settleWithoutText(settled.splice(0), measuring),
  );
}

/** The content of a file that need not be read. */
interface Settled {
  readonly path: RepoPath;
  readonly stamp: FileStamp | undefined;
  readonly problem: Exclude<NoText, { kind: 'binary' | 'excluded' }>;
  /** Whether to store the content, because reading the file again would give the same result. */
  readonly lasting?: boolean;
}

type FirstLook =
  | { readonly kind: 'known' }
  | { readonly kind: 'without-text'; readonly settled: Settled }
  | { readonly kind: 'read'; readonly file: FileToRead };

async function firstLook(path: RepoPath, { reader, index, wanted }: Measuring): Promise<FirstLook> {
  const lookup = await lookUpFile(reader, path);
  if (lookup.kind !== 'found') return { kind: 'without-text', settled: settledBy(path, lookup) };
  const { stamp } = lookup;
  const record = index.record(path);
  if (record !== undefined && isSameStamp(record, stamp)) {
    const stands = record.content.kind === 'text' || record.content.kind === 'binary';
    if (stands || (record.content.kind === 'failed' && !record.checked)) {
      if (!record.checked) index.setRecord(path, { ...record, checked: true });
      return { kind: 'known' };
    }
  }
  if (stamp.size > LARGE_FILE && !wanted.has(path)) {
    const reason = `${Math.round(stamp.size / 1_000_000)} MB: read only when it is wanted`;
    return { kind: 'without-text', settled: { path, stamp, problem: { kind: 'unread', reason } } };
  }
  return { kind: 'read', file: { path, lookup } };
}

function countingJob(
  measuring: Measuring,
  finished: (without?: Settled) => void,
): FileJob<FileToRead, FileBytes, readonly FileContent[]> {
  const { encoding, signal, urgent, keptBytes, events } = measuring;
  return {
    ...{ encoding, signal, urgent },
    viewsOf: () => [],
    send({ path, bytes }, file) {
      keptBytes.put(path, bytes);
      events.onRead?.();
      return file;
    },
    call: (api, files) => api.index(encoding, files),
    done(batch, contents) {
      for (const [at, { path, stamp }] of batch.entries()) {
        const content = contents[at];
        if (content !== undefined) record(path, stamp, content, measuring);
        keptBytes.settle(path, content?.kind === 'text' ? content.hash : undefined);
        finished();
      }
    },
    failed(item, problem) {
      finished(settledBy(item.path, problem));
    },
  };
}

/** Counts the notices that the document shows for these files. */
async function settleWithoutText(settled: readonly Settled[], measuring: Measuring): Promise<void> {
  const { pool, encoding, signal, urgent } = measuring;
  const noticed = settled.filter(({ problem }) => problem.kind !== 'unread');
  const bodies = noticed.map(({ path, problem }) => noticeBody(path, problem));
  const measures =
    bodies.length === 0
      ? []
      : await pool.run({
          encoding,
          bytes: 0,
          urgent,
          signal,
          call: (api) => api.measureBodies(encoding, bodies),
        });
  const measureByPath = new Map(noticed.map(({ path }, at) => [path, measures[at]]));
  for (const { path, stamp = NO_STAMP, problem, lasting } of settled) {
    const block = measureByPath.get(path) ?? estimate(stamp.size);
    record(path, stamp, contentOf(problem, stamp.size, block), measuring, lasting);
  }
}

const NO_STAMP: FileStamp = { size: 0, modified: 0 };

function contentOf(problem: Settled['problem'], size: number, block: BlockMeasure): FileContent {
  switch (problem.kind) {
    case 'unread':
      return { kind: 'unread', reason: problem.reason, tokens: Math.ceil(size / BYTES_PER_TOKEN), block };
    case 'failed':
      return { kind: 'failed', reason: problem.reason, block };
    case 'missing':
      return { kind: 'missing', block };
  }
}

function estimate(size: number): BlockMeasure {
  const tokens = Math.ceil(size / BYTES_PER_TOKEN);
  return { tokens, tokensAsLast: tokens, bytes: size, lines: Math.ceil(size / BYTES_PER_LINE) };
}

function settledBy(path: RepoPath, problem: JobProblem): Settled {
  if (problem.kind === 'missing') return { path, stamp: undefined, problem: { kind: 'missing' } };
  const { reason, stamp, isSetAside } = problem;
  return { path, stamp, problem: { kind: 'failed', reason }, ...(isSetAside && { lasting: true }) };
}

function record(
  path: RepoPath,
  stamp: FileStamp,
  content: FileContent,
  { index, store }: Measuring,
  lasting = content.kind === 'text' || content.kind === 'binary',
): void {
  const known = { ...stampOf(stamp), content };
  index.setRecord(path, { ...known, checked: true });
  // Left-out files are not on the first screen of the next visit, so they are not stored.
  if (lasting && index.entries.get(path)?.leftOut === undefined) store.put({ path, ...known });
  else store.remove(path);
}
