/** The documents that the user has added, as blocks. Each is converted once for its content. */
import { sha256 } from 'hash-wasm';
import type { AttachedText } from '../../../src/core/attachments/attachment';
import { fileHeading, noticeBlock } from '../../../src/core/compose/fileBlock';
import { insetMarkdown } from '../../../src/core/compose/insetMarkdown';
import { documentKey } from '../../../src/core/document/block';
import type { DocumentsRequest, DocumentToShow } from '../../../src/core/document/bodyRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { LARGEST_DOCUMENT, type Conversion, type ConvertedDocument } from '../../documents/contract';
import { createRecentlyUsed } from '../../recentlyUsed';
import type { ComputePool } from '../computePool';
import type { RenderedText } from '../documents/keptTexts';
import { stampKey } from '../folders/fileStamp';
import type { FolderReader } from '../folders/folderReader';
import type { Outbox } from '../outbox';
import { lookUpFile, readFile } from '../reading/fileReading';
import type { DocumentConverter } from './documentConverter';

interface Parts {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly converter: DocumentConverter;
  encoding(): TokenEncoding;
}

/** Its content, to be read only if it has not been converted. */
interface FoundFile {
  readonly name: string;
  /** Identifies the content without reading it. */
  readonly key: string;
  read(): Promise<ArrayBuffer>;
}

/** UTF-16 units of converted documents to keep. */
const MOST_KEPT = 64_000_000;

/** Milliseconds between two reports of pages. */
const PACE = 100;

export class DocumentFiles {
  readonly #parts: Parts;
  /** By content. */
  readonly #converted = createRecentlyUsed<Conversion>(MOST_KEPT, sizeOf);
  readonly #summaries = createRecentlyUsed<string>(MOST_KEPT, ({ length }) => length);
  /** The hash of the content that a file had when it was read. */
  readonly #hashes = new Map<string, string>();
  #shown: ReadonlySet<string> = new Set();
  /** The sources that were canceled during each render that has not ended. */
  readonly #canceled = new Set<Set<string>>();
  #running: { readonly source: string; readonly abort: AbortController } | undefined;
  /** Conversions run one after the other, because each takes much memory. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether it is a file of the folder that is shown as a document. */
  shows(path: RepoPath): boolean {
    return this.#shown.has(path);
  }

  render({ documents }: DocumentsRequest): Promise<readonly RenderedText[]> {
    this.#shown = new Set(documents.map(({ source }) => source));
    const canceled = new Set<string>();
    this.#canceled.add(canceled);
    const render = async (): Promise<readonly RenderedText[]> => {
      const texts: RenderedText[] = [];
      for (const document of documents) texts.push(await this.#block(document, canceled));
      this.#canceled.delete(canceled);
      return texts;
    };
    const rendered = this.#last.then(render, render);
    this.#last = rendered;
    return rendered;
  }

  /** Ends the conversion of a document, also one that waits for others. */
  cancel(source: string): void {
    for (const canceled of this.#canceled) canceled.add(source);
    if (this.#running?.source === source) this.#running.abort.abort(new Error(CANCELED));
  }

  async #block({ source, form, file }: DocumentToShow, canceled: ReadonlySet<string>): Promise<RenderedText> {
    const name = typeof file === 'string' ? file : file.name;
    const block = { key: documentKey(source), title: name };
    try {
      if (canceled.has(source)) throw new Error(CANCELED);
      const { key, conversion } = await this.#conversionOf(source, await this.#find(file));
      if (conversion.kind === 'failed') throw new Error(conversion.reason);
      const { format, pages, emptyPages, markdown } = conversion;
      const text = form === 'summary' ? await this.#summaryOf(key, conversion) : markdown;
      const isSummary = text !== markdown;
      const facts = { format, ...(pages !== undefined && { pages }), emptyPages, isSummary };
      return {
        ...block,
        body: `${fileHeading(name)}\n\n${isSummary ? SUMMARY : ''}${text}`,
        document: { kind: 'converted', ...facts },
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        ...block,
        body: noticeBlock(name, `ERROR: this document could not be read: ${reason}`),
        document: { kind: 'failed', reason },
      };
    }
  }

  /** Rejects with the reason if it can't be read. */
  async #find(file: DocumentToShow['file']): Promise<FoundFile> {
    if (typeof file !== 'string') return foundAttachment(file);
    const { reader } = this.#parts;
    const lookup = await lookUpFile(reader, file);
    if (lookup.kind === 'missing') throw new Error('it is not in the folder');
    if (lookup.kind === 'failed') throw new Error(lookup.reason);
    return {
      name: file,
      key: `${file} ${stampKey(lookup.stamp)}`,
      read: async () => {
        const read = await readFile(reader, file, lookup);
        if (read.kind === 'missing') throw new Error('it is not in the folder');
        if (read.kind === 'failed') throw new Error(read.reason);
        return read.bytes.buffer;
      },
    };
  }

  async #conversionOf(source: string, { name, key, read }: FoundFile) {
    const extension = /\.\w{1,10}$/.exec(name.toLowerCase())?.[0] ?? '';
    const known = this.#hashes.get(key);
    const kept = known === undefined ? undefined : this.#converted.get(known);
    if (known !== undefined && kept !== undefined) return { key: known, conversion: kept };
    const bytes = await read();
    if (bytes.byteLength > LARGEST_DOCUMENT)
      throw new Error(`it is larger than ${LARGEST_DOCUMENT / 1e6} MB`);
    const hash = `${await sha256(new Uint8Array(bytes))}${extension}`;
    this.#hashes.set(key, hash);
    const conversion = this.#converted.get(hash) ?? (await this.#convert(source, { bytes, name }));
    this.#converted.keep(hash, conversion);
    return { key: hash, conversion };
  }

  async #convert(
    source: string,
    document: { readonly bytes: ArrayBuffer; readonly name: string },
  ): Promise<Conversion> {
    const { converter, outbox } = this.#parts;
    const running = (this.#running = { source, abort: new AbortController() });
    let told = 0;
    const onPage = (done: number, total: number): void => {
      if (performance.now() - told < PACE) return;
      told = performance.now();
      outbox.send({ kind: 'document', source, done, total });
    };
    try {
      return await converter.convert(document, onPage, running.abort.signal);
    } finally {
      this.#running = undefined;
    }
  }

  async #summaryOf(key: string, { markdown }: ConvertedDocument): Promise<string> {
    const { pool, encoding } = this.#parts;
    const tokens = encoding();
    const kept = this.#summaries.get(`${key} ${tokens}`);
    if (kept !== undefined) return kept;
    const summary = await pool.run({
      ...{ encoding: tokens, bytes: markdown.length, urgent: true },
      call: (api) => api.summarizeDocument(tokens, markdown),
    });
    const text = summary === markdown ? markdown : insetMarkdown(summary);
    this.#summaries.keep(`${key} ${tokens}`, text);
    return text;
  }
}

const CANCELED = 'it was canceled';

const SUMMARY = '(summary by rules)\n\n';

function foundAttachment(attached: AttachedText): FoundFile {
  const { name } = attached;
  if (attached.kind === 'gone') throw new Error('it is no longer stored in this browser');
  return { name, key: `${attached.hash} ${name}`, read: () => attached.data.arrayBuffer() };
}

function sizeOf(conversion: Conversion): number {
  return conversion.kind === 'converted' ? conversion.markdown.length : conversion.reason.length;
}
