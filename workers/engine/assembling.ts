/** A document as bytes: every file read once, rendered in the pool, joined in order, a bounded part of it in memory. */
import { transfer } from 'comlink';
import { SEPARATOR, type BlockMeasure, type BlockRef } from '../../src/core/compose/block';
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import {
  blockLead,
  DOCUMENT_END,
  orderBlocks,
  partOf,
  sectionOf,
  tokensByBlock,
  type MeasuredBlock,
} from '../../src/core/compose/document';
import type { FilesHeading } from '../../src/core/compose/sections';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { FileToRender, RenderedFile, RenderedFiles } from '../compute/contract';
import { noticeBody, type NoText } from '../compute/notices';
import { needsFacts } from '../../src/core/views/registry';
import { filesApart, runApart } from './batches';
import type { ComputePool } from './computePool';
import { forEachAtOnce, type ByteBudget } from './concurrency';
import type { AssembledDocument, DocumentPart, MeasuredViews } from './contract';
import {
  CALLS_AT_ONCE,
  lookUpFile,
  readAsOf,
  readInBatches,
  type FileStamp,
  type FileToRead,
  type ReadItem,
  type ReadProblem,
} from './fileReading';
import type { FolderReader } from './folders/folderReader';
import type { Outbox } from './outbox';
import type { Quarantine } from './quarantine';
import type { Sections } from './sections';
import type { Summarizing } from './summarizing';
import type { SymbolCounts } from './symbolCounts';
import type { ViewMeasures } from './viewMeasures';

export interface Assembling {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly budget: ByteBudget;
  /** Undefined for a file that was last counted in another encoding. */
  contentOf(path: RepoPath): FileContent | undefined;
  readonly sections: Sections;
  readonly views: ViewMeasures;
  readonly outbox: Outbox;
  readonly summarizing: Summarizing;
  readonly quarantine: Quarantine;
  readonly symbolCounts: SymbolCounts;
  readonly encoding: TokenEncoding;
  /** What the files stand under. */
  readonly heading: FilesHeading;
  /** Tokens of the heading and the blank line after it. */
  readonly filesLeadTokens: number;
  /** A file was not what the index said. */
  learned(path: RepoPath, stamp: FileStamp, content: FileContent): void;
}

/** Files looked up before any of them is read, see measuring.ts. */
const FILES_PER_ROUND = 2_048;
/** Bytes gathered before they become a Blob, which the browser may keep on disk. */
const BYTES_PER_BLOB = 16_000_000;

export async function assembleDocument(
  refs: readonly BlockRef[],
  part: DocumentPart,
  assembling: Assembling,
): Promise<AssembledDocument> {
  const started = performance.now();
  const busyBefore = assembling.pool.busyTime();
  const blocks = partOf(orderBlocks(refs), part).filter(
    (ref) => ref.kind === 'file' || assembling.sections.body(ref.section) !== undefined,
  );
  const writer = createWriter(blocks, assembling.heading);
  const leftOut: { path: RepoPath; reason: string }[] = [];
  const viewed: MeasuredViews[] = [];
  await writeSections(blocks, writer, assembling);
  await writeFiles(blocks, { writer, leftOut, viewed, notices: [] }, assembling);

  const measured = writer.measured();
  const tokens = tokensByBlock(measured, assembling.filesLeadTokens);
  const written = blocks.map((ref, at) => ({ ref, tokens: tokens[at] ?? 0, bytes: writer.bytesOf(at) }));
  return {
    blob: writer.blob(),
    tokens: tokens.reduce((sum, count) => sum + count, 0),
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    blocks: written,
    leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    viewed,
    timings: { render: assembling.pool.busyTime() - busyBefore, assemble: performance.now() - started },
  };
}

interface DocumentWriter {
  put(block: number, body: Uint8Array<ArrayBuffer>, measure: BlockMeasure): void;
  /** Bytes of a block as it stands in the document, lead and what follows it included. */
  bytesOf(block: number): number;
  measured(): readonly MeasuredBlock[];
  blob(): Blob;
}

const utf8 = new TextEncoder();

