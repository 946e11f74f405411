/** The work on file texts: decoding, hashing, counting, rendering, reading lines, searching. */
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import { fileBlockParts, joinParts } from '../../src/core/compose/fileBlock';
import { measureBlock, measureFileBlock } from '../../src/core/compose/measureBlock';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { countLines } from '../../src/core/files/normalize';
import { createSlice } from '../../src/core/slices/createSlice';
import { splitLines } from '../../src/core/slices/lineIndex';
import { symbolLinesOf } from '../../src/core/slices/symbolLines';
import { createTokenCounter } from '../../src/core/tokens/counter';
import type { TokenCounter, TokenEncoding } from '../../src/core/tokens/encoding';
import { writeUtf8 } from '../../src/core/tokens/utf8';
import type { ViewMeasure } from '../engine/contract';
import { bodyLinesOf, sliceLines, type BodyLines } from './bodyLines';
import type {
  ComputeApi,
  FileBytes,
  FileToRender,
  FileToView,
  RenderedFile,
  SummaryNews,
  TextRequest,
  ViewedFile,
} from './contract';
import { decodeText, type DecodedFile } from './decode';
import type { HashedText } from './hashedText';
import { noticeBody } from './notices';
import type { Progress } from './progress';
import { createRecentTexts } from './recentTexts';
import { searchBody } from './searchBody';
import { symbolCount, symbolsOf, textOf } from './symbols';
import type { TextStore } from '../caches/textStore';
import type { ShownText, ViewBatch, Viewing } from './viewing';

/** UTF-16 units of text to keep for the screen and the search: at most 32 MB. */
const RECENT_UNITS = 16_000_000;

export interface ComputeParts {
  loadVocabulary(encoding: TokenEncoding): Promise<Uint8Array>;
  readonly viewing: Viewing;
  readonly textStore: TextStore;
  /** Called before each step that could take long. */
  readonly progress?: Progress;
}

