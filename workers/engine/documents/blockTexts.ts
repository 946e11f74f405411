/** Reads lines of blocks for the screen, and searches them. The compute workers hold the files' texts. */
import { transfer } from 'comlink';
import { viewKey, type ViewRequest } from '../../../src/core/views/viewRequest';
import type { BlockSource, FileSource } from '../../../src/core/document/block';
import type { FileContent } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { bodyLinesOf, sliceLines, type BodyLines } from '../../compute/bodyLines';
import type { LineMatch, LinesRead, TextRequest } from '../../compute/contract';
import { noticeBody, type NoText } from '../../compute/notices';
import { searchBody } from '../../compute/searchBody';
import type { ComputePool } from '../computePool';
import type { BlockLines, SearchMatch, SearchResult } from '../documentContract';
import type { FileJob, FileJobs } from '../reading/fileJobs';
import { isSameStamp, stampKey, type FileStamp } from '../folders/fileStamp';
import { readFile, type FileToRead } from '../reading/fileReading';
import type { FolderReader } from '../folders/folderReader';
import type { KeptTexts } from './keptTexts';
import type { Quarantine } from '../reading/quarantine';
import { WorkerDied } from '../runningWorker';
import type { Summarizing } from '../storing/summarizing';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

export interface BlockTextsContext {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly jobs: FileJobs;
  readonly index: WorkspaceIndex;
  readonly texts: KeptTexts;
  readonly encoding: TokenEncoding;
  readonly summarizing: Summarizing;
  readonly quarantine: Quarantine;
  /** Called for a file that differs from the index. */
  outdated(path: RepoPath): void;
}

const BLOCKS_PER_BATCH = 64;

export async function readBlockLines(
  source: BlockSource,
  from: number,
  to: number,
  context: BlockTextsContext,
): Promise<BlockLines> {
  const held = linesHere(source, context);
  if (held !== undefined) return sliceLines(held, from, to);
  const { path, view } = source as FileSource; // texts have their lines here
  const { pool, encoding, summarizing, index, reader, outdated } = context;
  const known = await unlessDead(() =>
    pool.run({
      ...{ encoding, bytes: 0, urgent: true, stickyKey: path },
      call: (api) =>
        api.readLines({ key: keyOf(path, view, context), path, view }, from, to, summarizing.shelf),
    }),
  );
  if (known !== undefined) return known.lines;

  const read = await readFile(reader, path);
  const noticeLines = (problem: NoText): BlockLines =>
    sliceLines(bodyLinesOf(noticeBody(path, problem)), from, to);
  if (read.kind !== 'read') {
    outdated(path);
    return noticeLines(read);
  }
  const record = index.record(path);
  if (record !== undefined && !isSameStamp(read.stamp, record)) outdated(path);
  let lines: BlockLines = { texts: [], cut: [] };
  await context.jobs.runRead([{ item: { path, view }, path, bytes: read.bytes, stamp: read.stamp }], {
    ...textJob<FileToShow>(context),
    stickyKey: path,
    call: (api, [text], shelf) =>
      text === undefined
        ? Promise.resolve(undefined)
        : api.readLines(transfer(text, [text.bytes.buffer]), from, to, shelf),
    newsIn: (shown: LinesRead | undefined) => [shown],
    done(_, shown) {
      lines = shown?.lines ?? lines;
    },
    failed(_, problem) {
      lines = noticeLines(problem);
    },
  });
  return lines;
}

interface FileToShow extends FileToRead {
  readonly view: ViewRequest;
}

type SentText = TextRequest & Required<Pick<TextRequest, 'bytes'>>;

/** The common part of all jobs on block texts. */
function textJob<T extends FileToShow>(
  context: BlockTextsContext,
): Pick<FileJob<T, SentText, never>, 'encoding' | 'urgent' | 'viewsOf' | 'send'> {
  return {
    ...{ encoding: context.encoding, urgent: true },
    viewsOf: ({ view }) => [view],
    send: ({ stamp, item: { path, view } }, file) => ({
      ...{ ...file, view, key: stampedKey({ path, view, stamp }, context) },
    }),
  };
}

/** Searches blocks in order, until there are more matches than requested. */
export async function searchBlocks(
  sources: readonly BlockSource[],
  query: string,
  limit: number,
  signal: AbortSignal,
  context: BlockTextsContext,
): Promise<SearchResult> {
  const matches: SearchMatch[] = [];
  const batches = Math.ceil(sources.length / BLOCKS_PER_BATCH);
  const wave = context.pool.size * 2;
  for (let first = 0; first < batches && matches.length <= limit; first += wave) {
    const starts = Array.from(
      { length: Math.min(wave, batches - first) },
      (_, at) => (first + at) * BLOCKS_PER_BATCH,
    );
    const found = await Promise.all(
      starts.map(async (start) => {
        const batch = sources.slice(start, start + BLOCKS_PER_BATCH);
        const inBatch = await searchBatch(batch, query, limit + 1, signal, context);
        return inBatch.map(({ block, ...match }) => ({ block: start + block, ...match }));
      }),
    );
    signal.throwIfAborted();
    for (const match of found.flat()) matches.push(match);
  }
  return { matches: matches.slice(0, limit), more: matches.length > limit };
}