/** Takes bodies in any order; what has all before it complete is joined and let go of. */
function createWriter(blocks: readonly BlockRef[], heading: FilesHeading): DocumentWriter {
  const bodies = new Map<number, Uint8Array<ArrayBuffer>>();
  const bytes = new Float64Array(blocks.length);
  const measures: BlockMeasure[] = [];
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let gathered = 0;
  let next = 0;

  function push(block: number, piece: Uint8Array<ArrayBuffer>): void {
    pieces.push(piece);
    gathered += piece.length;
    bytes[block] = (bytes[block] ?? 0) + piece.length;
  }

  function join(): void {
    blobs.push(new Blob(pieces));
    pieces = [];
    gathered = 0;
  }

  return {
    put(block, body, measure) {
      bodies.set(block, body);
      measures[block] = measure;
      for (let ready = bodies.get(next); ready !== undefined; ready = bodies.get(next)) {
        bodies.delete(next);
        const ref = blocks[next];
        const before = blocks[next - 1];
        const lead = ref === undefined ? '' : blockLead(before && sectionOf(before), ref, heading);
        push(next, utf8.encode(lead));
        push(next, ready);
        push(next, utf8.encode(next < blocks.length - 1 ? SEPARATOR : DOCUMENT_END));
        next += 1;
        if (gathered >= BYTES_PER_BLOB) join();
      }
    },
    bytesOf: (block) => bytes[block] ?? 0,
    measured: () => blocks.map((ref, at): MeasuredBlock => ({ ref, measure: measures[at] ?? NOTHING })),
    blob() {
      join();
      return new Blob(blobs, { type: 'text/markdown;charset=utf-8' });
    },
  };
}

const NOTHING: BlockMeasure = { tokens: 0, tokensAsLast: 0, bytes: 0, lines: 0 };

async function writeSections(
  blocks: readonly BlockRef[],
  writer: DocumentWriter,
  assembling: Assembling,
): Promise<void> {
  const { sections, encoding } = assembling;
  // Bodies and their measures are taken before anything is awaited, so that they belong together.
  const taken = blocks.flatMap((ref, at) => {
    const body = ref.kind === 'section' ? sections.body(ref.section) : undefined;
    return ref.kind === 'file' || body === undefined
      ? []
      : [{ at, body, measure: sections.measure(ref.section, encoding) }];
  });
  for (const { at, body, measure } of taken) writer.put(at, utf8.encode(body), (await measure) ?? NOTHING);
}

interface FileBlock extends FileToRead {
  readonly at: number;
  readonly view: ViewRequest;
  readonly known: FileToRender['known'] | undefined;
}

async function writeFiles(
  blocks: readonly BlockRef[],
  output: Output,
  assembling: Assembling,
): Promise<void> {
  const files: FileBlock[] = [];
  const { notices } = output;
  for (const [at, ref] of blocks.entries()) {
    if (ref.kind === 'section') continue;
    const { path } = ref;
    const content = assembling.contentOf(path);
    if (ref.view.mode === 'none') notices.push({ at, path, problem: { kind: 'excluded' } });
    else
      files.push({
        at,
        path,
        view: ref.view,
        known: content?.kind === 'text' ? knownOf(path, ref.view, content, assembling) : undefined,
      });
  }
  await writeNotices(notices.splice(0), output, assembling);
  const rendering: Promise<void>[] = [];
  for (let start = 0; start < files.length; start += FILES_PER_ROUND) {
    const round = files.slice(start, start + FILES_PER_ROUND);
    rendering.push((await renderRound(round, output, assembling)).finished);
    await writeNotices(notices.splice(0), output, assembling);
  }
  await Promise.all(rendering);
  await writeNotices(notices, output, assembling);
}

/** The measure of a view that stands as long as the content does. */
function knownOf(
  path: RepoPath,
  view: ViewRequest,
  { hash, block }: FileContent & { kind: 'text' },
  { views }: Assembling,
): FileToRender['known'] {
  if (view.mode === 'full') return { hash, block };
  // A summary by a model may have been cleared meanwhile.
  if (view.written !== undefined) return undefined;
  const measured = views.get(path, hash, viewKey(view));
  const isSure = measured?.passing === undefined && measured?.failed === undefined;
  return measured && isSure ? { hash, block: measured.block } : undefined;
}

interface Notice {
  readonly at: number;
  readonly path: RepoPath;
  readonly problem: NoText;
}

interface Output {
  readonly writer: DocumentWriter;
  readonly leftOut: { path: RepoPath; reason: string }[];
  readonly viewed: MeasuredViews[];
  readonly notices: Notice[];
}