/** Creates the functions behind a compute worker, which also run in Node. */
export function createComputeApi({
  loadVocabulary,
  viewing,
  textStore,
  progress = () => undefined,
}: ComputeParts): ComputeApi {
  const counters = new Map<TokenEncoding, Promise<TokenCounter>>();
  const { clock } = viewing;
  const recent = createRecentTexts(RECENT_UNITS);

  function counterOf(encoding: TokenEncoding): Promise<TokenCounter> {
    const known = counters.get(encoding);
    if (known !== undefined) return known;
    const made = loadVocabulary(encoding).then((vocabulary) =>
      createTokenCounter(encoding, vocabulary, writeNatively),
    );
    counters.set(encoding, made);
    made.catch(() => counters.delete(encoding));
    return made;
  }

  function open(file: FileBytes): ReturnType<typeof openFile> {
    progress(`open ${file.path}`);
    return openFile(file);
  }

  /** Counting the same thing again is no progress. */
  function count<T>(what: string, work: () => T): T {
    progress(`count ${what}`);
    return clock.beside(work);
  }

  async function contentOf(file: FileBytes, counter: TokenCounter): Promise<FileContent> {
    // Hashing does not block this thread, so the other files of the batch are decoded meanwhile.
    const opened = await open(file);
    if (opened.kind !== 'text') return withoutText(file, opened, counter);
    return count(file.path, () => textContent(opened, counter));
  }

  async function linesOf(
    { key, path, bytes, readAs, view, unparsed, patience }: TextRequest,
    batch: ViewBatch,
  ): Promise<{ readonly lines: BodyLines; readonly news: SummaryNews } | undefined> {
    const held = recent.get(key);
    if (held !== undefined) return { lines: held, news: {} };
    if (bytes === undefined) return undefined;
    const marks = {
      ...(readAs && { readAs }),
      ...(unparsed !== undefined && { unparsed }),
      ...(patience && { patience }),
    };
    const opened = await open({ path, bytes, ...marks });
    const body =
      opened.kind === 'text'
        ? joinParts((await batch.render(view, opened)).parts)
        : noticeBody(path, { ...opened, size: bytes.byteLength });
    progress(`lines ${path}`);
    const lines = bodyLinesOf(body);
    recent.keep(key, lines);
    return { lines, news: opened.kind === 'text' ? await batch.newsOf(opened) : {} };
  }

  async function renderFile(
    { file, opened }: Opened<FileToRender>,
    counter: TokenCounter,
    batch: ViewBatch,
  ): Promise<Rendering> {
    if (opened.kind !== 'text') {
      const content = withoutText(file, opened, counter);
      const body = noticeBody(file.path, { ...opened, size: file.bytes.byteLength });
      return { body: utf8.encode(body), file: { content, block: content.block } };
    }
    const shown = await batch.render(file.view, opened);
    const news = await batch.newsOf(opened);
    const body = utf8.encode(joinParts(shown.parts));
    if (file.known?.hash === opened.hash && shown.failed === undefined && shown.passing === undefined) {
      return { body, file: { block: file.known.block, ...news } };
    }
    const content = count(file.path, () => textContent(opened, counter));
    if (file.view.mode === 'full') return { body, file: { content, block: content.block, ...news } };
    const measure = measureOf(file.view, shown, { path: file.path, counter });
    const outcome = batch.knownFacts(opened);
    const symbols = outcome && symbolCount(outcome);
    return { body, file: { content, block: measure.block, measure, ...symbols, ...news } };
  }

  async function viewFile(
    { file, opened }: Opened<FileToView>,
    counter: TokenCounter,
    batch: ViewBatch,
  ): Promise<ViewedFile> {
    if (opened.kind !== 'text') return { views: [] };
    const wanted = wantsFacts(file) ? await batch.factsOf(opened) : undefined;
    const isSkipped = file.onlyParsed === true && wanted?.kind !== 'facts';
    const views = isSkipped ? [] : await measuresOf(file.views, opened, { counter, batch });
    const outcome = wanted ?? batch.knownFacts(opened);
    return {
      hash: opened.hash,
      views,
      ...(file.symbols && outcome && { symbols: symbolsOf(opened, outcome) }),
      ...(file.text && outcome && { text: textOf(opened, outcome) }),
      ...(outcome && symbolCount(outcome)),
      ...(await batch.newsOf(opened)),
    };
  }

  async function measuresOf(
    wanted: readonly ViewRequest[],
    text: HashedText,
    { counter, batch }: { readonly counter: TokenCounter; readonly batch: ViewBatch },
  ): Promise<readonly ViewMeasure[]> {
    const measures: ViewMeasure[] = [];
    for (const view of wanted) {
      measures.push(measureOf(view, await batch.render(view, text), { path: text.path, counter }));
    }
    return measures;
  }

  function measureOf(
    view: ViewRequest,
    { parts, gaps, notes, warnings, slices, failed, summary, passing }: ShownText,
    { path, counter }: { readonly path: RepoPath; readonly counter: TokenCounter },
  ): ViewMeasure {
    const key = viewKey(view);
    return {
      key,
      block: count(`${path} ${key}`, () => measureBlock(joinParts(parts), counter)),
      gaps: gaps.flatMap(({ startLine, endLine }) => [startLine, endLine]),
      notes,
      warnings,
      ...(slices !== undefined && { slices }),
      ...(summary !== undefined && { summary }),
      ...(failed !== undefined && { failed }),
      ...(passing && { passing }),
    };
  }

  /** Decodes and hashes a batch, and looks all of it up in the stores at once. */
  async function openAll<T extends FileBytes>(
    files: readonly T[],
    wantedOf: (file: T) => { readonly views: readonly ViewRequest[]; readonly facts: boolean },
    batch: ViewBatch,
  ): Promise<readonly Opened<T>[]> {
    const all = await Promise.all(files.map(async (file) => ({ file, opened: await open(file) })));
    await batch.prefetch(
      all.flatMap(({ file, opened }) =>
        opened.kind === 'text' ? [{ text: opened, ...wantedOf(file) }] : [],
      ),
    );
    return all;
  }

  return {
    async prepare(encoding) {
      await counterOf(encoding);
    },

    async index(encoding, files) {
      const counter = await counterOf(encoding);
      return Promise.all(files.map((file) => contentOf(file, counter)));
    },

    async render(encoding, files, shelf) {
      const counter = await counterOf(encoding);
      const batch = viewing.batch(shelf);
      const opened = await openAll(files, ({ view }) => ({ views: [view], facts: false }), batch);
      const rendered = await Promise.all(opened.map((file) => renderFile(file, counter, batch)));
      return {
        bytes: joined(rendered.map(({ body }) => body)),
        files: rendered.map(({ body, file }): RenderedFile => ({ ...file, length: body.length })),
      };
    },

    async measureViews(encoding, files, shelf) {
      const counter = await counterOf(encoding);
      const batch = viewing.batch(shelf);
      const wantedOf = (file: FileToView) => ({ views: file.views, facts: wantsFacts(file) });
      const opened = await openAll(files, wantedOf, batch);
      return Promise.all(opened.map((file) => viewFile(file, counter, batch)));
    },

    async anchorSlices(file, wanted) {
      const opened = await open(file);
      if (opened.kind !== 'text') return undefined;
      const { text, hash } = opened;
      const batch = viewing.batch(undefined);
      await batch.prefetch([{ text: opened, views: [], facts: true }]);
      const outcome = await batch.factsOf(opened);
      const symbols = outcome.kind === 'facts' ? symbolLinesOf(text, outcome.facts) : undefined;
      await textStore.put(hash, text);
      const sliced = { lines: splitLines(text), fileHash: hash, symbols };
      return wanted.map((slice) => createSlice(sliced, slice));
    },

    async measureBodies(encoding, bodies) {
      const counter = await counterOf(encoding);
      return bodies.map((body) => measureBlock(body, counter));
    },

    async countTokens(encoding, text) {
      return (await counterOf(encoding)).count(text);
    },

    async readLines(text, from, to, shelf) {
      const read = await linesOf(text, viewing.batch(shelf));
      return read && { lines: sliceLines(read.lines, from, to), ...read.news };
    },

    async search(texts, query, limit, shelf) {
      const batch = viewing.batch(shelf);
      return Promise.all(
        texts.map(async (text) => {
          const read = await linesOf(text, batch);
          progress(`search ${text.path}`);
          return read && { matches: searchBody(read.lines, query, limit), ...read.news };
        }),
      );
    },

    workDone: () => Promise.resolve(viewing.statistics()),
    ping: () => Promise.resolve(),
  };
}

