/** Assembles a document as bytes: reads every file once, renders in the pool and joins in order, within bounded memory. */
import { createSHA256, sha256 } from 'hash-wasm';
import { viewKey, type ViewRequest } from '../../../src/core/views/viewRequest';
import { keyOfSource, pathInKey } from '../../../src/core/document/block';
import { leadsOf, leadText, measurePlan, type PlanTotals } from '../../../src/core/document/plan';
import type { ContentHash, FileContent } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { FileToRender, RenderedFile, RenderedFiles } from '../../compute/contract';
import { noticeBody, type NoText } from '../../compute/notices';
import type { ComputePool } from '../computePool';
import type { AssembledDocument, BlockToAssemble, FoundSecret, MeasuredViews } from '../documentContract';
import { isHeldBack } from './masking';
import type { MaskedValues, MaskScope, SecretMasks } from './masking';
import { measureBodies } from './bodyMeasures';
import { HeldBlocks, type HeldBlock } from './heldBlocks';
import { secretsInTexts } from './secretsInTexts';
import type { FileJob, FileJobs, JobProblem } from '../reading/fileJobs';
import type { FileStamp } from '../folders/fileStamp';
import { lookUpFile, type FileToRead, type ReadItem } from '../reading/fileReading';
import type { FolderReader } from '../folders/folderReader';
import { createWriter, NOTHING, type DocumentWriter } from './documentWriter';
import type { KeptTexts } from './keptTexts';
import type { SymbolCounts } from '../storing/symbolCounts';
import type { ViewMeasures } from '../storing/viewMeasures';

export interface Assembling extends Pick<FileJob<never, never, never>, 'signal' | 'urgent'> {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly jobs: FileJobs;
  /** Undefined if the file was last counted in another encoding. */
  contentOf(path: RepoPath): FileContent | undefined;
  readonly texts: KeptTexts;
  readonly views: ViewMeasures;
  readonly symbolCounts: SymbolCounts;
  readonly encoding: TokenEncoding;
  readonly masks: SecretMasks;
  readonly scope: MaskScope;
  /** Tokens of each text in `encoding`. */
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  /** Called if a file differs from the index. */
  learned(path: RepoPath, stamp: FileStamp, content: FileContent): void;
}

export interface Assembled {
  readonly document: AssembledDocument;
  /** By hash; undefined if they are too large to keep. */
  readonly bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined;
  /** The hashes of bodies with secrets that the user has allowed. They must not be stored. */
  readonly secret: ReadonlySet<string>;
  readonly values: MaskedValues;
}

/** Rejects if a text block of the plan is gone. */
export async function assembleDocument(
  blocks: readonly BlockToAssemble[],
  assembling: Assembling,
): Promise<Assembled> {
  const started = performance.now();
  const busyBefore = assembling.pool.busyTime();
  // Before the first await, so that the texts are those that the plan was made from.
  const texts = plannedTexts(blocks, assembling);
  const writer = createWriter(blocks, await createSHA256());
  const leftOut: { path: RepoPath; reason: string }[] = [];
  const viewed: MeasuredViews[] = [];
  const contents = new Map<number, ContentHash>();
  const output: Output = { held: new HeldBlocks(writer), contents, leftOut, viewed, notices: [] };
  await writeTexts(texts, output, assembling);
  await writeFiles(blocks, output, assembling);
  const { secrets, secret, values } = await output.held.write(assembling);
  const timings = (): AssembledDocument['timings'] => ({
    render: assembling.pool.busyTime() - busyBefore,
    assemble: performance.now() - started,
  });
  if (isHeldBack(secrets)) {
    const { encoding } = assembling;
    const nothing = { blob: new Blob(), hash: '', tokens: 0, encoding, bytes: 0, blocks: [], leftOut };
    return {
      document: { ...nothing, viewed, secrets, timings: timings() },
      ...{ bodies: undefined, secret, values },
    };
  }

  const totals = await totalsOf(blocks, writer, assembling);
  const written = blocks.map(({ lead, source }, at) => {
    const content = contents.get(at);
    return {
      ...{ lead, source },
      hash: writer.hashOf(at),
      ...(content !== undefined && { content }),
      tokens: totals.blocks[at] ?? 0,
      bytes: writer.bytesOf(at),
    };
  });
  const document = {
    blob: writer.blob(),
    hash: writer.hash(),
    ...{ tokens: totals.tokens, encoding: assembling.encoding },
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    blocks: written,
    leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    ...{ viewed, secrets, timings: timings() },
  };
  return { document, bodies: writer.kept(), secret, values };
}