async function renderRound(
  files: readonly FileBlock[],
  output: Output,
  assembling: Assembling,
): Promise<{ readonly finished: Promise<void> }> {
  const { reader, budget, quarantine } = assembling;
  const lookedUp: FileBlock[] = [];
  await forEachAtOnce(files, CALLS_AT_ONCE, async (file) => {
    lookedUp.push({ ...file, lookup: await lookUpFile(reader, file.path) });
  });
  const note = ({ at, path }: FileBlock, problem: NoText): void =>
    void output.notices.push({ at, path, problem });
  type Item = ReadItem<FileBlock>;
  return readInBatches(
    lookedUp.toSorted((a, b) => a.at - b.at),
    {
      reader,
      budget,
      signal: new AbortController().signal, // a document that is asked for is made
      fail: (file, problem) => note(file, problemOf(problem)),
      run: (batch) =>
        runApart<Item, RenderedFiles>(batch, {
          ...filesApart<FileBlock>(assembling),
          run: (items) => render(items, assembling),
          done: (items, rendered) => take(items, rendered, output, assembling),
          lost: ({ item }) => Promise.resolve(note(item, { kind: 'missing' })),
          spare: ({ path, stamp, item: { view } }, reason) =>
            needsFacts(view) && quarantine.add(path, stamp, reason),
          setAside: ({ item }, reason) =>
            Promise.resolve(note(item, { kind: 'failed', reason: `set aside: ${reason}` })),
        }),
    },
  );
}

function render(
  items: readonly ReadItem<FileBlock>[],
  { pool, encoding, summarizing, quarantine }: Assembling,
): Promise<RenderedFiles> {
  const files = items.map(({ path, bytes, stamp, item: { view, known } }) => ({
    ...{ path, bytes, view },
    ...(known && { known }),
    ...readAsOf(stamp),
    ...quarantine.mark(path, stamp),
    patience: 'patient' as const,
  }));
  const buffers = files.map(({ bytes }) => bytes);
  const bytes = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  const { shelf } = summarizing;
  const inTurn = files.map(({ path, view }) => ({ path, views: [view] }));
  return summarizing.inTurn(
    inTurn,
    () =>
      pool.run({
        ...{ encoding, bytes, urgent: true },
        call: (api) => api.render(encoding, transfer(files, buffers), shelf),
      }),
    (rendered) => rendered.files,
  );
}

function take(
  items: readonly ReadItem<FileBlock>[],
  { bytes, files }: RenderedFiles,
  { writer, leftOut, viewed }: Output,
  assembling: Assembling,
): void {
  let offset = 0;
  for (const [index, { item, stamp }] of items.entries()) {
    const file = files[index];
    if (file === undefined) continue;
    writer.put(item.at, new Uint8Array(bytes, offset, file.length), file.block);
    offset += file.length;
    if (file.content === undefined) continue;
    const { path } = item;
    assembling.learned(path, stamp, file.content);
    if (file.content.kind === 'text') viewed.push(...learnView(path, file.content.hash, file, assembling));
    if (file.content.kind === 'binary' || file.content.kind === 'failed')
      leftOut.push({ path, reason: file.content.reason });
    if (file.measure?.failed !== undefined) leftOut.push({ path, reason: file.measure.failed });
  }
}

/** Replaces the view's measure with that of the block in the document, so that they agree. */
function learnView(
  path: RepoPath,
  hash: ContentHash,
  { measure, symbolCount }: RenderedFile,
  { views, symbolCounts }: Assembling,
): readonly MeasuredViews[] {
  if (measure === undefined) return [];
  views.set(path, hash, [measure]);
  if (symbolCount !== undefined) symbolCounts.set(path, hash, symbolCount);
  return [{ path, hash, views: [measure], ...(symbolCount !== undefined && { symbolCount }) }];
}

async function writeNotices(
  notices: readonly Notice[],
  { writer, leftOut }: Output,
  { pool, encoding }: Assembling,
): Promise<void> {
  if (notices.length === 0) return;
  const bodies = notices.map(({ path, problem }) => noticeBody(path, problem));
  const measures = await pool.run({
    encoding,
    bytes: 0,
    urgent: true,
    call: (api) => api.measureBodies(encoding, bodies),
  });
  for (const [index, { at, path, problem }] of notices.entries()) {
    writer.put(at, utf8.encode(bodies[index]), measures[index] ?? NOTHING);
    if (problem.kind !== 'excluded')
      leftOut.push({ path, reason: problem.kind === 'missing' ? 'file not found' : problem.reason });
  }
}

function problemOf(problem: ReadProblem): NoText {
  return problem.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', reason: problem.reason };
}
