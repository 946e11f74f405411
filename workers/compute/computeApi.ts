/** The work on file texts: decoding, hashing, counting, rendering, showing lines, searching. */
import { sha256 } from 'hash-wasm';
import { readIssues } from '../../src/core/beads/readIssues';
import { summarizeDocument } from '../../src/core/documents/documentSummary';
import { joinParts } from '../../src/core/compose/fileBlock';
import { measureBlock } from '../../src/core/compose/measureBlock';
import { splitDocument } from '../../src/core/parts/splitDocument';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { renderUpdate } from '../../src/core/update/renderUpdate';
import type { TextStore } from '../caches/textStore';
import { createRecentlyUsed } from '../recentlyUsed';
import { bodyLinesOf, sliceLines, type BodyLines } from './bodyLines';
import type { ComputeApi, SummaryNews, SummaryShelf, TextRequest } from './contract';
import { FileWork, wantsFacts } from './fileWork';
import { decodeText } from './decode';
import {
  createReferenceReader,
  createWindowTermsReader,
  mapBlocks,
  namePlaces,
  readMapBlocks,
  readNamePlaces,
} from './fileReferences';
import { findInFiles } from './findInFiles';
import { noticeBody } from './notices';
import { openFile } from './openFile';
import type { Progress } from './progress';
import { searchBody } from './searchBody';
import { findSecrets } from '../../src/core/secrets/findSecrets';
import { foundSecrets } from './foundSecrets';
import { anchorSlices, focusFiles } from './slicing';
import { readSymbols, storedSymbols } from './symbolTables';
import { createTokenCounters } from './tokenCounters';
import type { ViewBatch, Viewing } from './viewing';
import { viewsWanted } from './viewsWanted';

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
  const counterOf = createTokenCounters(loadVocabulary);
  const recent = createRecentlyUsed<BodyLines>(RECENT_UNITS, ({ body }) => body.length);

  async function workIn(encoding: TokenEncoding, shelf?: SummaryShelf): Promise<FileWork> {
    const counter = await counterOf(encoding);
    return new FileWork({ counter, batch: viewing.batch(shelf), clock: viewing.clock, progress });
  }

  async function linesOf(text: TextRequest, batch: ViewBatch): Promise<LinesOfText | undefined> {
    const { key, path, bytes, view } = text;
    const held = recent.get(key);
    if (held !== undefined) return { lines: held, news: {} };
    if (bytes === undefined) return undefined;
    progress(`open ${path}`);
    const opened = await openFile({ ...text, bytes });
    const body =
      opened.kind === 'text'
        ? joinParts((await batch.render(view, opened)).parts)
        : noticeBody(path, { ...opened, size: bytes.byteLength });
    progress(`lines ${path}`);
    const lines = bodyLinesOf(body);
    recent.keep(key, lines);
    return { lines, news: opened.kind === 'text' ? await batch.newsOf(opened) : {} };
  }

  return {
    async prepare(encoding) {
      await counterOf(encoding);
    },

    async index(encoding, files) {
      const work = await workIn(encoding);
      return Promise.all(files.map((file) => work.contentOf(file)));
    },

    async render(encoding, files, shelf) {
      const work = await workIn(encoding, shelf);
      const opened = await work.openAll(files, ({ view }) => ({ views: [view], facts: false }));
      const rendered = await Promise.all(
        opened.map(async (each) => {
          const { body, file } = await work.render(each);
          return { body, file: { ...file, length: body.length, hash: await sha256(body) } };
        }),
      );
      return {
        bytes: joined(rendered.map(({ body }) => body)),
        files: rendered.map(({ file }) => file),
      };
    },

    async measureViews(encoding, files, shelf) {
      const work = await workIn(encoding, shelf);
      const opened = await work.openAll(files, (file) => ({
        views: viewsWanted(file),
        facts: wantsFacts(file),
      }));
      return Promise.all(opened.map((file) => work.view(file)));
    },

    storedSymbols: (contents) => storedSymbols(contents, viewing),
    readSymbols: (files) => readSymbols(files, { viewing, progress }),
    readReferences: createReferenceReader({ viewing, progress }),
    namePlaces: (contents) => namePlaces(contents, viewing),
    readNamePlaces: (files, names) => readNamePlaces(files, names, { viewing, progress }),
    async mapBlocks(encoding, wanted) {
      return mapBlocks(wanted, viewing, await counterOf(encoding));
    },
    async readMapBlocks(encoding, files, wanted) {
      return readMapBlocks(files, wanted, { viewing, progress }, await counterOf(encoding));
    },
    readWindowTerms: createWindowTermsReader(progress),

    focusFiles: (files, focus) => focusFiles(files, focus, { viewing, progress, textStore }),
    anchorSlices: (file, wanted) => anchorSlices(file, wanted, { viewing, progress, textStore }),

    readIssues(bytes) {
      const decoded = decodeText(bytes);
      return Promise.resolve(decoded.kind === 'text' ? readIssues(decoded.text) : decoded.reason);
    },

    async summarizeDocument(encoding, markdown) {
      const counter = await counterOf(encoding);
      return summarizeDocument(markdown, (text) => counter.count(text));
    },

    async measureBodies(encoding, bodies) {
      const counter = await counterOf(encoding);
      return bodies.map((body) => measureBlock(body, counter));
    },

    findSecrets: (texts) =>
      Promise.resolve(
        texts.map(({ path, text }, at) => {
          progress(`secrets ${at}`);
          return foundSecrets(() => findSecrets(text, { path }));
        }),
      ),

    async renderUpdate(encoding, { differences, diffs, bodies }) {
      const counter = await counterOf(encoding);
      return renderUpdate(differences, {
        ...{ diffs, counter },
        bodyOf(hash) {
          progress(`body ${hash}`);
          return bodies.get(hash);
        },
      });
    },

    async countTokens(encoding, text) {
      return (await counterOf(encoding)).count(text);
    },

    async splitDocument(encoding, blocks, limits) {
      const { count } = await counterOf(encoding);
      let counted = 0;
      return splitDocument(blocks, limits, (text) => {
        progress(`split ${(counted += 1)}`);
        return count(text);
      });
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

    findInFiles: (files, query, limit) => Promise.resolve(findInFiles(files, query, limit, progress)),
    workDone: () => Promise.resolve(viewing.statistics()),
    ping: () => Promise.resolve(),
  };
}

interface LinesOfText {
  readonly lines: BodyLines;
  readonly news: SummaryNews;
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