/** The secrets of these blocks of the document. Rejects if a text block is gone. */
export async function secretsOfBlocks(
  blocks: readonly BlockToAssemble[],
  assembling: Assembling,
): Promise<readonly FoundSecret[]> {
  const texts = plannedTexts(blocks, assembling);
  const held = new HeldBlocks({ put: () => undefined });
  const output: Output = { held, contents: new Map(), leftOut: [], viewed: [], notices: [] };
  await writeTexts(texts, output, assembling);
  await writeFiles(blocks, output, assembling);
  return held.secrets(assembling.masks);
}

async function totalsOf(
  plan: readonly BlockToAssemble[],
  writer: DocumentWriter,
  { countTexts }: Assembling,
): Promise<PlanTotals> {
  const leads = [...leadsOf(plan)];
  const counts = await countTexts(leads.map(leadText));
  const tokensByLead = new Map(leads.map((lead, at) => [lead, counts[at] ?? 0]));
  return measurePlan(plan, {
    body: (_, index) => writer.measureOf(index),
    lead: (lead) => tokensByLead.get(lead) ?? 0,
  });
}

const utf8 = new TextEncoder();

interface PlannedText {
  readonly at: number;
  readonly key: string;
  readonly body: string;
  readonly measure: Promise<BlockMeasure>;
}

function plannedTexts(
  plan: readonly BlockToAssemble[],
  { texts, encoding }: Assembling,
): readonly PlannedText[] {
  return plan.flatMap(({ source }, at) => {
    if (source.kind === 'file') return [];
    const text = texts.take(source.key, encoding);
    if (text === undefined) throw new Error('a text of the document is gone');
    return { at, key: source.key, ...text };
  });
}

async function writeTexts(
  texts: readonly PlannedText[],
  { held }: Output,
  assembling: Assembling,
): Promise<void> {
  const found = await secretsInTexts(
    texts.map(({ key, body }) => ({ path: pathInKey(key), text: body })),
    assembling,
  );
  for (const [index, { at, key, body, measure }] of texts.entries()) {
    const bytes = utf8.encode(body);
    const hash = await sha256(bytes);
    held.add({ at, key, bytes, measure: await measure, hash, ...found[index] });
  }
}

interface FileBlock extends FileToRead {
  readonly at: number;
  readonly view: ViewRequest;
  readonly known: FileToRender['known'] | undefined;
}

async function writeFiles(
  plan: readonly BlockToAssemble[],
  output: Output,
  assembling: Assembling,
): Promise<void> {
  const files: FileBlock[] = [];
  const { notices } = output;
  for (const [at, { source }] of plan.entries()) {
    if (source.kind === 'text') continue;
    const { path, view } = source;
    const content = assembling.contentOf(path);
    if (view.mode === 'none') notices.push({ at, path, problem: { kind: 'excluded' } });
    else
      files.push({
        at,
        path,
        view,
        known: content?.kind === 'text' ? knownOf(path, view, content, assembling) : undefined,
      });
  }
  await assembling.jobs.runInRounds(
    files,
    async (file) => ({ ...file, lookup: await lookUpFile(assembling.reader, file.path) }),
    renderJob(output, assembling),
    () => writeNotices(notices.splice(0), output, assembling),
  );
}

