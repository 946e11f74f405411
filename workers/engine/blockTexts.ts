/** Lines of blocks for the screen, and the search in them. Texts of files are looked at in the compute workers. */
import { transfer } from 'comlink';
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import type { BlockSource, FileSource } from '../../src/core/document/block';
import type { FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { needsFacts } from '../../src/core/views/registry';
import { bodyLinesOf, sliceLines, type BodyLines } from '../compute/bodyLines';
import type { LineMatch, TextRequest } from '../compute/contract';
import { noticeBody, type NoText } from '../compute/notices';
import { searchBody } from '../compute/searchBody';
import { filesApart, runApart } from './batches';
import type { ComputePool } from './computePool';
import type { ByteBudget } from './concurrency';
import type { BlockLines, SearchMatch, SearchResult } from './contract';
import {
  isSameStamp,
  readAsOf,
  readFile,
  readInBatches,
  stampKey,
  type FileStamp,
  type FileToRead,
  type ReadItem,
} from './fileReading';
import type { FolderReader } from './folders/folderReader';
import type { KeptTexts } from './keptTexts';
import type { Outbox } from './outbox';
import type { Quarantine } from './quarantine';
import { WorkerDied } from './runningWorker';
import type { Summarizing } from './summarizing';
import type { WorkspaceIndex } from './workspaceIndex';

export interface BlockTextsContext {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly budget: ByteBudget;
  readonly index: WorkspaceIndex;
  readonly texts: KeptTexts;
  readonly encoding: TokenEncoding;
  readonly summarizing: Summarizing;
  readonly quarantine: Quarantine;
  readonly outbox: Outbox;
  /** A file is not what the index says any more. */
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
  const known = await askForLines({ key: keyOf(path, view, context), path, view }, from, to, context);
  if (known !== undefined) return known;

  const read = await readFile(context.reader, path);
  const record = context.index.record(path);
  if (read.kind !== 'read') {
    context.outdated(path);
    return sliceLines(bodyLinesOf(noticeBody(path, read)), from, to);
  }
  if (record !== undefined && !isSameStamp(read.stamp, record)) context.outdated(path);
  let lines: BlockLines = { texts: [], cut: [] };
  const showNotice = (problem: NoText): Promise<void> => {
    lines = sliceLines(bodyLinesOf(noticeBody(path, problem)), from, to);
    return Promise.resolve();
  };
  await runApart<ReadItem<FileToShow>, BlockLines | undefined>(
    [{ item: { path, view }, path, bytes: read.bytes, stamp: read.stamp }],
    {
      ...filesApart<FileToShow>(context),
      spare: (item, reason) => spare(item, reason, context),
      run: async ([item]) => item && askForLines(sentText(item, context), from, to, context),
      done(_, read) {
        lines = read ?? lines;
      },
      lost: () => showNotice({ kind: 'missing' }),
      setAside: (_, reason) => showNotice({ kind: 'failed', reason: `set aside: ${reason}` }),
    },
  );
  return lines;
}

interface FileToShow extends FileToRead {
  readonly view: ViewRequest;
}

function spare(
  { path, stamp, item: { view } }: ReadItem<FileToShow>,
  reason: string,
  { quarantine }: BlockTextsContext,
): boolean {
  return needsFacts(view) && quarantine.add(path, stamp, reason);
}

function sentText(
  { path, bytes, stamp, item: { view } }: ReadItem<FileToShow>,
  context: BlockTextsContext,
): TextRequest {
  const key = stampedKey({ path, view, stamp }, context);
  return { key, path, view, bytes, ...readAsOf(stamp), ...context.quarantine.mark(path, stamp) };
}

/** Searches blocks in their order, until there are more matches than asked for. */
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
      starts.map((start) =>
        searchBatch(sources.slice(start, start + BLOCKS_PER_BATCH), query, limit + 1, signal, context),
      ),
    );
    signal.throwIfAborted();
    for (const [at, inBatch] of found.entries()) {
      for (const { block, ...match } of inBatch) matches.push({ block: (starts[at] ?? 0) + block, ...match });
    }
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
  const ask = (texts: readonly TextRequest[]): Promise<readonly (readonly LineMatch[] | undefined)[]> =>
    runSearch(texts, { query, limit, signal, stickyKey }, context);

  const held =
    files.length === 0
      ? []
      : await ask(files.map(({ path, view }) => ({ key: keyOf(path, view, context), path, view })));
  const absent = files.filter(({ block }, at) => {
    const matches = held[at];
    if (matches !== undefined) found[block] = matches;
    return matches === undefined;
  });
  const { finished } = await readInBatches(absent, {
    reader: context.reader,
    budget: context.budget,
    signal,
    fail: ({ path }) => context.outdated(path),
    run: (batch) =>
      runApart<ReadItem<FileBlock>, readonly (readonly LineMatch[] | undefined)[]>(batch, {
        ...filesApart<FileBlock>(context),
        run: (items) => ask(items.map((item) => sentText(item, context))),
        done(items, results) {
          for (const [at, { item }] of items.entries()) found[item.block] = results[at] ?? [];
        },
        lost: ({ path }) => Promise.resolve(context.outdated(path)),
        spare: (item, reason) => spare(item, reason, context),
        setAside: () => Promise.resolve(),
      }),
  });
  await finished;
  return found.flatMap((matches, block) => matches.map((match) => ({ block, ...match }))).slice(0, limit);
}

