import { ByteLru } from './byteLru';
import { GitFault, type GitFile, type GitFolder } from '../model';

/** Fewer reads with larger pages, but more bytes that nobody asks for; most objects of a pack have some hundred bytes. */
const PAGE_BYTES = 256 * 1024;
const LIMIT_BYTES = 64 * 1024 * 1024;

/** Of one file, so that a number can name a page of any file. */
const MAX_PAGES = 2 ** 30;

/** A file that never changes, read in pages. */
export interface PagedFile {
  readonly path: string;
  /** Different for every file of a cache. */
  readonly id: number;
  readonly size: number;
  /**
   * The bytes from `start` on: at least `wanted`, unless the file ends before, and possibly more. They are shared, so
   * nobody may write to them.
   */
  window(start: number, wanted: number): Promise<ByteWindow>;
}

/** Bytes from an offset on. A typed array for every window would cost more than most objects. */
export interface ByteWindow {
  readonly bytes: Uint8Array;
  readonly at: number;
  /** How many bytes there are from the offset on. */
  readonly length: number;
}

/** Reads files that are too large for memory. All files share the room for pages. */
export class PageCache {
  readonly #pages = new ByteLru<number, Promise<Uint8Array>>(LIMIT_BYTES);
  #files = 0;

  /** Undefined if there is no such file. */
  async open(folder: GitFolder, path: string): Promise<PagedFile | undefined> {
    const file = await folder.file(path);
    if (file === undefined) return undefined;
    const id = this.#files++;
    return {
      path,
      id,
      size: file.size,
      window: (start, wanted) => this.#window({ path, id, file }, start, wanted),
    };
  }

  async #window(source: Source, start: number, wanted: number): Promise<ByteWindow> {
    const end = Math.min(start + wanted, source.file.size);
    if (start >= end) return { bytes: new Uint8Array(), at: 0, length: 0 };
    const first = Math.floor(start / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    const page = await this.#page(source, first);
    const at = start - first * PAGE_BYTES;
    if (first === last) return { bytes: page, at, length: page.length - at };

    const joined = new Uint8Array(end - start);
    joined.set(page.subarray(at));
    for (let number = first + 1; number <= last; number++) {
      const next = await this.#page(source, number);
      const filled = number * PAGE_BYTES - start;
      joined.set(next.subarray(0, joined.length - filled), filled);
    }
    return { bytes: joined, at: 0, length: joined.length };
  }

  /** Keeps promises, so that two who want the same page at the same time wait for one read. */
  #page({ path, id, file }: Source, number: number): Promise<Uint8Array> {
    const key = id * MAX_PAGES + number;
    const kept = this.#pages.get(key);
    if (kept !== undefined) return kept;
    const page = readPage(path, file, number);
    this.#pages.put(key, page, PAGE_BYTES);
    page.catch(() => {
      this.#pages.delete(key);
    });
    return page;
  }
}

interface Source {
  readonly path: string;
  readonly id: number;
  readonly file: GitFile;
}

async function readPage(path: string, file: GitFile, number: number): Promise<Uint8Array> {
  const start = number * PAGE_BYTES;
  const end = Math.min(start + PAGE_BYTES, file.size);
  let bytes: Uint8Array;
  try {
    bytes = await file.read(start, end);
  } catch (error) {
    throw new GitFault(`Couldn’t read ${path}.`, { cause: error });
  }
  if (bytes.length !== end - start) throw new GitFault(`${path} changed while it was read.`);
  return bytes;
}
