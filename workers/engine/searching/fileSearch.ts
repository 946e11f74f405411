/** Searches the texts of the folder's files, those in memory without reading them. One search at a time. */
import { transfer } from 'comlink';
import { coalesce } from '../../../src/core/async/coalesce';
import { isHistoryFile } from '../../../src/core/files/historyFile';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { compilePathFilter } from '../../../src/core/search/pathFilter';
import { compileTextQuery } from '../../../src/core/search/textQuery';
import type { ComputePool } from '../computePool';
import type { FileSearchEnd, FileSearchNews, FileSearchWanted, FoundFile } from '../searchContract';
import { isSameStamp, readAsOf } from '../folders/fileStamp';
import type { FolderReader } from '../folders/folderReader';
import { readInBatches } from '../reading/batchReading';
import type { ByteBudget } from '../reading/byteBudget';
import { buffersOf, type FileToRead, type ReadItem, type ReadProblem } from '../reading/fileReading';
import { withKeptBytes, type KeptBytes } from '../reading/keptBytes';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import { WorkerDied } from '../runningWorker';

export interface FileSearchParts {
  readonly reader: FolderReader;
  readonly budget: ByteBudget;
  readonly index: WorkspaceIndex;
  readonly keptBytes: KeptBytes;
  createPool(): ComputePool;
  /** A file differs from the index. */
  outdated(path: RepoPath): void;
}

type OnNews = (news: FileSearchNews) => void | Promise<void>;

/** Milliseconds that a result waits for others. A file may respond very late. */
const PATIENCE = 30;
/** Milliseconds between two messages. */
const PACE = 200;
/** Lines in one message, about: the page reads it within a frame. */
const LINES_PER_MESSAGE = 1_000;

export class FileSearch {
  readonly #parts: FileSearchParts;
  #pool: ComputePool | undefined;
  #running = new AbortController();
  #paths: readonly RepoPath[] = [];
  #revision = -1;

  constructor(parts: FileSearchParts) {
    this.#parts = parts;
  }

  prepare(): void {
    this.#thePool().prepare();
  }

  cancel(): void {
    this.#running.abort();
  }

  /** Undefined if the search was canceled. */
  async find(wanted: FileSearchWanted, onNews: OnNews): Promise<FileSearchEnd | undefined> {
    this.cancel();
    this.#running = new AbortController();
    const query = compileTextQuery(wanted.query);
    const filter = compilePathFilter(wanted.paths);
    if (query.kind === 'invalid') throw new Error(query.reason);
    if (filter.kind === 'invalid') throw new Error(filter.reason);
    const paths = this.#listed().filter((path) => filter.matches(path));
    return new Search(wanted, onNews, this.#parts, this.#thePool(), this.#running).run(paths);
  }

  #thePool(): ComputePool {
    this.#pool ??= this.#parts.createPool();
    return this.#pool;
  }

  /** All files that are not left out, in order of their paths. */
  #listed(): readonly RepoPath[] {
    const { index } = this.#parts;
    if (this.#revision === index.revision) return this.#paths;
    this.#revision = index.revision;
    this.#paths = [...index.entries.values()]
      .filter(({ kind, leftOut, path }) => kind === 'file' && leftOut === undefined && !isHistoryFile(path))
      .map(({ path }) => path)
      .sort(compareRepoPaths);
    return this.#paths;
  }
}

/** One search. */
class Search {
  readonly #wanted: FileSearchWanted;
  readonly #onNews: OnNews;
  readonly #parts: FileSearchParts;
  readonly #pool: ComputePool;
  readonly #controller: AbortController;
  /** Found, but not told yet. */
  readonly #found: FoundFile[] = [];
  #matches = 0;
  #searched = 0;
  #total = 0;
  #unreadable = 0;
  #tooLarge = 0;
  #matchesEmpty = false;
  /** Why it ends early. */
  #end: 'limited' | 'slow' | undefined;

  constructor(
    wanted: FileSearchWanted,
    onNews: OnNews,
    parts: FileSearchParts,
    pool: ComputePool,
    controller: AbortController,
  ) {
    this.#wanted = wanted;
    this.#onNews = onNews;
    this.#parts = parts;
    this.#pool = pool;
    this.#controller = controller;
  }

