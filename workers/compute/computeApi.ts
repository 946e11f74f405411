/** The work on file texts: decoding, hashing, counting, rendering, showing lines, searching. */
import { fileBlockParts } from '../../src/core/compose/fileBlock';
import { measureBlock, measureFileBlock } from '../../src/core/compose/measureBlock';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import { languageOf } from '../../src/core/files/language';
import { countLines } from '../../src/core/files/normalise';
import type { RepoPath } from '../../src/core/files/repoPath';
import { createTokenCounter } from '../../src/core/tokens/counter';
import type { TokenCounter, TokenEncoding } from '../../src/core/tokens/encoding';
import { bodyLinesOf, sliceLines, type BodyLines } from './bodyLines';
import type { ComputeApi, FileBytes, FileToRender, RenderedFile, TextRequest } from './contract';
import { decodeText, type DecodedFile } from './decode';
import { noticeBody } from './notices';
import { createRecentTexts } from './recentTexts';
import { searchBody } from './searchBody';

/** UTF-16 units of text a worker keeps for the screen and the search: at most 32 MB. */
const RECENT_UNITS = 16_000_000;

export function createComputeApi(
  loadVocabulary: (encoding: TokenEncoding) => Promise<Uint8Array>,
): ComputeApi {
  const counters = new Map<TokenEncoding, Promise<TokenCounter>>();
  const recent = createRecentTexts(RECENT_UNITS);

  function counterOf(encoding: TokenEncoding): Promise<TokenCounter> {
    const known = counters.get(encoding);
    if (known !== undefined) return known;
    const made = loadVocabulary(encoding).then((vocabulary) => createTokenCounter(encoding, vocabulary));
    counters.set(encoding, made);
    made.catch(() => counters.delete(encoding));
    return made;
  }

  function linesOf({ key, path, bytes }: TextRequest): BodyLines | undefined {
    const held = recent.get(key);
    if (held !== undefined || bytes === undefined) return held;
    const lines = bodyLinesOf(bodyOf(path, bytes));
    recent.keep(key, lines);
    return lines;
  }

  return {
    async prepare(encoding) {
      await counterOf(encoding);
    },

    async index(encoding, files) {
      const counter = await counterOf(encoding);
      return Promise.all(files.map((file) => contentOf(file, counter)));
    },

    async render(encoding, files) {
      const counter = await counterOf(encoding);
      const rendered = await Promise.all(files.map((file) => renderFile(file, counter)));
      return {
        bytes: joined(rendered.map(({ body }) => body)),
        files: rendered.map(({ body, file }): RenderedFile => ({ ...file, length: body.length })),
      };
    },

    async measureBodies(encoding, bodies) {
      const counter = await counterOf(encoding);
      return bodies.map((body) => measureBlock(body, counter));
    },

    async countTokens(encoding, text) {
      return (await counterOf(encoding)).count(text);
    },

    readLines(text, from, to) {
      const lines = linesOf(text);
      return Promise.resolve(lines && sliceLines(lines, from, to));
    },

    search(texts, query, limit) {
      return Promise.resolve(
        texts.map((text) => {
          const lines = linesOf(text);
          return lines && searchBody(lines, query, limit);
        }),
      );
    },
  };
}

type Text = Extract<DecodedFile, { kind: 'text' }>;

async function contentOf(file: FileBytes, counter: TokenCounter): Promise<FileContent> {
  const decoded = decode(file);
  if (decoded.kind !== 'text') return withoutText(file, decoded, counter);
  // Hashing runs beside this thread; counting goes on meanwhile.
  const hash = hashOf(utf8.encode(decoded.text));
  return textContent(file.path, decoded, counter, hash);
}

async function renderFile(
  file: FileToRender,
  counter: TokenCounter,
): Promise<{ body: Uint8Array; file: Omit<RenderedFile, 'length'> }> {
  const decoded = decode(file);
  if (decoded.kind !== 'text') {
    const content = withoutText(file, decoded, counter);
    return { body: utf8.encode(bodyOf(file.path, file.bytes)), file: { content, block: content.block } };
  }
  const { head, body, tail } = partsOf(file.path, decoded.text);
  const hash = hashOf(utf8.encode(decoded.text));
  const bytes = utf8.encode(head + body + tail);
  if (file.known !== undefined && (await hash) === file.known.hash) {
    return { body: bytes, file: { block: file.known.block } };
  }
  const content = await textContent(file.path, decoded, counter, hash);
  return { body: bytes, file: { content, block: content.block } };
}

async function textContent(
  path: RepoPath,
  { text, encoding, warnings }: Text,
  counter: TokenCounter,
  hash: Promise<ContentHash>,
): Promise<FileContent> {
  const { head, tail } = partsOf(path, text);
  const { tokens, block } = measureFileBlock(head, text, tail, counter);
  return { kind: 'text', hash: await hash, lines: countLines(text), tokens, encoding, warnings, block };
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

/** A file that no string can hold, or that a decoder gives up on, must not take its batch with it. */
function decode({ bytes }: Pick<FileBytes, 'bytes'>): Text | WithoutText {
  try {
    return decodeText(new Uint8Array(bytes));
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function bodyOf(path: RepoPath, bytes: ArrayBuffer): string {
  const decoded = decode({ bytes });
  if (decoded.kind !== 'text') {
    return noticeBody(path, { kind: decoded.kind, reason: decoded.reason, size: bytes.byteLength });
  }
  const { head, body, tail } = partsOf(path, decoded.text);
  return head + body + tail;
}

function partsOf(path: RepoPath, text: string): ReturnType<typeof fileBlockParts> {
  return fileBlockParts(path, languageOf(path).fence, text);
}

const utf8 = new TextEncoder();

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<ContentHash> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  let hex = '';
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
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