/** The lines of bodies that no file has to be read for: texts, and notices for files without a text. */
function linesHere(source: BlockSource, { texts, index }: BlockTextsContext): BodyLines | undefined {
  if (source.kind === 'text') return texts.lines(source.key) ?? bodyLinesOf('');
  const { path, view } = source;
  if (view.mode === 'none') return bodyLinesOf(noticeBody(path, { kind: 'excluded' }));
  const record = index.record(path);
  const problem = record && withoutText(record.content, record.size);
  return problem && bodyLinesOf(noticeBody(path, problem));
}

/** Undefined for a file that has a text. */
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

/** Asks the worker that had this file before. Undefined when it does not hold the text, or died with it, and no bytes came along. */
async function askForLines(
  text: TextRequest,
  from: number,
  to: number,
  { pool, encoding, summarizing }: BlockTextsContext,
): Promise<BlockLines | undefined> {
  const { bytes } = text;
  const size = bytes?.byteLength ?? 0;
  const { shelf } = summarizing;
  const inTurn = bytes === undefined ? [] : [{ path: text.path, views: [text.view] }];
  try {
    const read = await summarizing.inTurn(
      inTurn,
      () =>
        pool.run({
          ...{ encoding, bytes: size, urgent: true, stickyKey: text.path },
          call: (api) => api.readLines(bytes === undefined ? text : transfer(text, [bytes]), from, to, shelf),
        }),
      (read) => [read],
    );
    return read?.lines;
  } catch (error) {
    if (error instanceof WorkerDied && bytes === undefined) return undefined;
    throw error;
  }
}

/** Undefined for a text that its worker does not hold, or died with, and of which no bytes came along. */
async function runSearch(
  texts: readonly TextRequest[],
  {
    query,
    limit,
    signal,
    stickyKey,
  }: { query: string; limit: number; signal: AbortSignal; stickyKey: string },
  { pool, encoding, summarizing }: BlockTextsContext,
): Promise<readonly (readonly LineMatch[] | undefined)[]> {
  const { shelf } = summarizing;
  const buffers = texts.flatMap(({ bytes }) => bytes ?? []);
  const bytes = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  const sent = texts.filter((text) => text.bytes !== undefined);
  try {
    const found = await summarizing.inTurn(
      sent.map(({ path, view }) => ({ path, views: [view] })),
      () =>
        pool.run({
          ...{ encoding, bytes, urgent: true, signal, stickyKey },
          call: (api) => api.search(transfer([...texts], buffers), query, limit, shelf),
        }),
      (found) => found.filter((_, at) => texts[at]?.bytes !== undefined),
    );
    return found.map((text) => text?.matches);
  } catch (error) {
    if (error instanceof WorkerDied && sent.length === 0) return texts.map(() => undefined);
    throw error;
  }
}

function keyOf(path: RepoPath, view: ViewRequest, context: BlockTextsContext): string {
  const record = context.index.record(path);
  return record === undefined ? path : stampedKey({ path, view, stamp: record }, context);
}

/** Parsed in another way, the same file may give other lines. */
function stampedKey(
  { path, view, stamp }: { readonly path: RepoPath; readonly view: ViewRequest; readonly stamp: FileStamp },
  { quarantine }: BlockTextsContext,
): string {
  const { unparsed, patience = 'usual' } = quarantine.mark(path, stamp);
  const parsing = unparsed === undefined ? patience : 'unparsed';
  return `${stampKey(stamp)}/${parsing}/${viewKey(view)}/${path}`;
}