  async run(paths: readonly RepoPath[]): Promise<FileSearchEnd | undefined> {
    const { signal } = this.#controller;
    this.#total = paths.length;
    // A file that never responds must not delay the end of a canceled search.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error); // An AbortError, as nothing else is given to `abort`.
      });
    });
    try {
      await Promise.race([this.#read(paths), aborted]);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (this.#end === undefined) return undefined;
    }
    await this.#tell();
    const [searched, total] = [this.#searched, this.#total];
    const [unreadable, tooLarge] = [this.#unreadable, this.#tooLarge];
    const kind = this.#end ?? 'complete';
    return { ...{ kind, searched, total, unreadable, tooLarge }, matchesEmpty: this.#matchesEmpty };
  }

  async #read(paths: readonly RepoPath[]): Promise<void> {
    const { reader, budget } = this.#parts;
    const { finished } = await readInBatches(this.#filesToRead(paths), {
      ...{ reader, budget, signal: this.#controller.signal, urgent: true, patience: PATIENCE },
      run: (batch) => this.#searchBatch(batch),
      fail: (file, problem) => {
        this.#failed(file, problem);
      },
    });
    await finished;
  }

  /** Takes copies of bytes in memory only when it is their turn. */
  *#filesToRead(paths: readonly RepoPath[]): Generator<FileToRead> {
    const { index, keptBytes } = this.#parts;
    for (const path of paths) {
      const content = index.record(path)?.content;
      if (content === undefined || content.kind === 'text') yield withKeptBytes(path, index, keptBytes);
      else {
        this.#searched += 1;
        if (content.kind === 'unread') this.#tooLarge += 1;
        if (content.kind === 'failed') this.#unreadable += 1;
      }
    }
  }

  #failed({ path }: FileToRead, { kind }: ReadProblem): void {
    this.#searched += 1;
    if (kind === 'failed') this.#unreadable += 1;
    if (this.#parts.index.record(path) !== undefined) this.#parts.outdated(path);
  }

  async #searchBatch(batch: readonly ReadItem<FileToRead>[]): Promise<void> {
    for (const read of batch) this.#keep(read);
    const { query, limit } = this.#wanted;
    const { signal } = this.#controller;
    const files = batch.map(({ path, bytes, stamp }) => ({ path, bytes, ...readAsOf(stamp) }));
    const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
    try {
      const results = await this.#pool.run({
        ...{ bytes, urgent: true, signal, endsWhenAborted: query.isPattern },
        call: (api) =>
          api.findInFiles(transfer(files, buffersOf(files)), query, Math.max(0, limit - this.#matches)),
      });
      for (const [at, found] of results.entries()) {
        const { path } = batch[at] ?? {};
        if (path === undefined || found === undefined) continue;
        const { lines, matches, more, matchesEmpty } = found;
        this.#matchesEmpty ||= matchesEmpty;
        if (this.#matches + matches > limit) {
          // Other workers were searching meanwhile.
          this.#endWith('limited');
          break;
        }
        this.#matches += matches;
        if (lines.length > 0) this.#found.push({ path, lines, matches });
        if (more) this.#endWith('limited');
      }
    } catch (error) {
      if (!(error instanceof WorkerDied) || signal.aborted) throw error;
      if (query.isPattern) this.#endWith('slow');
      else this.#unreadable += batch.length;
    }
    this.#searched += batch.length;
    if (!signal.aborted) void this.#tell();
  }

  /** Keeps the bytes for the next search, and follows a file that has changed. */
  #keep({ path, bytes, stamp, item }: ReadItem<FileToRead>): void {
    const { index, keptBytes, outdated } = this.#parts;
    if (item.lookup !== undefined) return;
    const hash = index.hashOf(path, stamp);
    if (hash !== undefined) {
      keptBytes.put(path, bytes);
      keptBytes.settle(path, hash);
    } else {
      const record = index.record(path);
      if (record !== undefined && !isSameStamp(record, stamp)) outdated(path);
    }
  }

  #endWith(reason: 'limited' | 'slow'): void {
    this.#end ??= reason;
    this.#controller.abort();
  }

  /** Once at a time, so that the page is never sent more than it takes. */
  readonly #tell = coalesce(async () => {
    do {
      await this.#onNews({ files: this.#take(), searched: this.#searched, total: this.#total });
    } while (this.#found.length > 0);
    await new Promise((resolve) => setTimeout(resolve, PACE));
  });

  /** Removes and returns as many lines as fit into a message. A file may be divided. */
  #take(): readonly FoundFile[] {
    const files: FoundFile[] = [];
    let room = LINES_PER_MESSAGE;
    for (const { path, lines, matches } of this.#found) {
      files.push({ path, lines: lines.slice(0, room), matches });
      room -= lines.length;
      if (room <= 0) break;
    }
    const [last] = this.#found.splice(0, files.length).slice(-1);
    if (last !== undefined && room < 0) {
      this.#found.unshift({ path: last.path, lines: last.lines.slice(room), matches: 0 });
    }
    return files;
  }
}
