import type { RepoPath } from '../../core/files/repoPath';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { FileWriter } from '../ports/files';
import type { Storage } from '../ports/storage';
import type { Tabs } from '../ports/tabs';
import { fileBatchPrefix } from '../storage/workspaceState';
import { hasSameBytes } from '../../core/files/sameBytes';
import { loadBatches, toStore, type FileBatch, type FileChange } from './storedBatch';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly writer: FileWriter;
  readonly storage: Storage;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly notify: Notify;
}

/** A file that could not be written. The reason is the end of a sentence that names it. */
export interface Unwritten {
  readonly path: RepoPath;
  readonly reason: string;
}

export type BatchResult =
  /** Nothing was written. */
  | { readonly kind: 'denied' }
  /** These files are neither as before nor as wanted, so nothing was written. */
  | { readonly kind: 'changed'; readonly paths: readonly RepoPath[] }
  /** The batch stopped at a file that could not be written. */
  | { readonly kind: 'stopped'; readonly written: readonly RepoPath[]; readonly at: Unwritten }
  | { readonly kind: 'done'; readonly written: readonly RepoPath[] };

/** Batches that are kept for undo, and bytes of theirs. The newest is always kept. */
const [MOST_BATCHES, MOST_BYTES] = [20, 64_000_000];

type Direction = 'forth' | 'back';

/**
 * Writes files of a live folder in batches that can be undone, also after a reload. The browser replaces a file at once, so each is
 * whole old or whole new at any time. A batch is stored with all contents before its first file is written: after a crash, the
 * files on the disk tell which have been written.
 */
export class FileBatches {
  readonly #parts: Parts;
  #list = $state.raw<readonly FileBatch[]>([]);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The oldest first. */
  get list(): readonly FileBatch[] {
    return this.#list;
  }

  /** The files of batches that have been written since then, all or some of them. */
  writtenSince(time: number): readonly RepoPath[] {
    const written = this.#list.filter((batch) => batch.time > time && batch.state !== 'undone');
    return written.flatMap(({ changes }) => changes.map(({ path }) => path));
  }

  /** The batches of an exchange that have not been undone, the newest first. */
  of(exchange: string): readonly FileBatch[] {
    return this.#list.filter((batch) => batch.exchange === exchange && batch.state !== 'undone').reverse();
  }

  /** Follows what other tabs write. Returns a function to stop. */
  watch(): () => void {
    const { id, storage } = this.#parts;
    const prefix = fileBatchPrefix(id);
    return storage.watch((keys) => {
      if (keys.some((key) => key.startsWith(prefix))) void this.load();
    });
  }

  async load(): Promise<void> {
    this.#list = await loadBatches(this.#parts, this.#parts.id);
  }

  /** Call inside a click. */
  write(changes: readonly FileChange[], exchange = ''): Promise<BatchResult> {
    return this.#run({ id: crypto.randomUUID(), time: 0, state: 'writing', changes, exchange }, 'forth');
  }

  /** Writes what is left of a batch that was interrupted. Call inside a click. */
  async finish(id: string): Promise<BatchResult | undefined> {
    const batch = this.#list.find((one) => one.id === id);
    return batch && this.#run(batch, 'forth');
  }

  /** Gives all files of a batch the bytes that they had before it. Call inside a click. */
  async undo(id: string): Promise<BatchResult | undefined> {
    const batch = this.#list.find((one) => one.id === id);
    return batch && this.#run(batch, 'back');
  }

  async #run(batch: FileBatch, direction: Direction): Promise<BatchResult> {
    const { id, writer, tabs } = this.#parts;
    if (!(await writer.allow())) return { kind: 'denied' };
    return tabs.alone(`files of ${id}`, () => this.#runAlone(batch, direction));
  }

  async #runAlone(batch: FileBatch, direction: Direction): Promise<BatchResult> {
    const changes = direction === 'forth' ? batch.changes : batch.changes.map(reversed).reverse();
    const [states, read] = [new Map<FileChange, FileState>(), this.#parts.writer];
    for (const change of changes) states.set(change, await stateOf(change, read));
    const others = changes.filter((change) => states.get(change) === 'other');
    if (others.length > 0) return { kind: 'changed', paths: others.map(({ path }) => path) };
    const started = direction === 'forth' ? { ...batch, time: this.#parts.clock.now() } : batch;
    await this.load(); // Other tabs write batches, too.
    await this.#save({ ...started, state: direction === 'forth' ? 'writing' : 'undoing' });
    const written: RepoPath[] = [];
    for (const change of changes) {
      if (states.get(change) === 'new') continue;
      const reason = await this.#writeOne(change);
      if (reason !== undefined) return { kind: 'stopped', written, at: { path: change.path, reason } };
      written.push(change.path);
    }
    await this.#save({ ...started, state: direction === 'forth' ? 'written' : 'undone' });
    return { kind: 'done', written };
  }

  /** Resolves to why the file could not be written. */
  async #writeOne({ path, before, after }: FileChange): Promise<string | undefined> {
    const { writer } = this.#parts;
    const result = await writer.write(path, before, after);
    if (result.kind === 'failed') return result.reason;
    if (result.kind === 'changed') return 'it has changed on the disk meanwhile';
    try {
      const isWritten = await hasSameBytes(await writer.read(path), after);
      return isWritten ? undefined : 'the disk gives back other bytes than were written';
    } catch (error) {
      return `it can’t be read back: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #save(batch: FileBatch): Promise<void> {
    const { id: workspace, storage } = this.#parts;
    const prefix = fileBatchPrefix(workspace);
    const kept = recent([...this.#list.filter(({ id }) => id !== batch.id), batch]);
    const dropped = this.#list.filter(({ id }) => kept.every((one) => one.id !== id));
    await storage.updateAll(
      new Map([
        [prefix + batch.id, () => toStore(batch)],
        ...dropped.map(({ id }) => [prefix + id, () => undefined] as const),
      ]),
    );
    this.#list = kept;
  }
}

type FileState = 'old' | 'new' | 'other';

/** By the bytes on the disk. */
async function stateOf(
  { path, before, after }: FileChange,
  { read }: Pick<FileWriter, 'read'>,
): Promise<FileState> {
  try {
    const now = await read(path);
    if (await hasSameBytes(now, before)) return 'old';
    return (await hasSameBytes(now, after)) ? 'new' : 'other';
  } catch {
    return 'other';
  }
}

function reversed({ path, before, after }: FileChange): FileChange {
  return { path, ...(after && { before: after }), ...(before && { after: before }) };
}

/** The newest, in their order. */
function recent(batches: readonly FileBatch[]): readonly FileBatch[] {
  let bytes = 0;
  const from = batches.findLastIndex(({ changes }, at) => {
    for (const { before, after } of changes) bytes += (before?.size ?? 0) + (after?.size ?? 0);
    return at < batches.length - 1 && (bytes > MOST_BYTES || at < batches.length - MOST_BATCHES);
  });
  return batches.slice(from + 1);
}