/** A measure that is valid as long as the content is the same. */
function knownOf(
  path: RepoPath,
  view: ViewRequest,
  { hash, block }: FileContent & { kind: 'text' },
  { views }: Assembling,
): FileToRender['known'] {
  if (view.mode === 'full') return { hash, block };
  // The model's summary may have been cleared meanwhile.
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
  readonly held: HeldBlocks;
  /** Of blocks by index. */
  readonly contents: Map<number, ContentHash>;
  readonly leftOut: { path: RepoPath; reason: string }[];
  readonly viewed: MeasuredViews[];
  readonly notices: Notice[];
}

function renderJob(output: Output, assembling: Assembling): FileJob<FileBlock, FileToRender, RenderedFiles> {
  const { encoding, signal, urgent } = assembling;
  return {
    ...{ encoding, signal, urgent },
    viewsOf: ({ view }) => [view],
    send: ({ item: { view, known } }, file) => ({
      ...{ ...file, view, ...(known && { known }) },
      patience: 'patient',
    }),
    call: (api, files, shelf) => api.render(encoding, files, shelf),
    newsIn: ({ files }) => files,
    done(batch, rendered) {
      take(batch, rendered, output, assembling);
    },
    failed({ at, path }, problem) {
      output.notices.push({ at, path, problem: noTextOf(problem) });
    },
  };
}

function take(
  items: readonly ReadItem<FileBlock>[],
  { bytes, files }: RenderedFiles,
  { held, contents, leftOut, viewed }: Output,
  assembling: Assembling,
): void {
  let offset = 0;
  for (const [index, { item, stamp }] of items.entries()) {
    const file = files[index];
    if (file === undefined) continue;
    held.add({ ...heldBlock(item, file), bytes: new Uint8Array(bytes, offset, file.length) });
    offset += file.length;
    if (file.content === undefined) {
      if (item.known !== undefined) contents.set(item.at, item.known.hash);
      continue;
    }
    if (file.content.kind === 'text') contents.set(item.at, file.content.hash);
    const { path } = item;
    assembling.learned(path, stamp, file.content);
    if (file.content.kind === 'text') viewed.push(...learnView(path, file.content.hash, file, assembling));
    if (file.content.kind === 'binary' || file.content.kind === 'failed')
      leftOut.push({ path, reason: file.content.reason });
    if (file.measure?.failed !== undefined) leftOut.push({ path, reason: file.measure.failed });
  }
}

function heldBlock(
  { at, path, view }: FileBlock,
  { block, hash, secrets }: RenderedFile,
): Omit<HeldBlock, 'bytes'> {
  const key = keyOfSource({ kind: 'file', path, view });
  return { at, key, path, measure: block, hash, ...(secrets && { secrets }) };
}

/** Replaces the view's measure with that of the document's block, so that both agree. */
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
  { held, leftOut }: Output,
  { pool, encoding }: Assembling,
): Promise<void> {
  if (notices.length === 0) return;
  const bodies = notices.map(({ path, problem }) => noticeBody(path, problem));
  const measures = await measureBodies(new Map(bodies.entries()), { pool, encoding });
  const found = await secretsInTexts(
    bodies.map((text, at) => ({ path: notices[at]?.path ?? '', text })),
    { pool, encoding },
  );
  for (const [index, { at, path, problem }] of notices.entries()) {
    const bytes = utf8.encode(bodies[index]);
    const block = { at, key: `file:${path}`, path, bytes, measure: measures.get(index) ?? NOTHING };
    held.add({ ...block, hash: await sha256(bytes), ...found[index] });
    if (problem.kind !== 'excluded')
      leftOut.push({ path, reason: problem.kind === 'missing' ? 'file not found' : problem.reason });
  }
}

function noTextOf(problem: JobProblem): NoText {
  return problem.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', reason: problem.reason };
}
