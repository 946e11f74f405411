import { ByteLru } from './byteLru';
import { GitFault, type GitFile, type GitFolder } from './model';

/** Fewer reads with larger pages, but more bytes that nobody asks for; most objects of a pack have some hundred bytes. */
const PAGE_BYTES = 256 * 1024;
const LIMIT_BYTES = 64 * 1024 * 1024;

/** A file that never changes, read in pages. */
export interface PagedFile {
  readonly path: string;
  readonly size: number;
  /**
   * The bytes from `start` on: at least `wanted`, unless the file ends before, and possibly more. They are shared, so
   * nobody may write to them.
   */
  window(start: number, wanted: number): Promise<Uint8Array>;
}

/** Reads files that are too large for memory. All files share the room for pages. */
export class PageCache {
  readonly #pages = new ByteLru<string, Promise<Uint8Array>>(LIMIT_BYTES);

  /** Undefined if there is no such file. */
  async open(folder: GitFolder, path: string): Promise<PagedFile | undefined> {
    const file = await folder.file(path);
    if (file === undefined) return undefined;
    return { path, size: file.size, window: (start, wanted) => this.#window(path, file, start, wanted) };
  }

  async #window(path: string, file: GitFile, start: number, wanted: number): Promise<Uint8Array> {
    const end = Math.min(start + wanted, file.size);
    if (start >= end) return new Uint8Array();
    const first = Math.floor(start / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    const beginning = (await this.#page(path, file, first)).subarray(start - first * PAGE_BYTES);
    if (first === last) return beginning;

    const joined = new Uint8Array(end - start);
    joined.set(beginning);
    for (let number = first + 1; number <= last; number++) {
      const page = await this.#page(path, file, number);
      const at = number * PAGE_BYTES - start;
      joined.set(page.subarray(0, joined.length - at), at);
    }
    return joined;
  }

  /** Keeps promises, so that two who want the same page at the same time wait for one read. */
  #page(path: string, file: GitFile, number: number): Promise<Uint8Array> {
    const key = `${number} ${path}`;
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
