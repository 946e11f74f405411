/** Reads the images that the user has added, and writes their blocks. */
import { sha256 } from 'hash-wasm';
import { writtenData } from '../../../src/core/attachments/writtenData';
import { screenshotKey } from '../../../src/core/document/block';
import type { ImageToShow, ScreenshotsRequest } from '../../../src/core/document/bodyRequest';
import { readImageHeader } from '../../../src/core/images/imageHeader';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { sourceName } from '../../../src/core/sources/addedFile';
import { renderNoScreenshot, renderScreenshot } from '../../../src/core/sources/screenshot';
import type { ImageFacts } from '../documentContract';
import type { RenderedText } from '../documents/keptTexts';
import type { ImageSource, LoadedImage } from '../documents/messaging';
import { stampKey } from '../folders/fileStamp';
import type { FolderReader } from '../folders/folderReader';
import { lookUpFile, readFile } from '../reading/fileReading';

/** Bytes of the largest image that is read, and of the largest that is written as text: 1 MB has 900,000 tokens. */
const MOST_BYTES = 50_000_000;
const MOST_AS_TEXT = 1_000_000;

const TOO_LARGE = `is larger than ${megabytes(MOST_BYTES)}`;

/** What is known of an image as long as its file stays the same. */
interface Known {
  /** Differs whenever the file may differ. */
  readonly key: string;
  readonly facts: ImageFacts | string;
  /** SHA-256 of the bytes. */
  readonly hash: string;
}

interface FoundImage {
  readonly key: string;
  readonly size: number;
  read(): Promise<Blob | string>;
}

export class Screenshots {
  readonly #reader: FolderReader;
  /** By source, of the last render. */
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(reader: FolderReader) {
    this.#reader = reader;
  }

  /** Whether a change of this file changes a screenshot. */
  shows(path: RepoPath): boolean {
    return this.#known.has(path);
  }

  async render({ form, images }: ScreenshotsRequest): Promise<readonly RenderedText[]> {
    const known = new Map<string, Known>();
    const texts: RenderedText[] = [];
    // One after the other, because each may have many bytes.
    for (const image of images) {
      const found = await this.#find(image);
      const before = this.#known.get(image.source);
      const current = before?.key === keyOf(found) ? before : await inspected(found);
      known.set(image.source, current);
      texts.push(await textFor(image, current, form === 'data' ? found : undefined));
    }
    this.#known = known;
    return texts;
  }

  async load(image: ImageSource): Promise<LoadedImage> {
    const found = await this.#find(image);
    if (typeof found !== 'string' && found.size > MOST_BYTES) return { kind: 'refused', reason: TOO_LARGE };
    const data = typeof found === 'string' ? found : await found.read();
    if (typeof data === 'string') return { kind: 'refused', reason: data };
    const read = readImageHeader(new Uint8Array(await data.arrayBuffer()));
    return read.kind === 'image' ? { ...read, data } : read;
  }

  /** Returns the reason if there is no such file. */
  async #find({ source, attached }: ImageSource): Promise<FoundImage | string> {
    if (attached?.kind === 'gone') return 'is no longer stored';
    if (attached !== undefined) {
      const data = attached.data as Blob; // an attachment's data is one
      return { key: attached.hash, size: data.size, read: () => Promise.resolve(data) };
    }
    const path = source as RepoPath; // all others are attached
    const lookup = await lookUpFile(this.#reader, path);
    if (lookup.kind !== 'found') return reasonFor(lookup);
    return {
      key: stampKey(lookup.stamp),
      size: lookup.stamp.size,
      read: async () => {
        const file = await readFile(this.#reader, path, lookup);
        return file.kind === 'read' ? new Blob([file.bytes]) : reasonFor(file);
      },
    };
  }
}

function reasonFor(
  problem: { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly reason: string },
) {
  return problem.kind === 'missing' ? 'is not in the folder' : `can't be read: ${problem.reason}`;
}

function keyOf(found: FoundImage | string): string {
  return typeof found === 'string' ? found : found.key;
}

async function inspected(found: FoundImage | string): Promise<Known> {
  const key = keyOf(found);
  if (typeof found === 'string') return { key, facts: found, hash: '' };
  if (found.size > MOST_BYTES) return { key, facts: TOO_LARGE, hash: '' };
  const data = await found.read();
  // Tried again with the next render.
  if (typeof data === 'string') return { key: '', facts: data, hash: '' };
  const bytes = new Uint8Array(await data.arrayBuffer());
  const read = readImageHeader(bytes);
  return read.kind === 'image'
    ? { key, facts: { ...read.header, bytes: bytes.length }, hash: await sha256(bytes) }
    : { key, facts: read.reason, hash: '' };
}

async function textFor(
  image: ImageToShow,
  { facts, hash }: Known,
  found: FoundImage | string | undefined,
): Promise<RenderedText> {
  const named = { key: screenshotKey(image.source), title: sourceName(image.source) };
  if (typeof facts === 'string') return { ...named, body: renderNoScreenshot(image, facts), image: facts };
  const url = typeof found === 'object' ? await dataUrl(found, facts) : undefined;
  if (url?.reason !== undefined)
    return { ...named, body: renderNoScreenshot(image, url.reason), image: url.reason };
  const body = renderScreenshot(image, url?.data);
  // The link stays the same when the image changes.
  return { ...named, body, hash: await sha256(`${body}\n${hash}`), image: facts };
}

async function dataUrl(found: FoundImage, { type, bytes }: ImageFacts) {
  if (bytes > MOST_AS_TEXT)
    return { reason: `is too large for a data URL, which has at most ${megabytes(MOST_AS_TEXT)}` };
  const data = await found.read();
  return typeof data === 'string'
    ? { reason: data }
    : { data: await writtenData({ head: `data:${type};base64,`, data }) };
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