interface FileBlock extends FileToShow {
  readonly block: number;
}

async function searchBatch(
  sources: readonly BlockSource[],
  query: string,
  limit: number,
  signal: AbortSignal,
  context: BlockTextsContext,
): Promise<readonly SearchMatch[]> {
  const found: (readonly LineMatch[])[] = [];
  const files: FileBlock[] = [];
  for (const [block, source] of sources.entries()) {
    const here = linesHere(source, context);
    if (here !== undefined) found[block] = searchBody(here, query, limit);
    else if (source.kind === 'file') files.push({ path: source.path, view: source.view, block });
  }
  const stickyKey = `search ${files[0]?.path ?? ''}`;
  const absent = await searchHeld(files, found, { query, limit, signal, stickyKey }, context);
  const { finished } = await context.jobs.run(absent, {
    ...textJob<FileBlock>(context),
    ...{ signal, stickyKey },
    call: (api, texts, shelf) => api.search(texts, query, limit, shelf),
    newsIn: (results) => results,
    done(batch, results) {
      for (const [at, { item }] of batch.entries()) found[item.block] = results[at]?.matches ?? [];
    },
    failed({ path }, problem) {
      if (!(problem.kind === 'failed' && problem.isSetAside)) context.outdated(path);
    },
  });
  await finished;
  return found.flatMap((matches, block) => matches.map((match) => ({ block, ...match }))).slice(0, limit);
}

interface Search {
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly stickyKey: string;
}

/** Searches the texts that the worker still holds. Returns the files it does not hold. */
async function searchHeld(
  files: readonly FileBlock[],
  found: (readonly LineMatch[])[],
  { query, limit, signal, stickyKey }: Search,
  context: BlockTextsContext,
): Promise<readonly FileBlock[]> {
  if (files.length === 0) return [];
  const { pool, encoding, summarizing } = context;
  const texts = files.map(({ path, view }) => ({ key: keyOf(path, view, context), path, view }));
  const held = await unlessDead(() =>
    pool.run({
      ...{ encoding, bytes: 0, urgent: true, signal, stickyKey },
      call: (api) => api.search(texts, query, limit, summarizing.shelf),
    }),
  );
  return files.filter(({ block }, at) => {
    const matches = held?.[at]?.matches;
    if (matches !== undefined) found[block] = matches;
    return matches === undefined;
  });
}

/** Undefined if the worker died. Its texts can be read again. */
async function unlessDead<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof WorkerDied) return undefined;
    throw error;
  }
}

/** The lines of bodies that need no file: text blocks, and notices for files without text. */
function linesHere(source: BlockSource, { texts, index }: BlockTextsContext): BodyLines | undefined {
  if (source.kind === 'text') return texts.lines(source.key) ?? bodyLinesOf('');
  const { path, view } = source;
  if (view.mode === 'none') return bodyLinesOf(noticeBody(path, { kind: 'excluded' }));
  const record = index.record(path);
  const problem = record && withoutText(record.content, record.size);
  return problem && bodyLinesOf(noticeBody(path, problem));
}

/** Undefined for files with text. */
export function withoutText(content: FileContent, size: number): NoText | undefined {
  switch (content.kind) {
    case 'text':
      return undefined;
    case 'binary':
      return { kind: 'binary', reason: content.reason, size };
    case 'failed':
      return { kind: 'failed', reason: content.reason };
    case 'missing':
      return { kind: 'missing' };
    case 'unread':
      return { kind: 'unread', reason: content.reason };
  }
}

function keyOf(path: RepoPath, view: ViewRequest, context: BlockTextsContext): string {
  const record = context.index.record(path);
  return record === undefined ? path : stampedKey({ path, view, stamp: record }, context);
}

/** The key includes how the file is parsed, which may affect its lines. */
function stampedKey(
  { path, view, stamp }: { readonly path: RepoPath; readonly view: ViewRequest; readonly stamp: FileStamp },
  { quarantine }: BlockTextsContext,
): string {
  const { unparsed, patience = 'usual' } = quarantine.mark(path, stamp);
  const parsing = unparsed === undefined ? patience : 'unparsed';
  return `${stampKey(stamp)}/${parsing}/${viewKey(view)}/${path}`;
}