type Text = Extract<DecodedFile, { kind: 'text' }>;

/** `size` is in UTF-8 bytes. */
type OpenedText = Text & HashedText & { readonly size: number };

/** A decoded and hashed file of a batch. */
interface Opened<T extends FileBytes> {
  readonly file: T;
  readonly opened: OpenedText | WithoutText;
}

async function openFile(file: FileBytes): Promise<OpenedText | WithoutText> {
  const decoded = decode(file);
  if (decoded.kind !== 'text') return decoded;
  // Encoding a text costs half as much as counting it, and most files already are their text in UTF-8.
  const bytes = decoded.verbatim ? new Uint8Array(file.bytes) : utf8.encode(decoded.text);
  const hash = file.hash ?? (await hashOf(bytes));
  return {
    ...{ ...decoded, path: file.path, hash, size: bytes.byteLength },
    ...(file.unparsed !== undefined && { unparsed: file.unparsed }),
    ...(file.patience && { patience: file.patience }),
    ...(file.unsummarized && { unsummarized: file.unsummarized }),
  };
}

interface Rendering {
  readonly body: Uint8Array;
  readonly file: Omit<RenderedFile, 'length'>;
}

function textContent(
  { path, text, hash, encoding, warnings, size }: OpenedText,
  counter: TokenCounter,
): FileContent & { kind: 'text' } {
  const { head, tail } = fileBlockParts(path, languageOf(path).fence, text);
  const { tokens, block } = measureFileBlock(head, text, tail, counter, size);
  return { kind: 'text', hash, lines: countLines(text), tokens, encoding, warnings, block };
}

function wantsFacts({ symbols, text, symbolCount: count, onlyParsed }: FileToView): boolean {
  return (symbols ?? text ?? count ?? onlyParsed) !== undefined;
}

type WithoutText = { readonly kind: 'binary' | 'failed'; readonly reason: string };

function withoutText(
  { path, bytes }: FileBytes,
  { kind, reason }: WithoutText,
  counter: TokenCounter,
): FileContent {
  const body = noticeBody(path, { kind, reason, size: bytes.byteLength });
  return { kind, reason, block: measureBlock(body, counter) };
}

/** A file too large for a string, or that a decoder rejects, must not fail its batch. */
function decode({ bytes, readAs }: Pick<FileBytes, 'bytes' | 'readAs'>): Text | WithoutText {
  try {
    return decodeText(new Uint8Array(bytes), readAs);
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

const utf8 = new TextEncoder();

/** Number of units from which a call into the browser pays off. */
const LONG_ENOUGH = 256;

function writeNatively(text: string, start: number, end: number, target: Uint8Array): number {
  if (end - start < LONG_ENOUGH) return writeUtf8(text, start, end, target);
  return utf8.encodeInto(text.slice(start, end), target).written;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<ContentHash> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  let hex = '';
  for (const byte of digest) hex += HEX[byte];
  return hex as ContentHash; // 32 bytes as hex
}

function joined(bodies: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(bodies.reduce((sum, body) => sum + body.length, 0));
  let at = 0;
  for (const body of bodies) {
    all.set(body, at);
    at += body.length;
  }
  return all.buffer;
}
