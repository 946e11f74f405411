import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import type { TokenEncoding } from '../../core/tokens/encoding';
import type { EngineRun } from './engineRun.svelte';
import { handOverFolder } from './folderHandover';
import type {
  Engine,
  EngineEvent,
  IndexedFile,
  KeptSummary,
  OpenedFolder,
  OpenOptions,
  WorkspaceFault,
} from '../ports';
import type { FileSearch } from '../search/fileSearch.svelte';
import type { ContentNews } from './contentNews.svelte';
import type { FileTree } from '../tree/fileTree';

interface Parts {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly tree: FileTree;
  readonly run: EngineRun;
  readonly symbols: Pick<ContentNews, 'receive' | 'changed'>;
  readonly references: Pick<ContentNews, 'receive' | 'changed'> & {
    readAhead(files: number): Promise<void>;
  };
  readonly fileSearch: Pick<FileSearch, 'changed'>;
}

export interface ReadingHooks {
  /** The engine cached summaries of these files. */
  onkept(files: readonly Pick<KeptSummary, 'path' | 'hash'>[]): void;
  /** Files came or went. */
  onlisted(): void;
  /** These files were read outside of a run. */
  onread(paths: readonly RepoPath[]): void;
  /** The run ended; `complete` unless by a fault. */
  onended(complete: boolean): void;
  /** All counts are out of date, because the encoding changes. */
  onrecount(): void;
  /** Counts everything that is not a file. */
  recount(): Promise<void>;
}

interface ReadingOptions extends Omit<OpenOptions, 'workspaceId'> {
  /** Reading waits for it. */
  readonly drawn: Promise<void>;
}

/** Reads a folder through the engine, and puts what the engine reports into the tree. */
export class FolderReading {
  readonly #engine: Engine;
  readonly #parts: Parts;
  readonly #hooks: ReadingHooks;
  #recounting = $state(0);
  /** Files counted since the encoding changed; undefined if no recount is running. */
  #recounted: Set<number> | undefined;
  /** The encodings that the engine knows; undefined before the folder is opened. */
  #sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding> | undefined;

  constructor(engine: Engine, parts: Parts, hooks: ReadingHooks) {
    this.#engine = engine;
    this.#parts = parts;
    this.#hooks = hooks;
  }

  /** True while everything is recounted in another encoding. */
  get recounting(): boolean {
    return this.#recounting > 0;
  }

  /** Opens the folder. Resolves when everything is read and counted, or when the run ended early. */
  async open({ drawn, ...options }: ReadingOptions): Promise<void> {
    const { id, folder, run } = this.#parts;
    this.#sourceEncodings = options.sourceEncodings;
    await run.asRun(async () => {
      // Synchronously, because a browser may release the files together with their input element.
      const source = await handOverFolder(this.#engine, folder);
      await drawn;
      const opened = this.#engine.open(source, { ...options, workspaceId: id }, (event) => {
        this.#receive(event);
      });
      // If the workspace is closed meanwhile, both reject, and neither rejection may go unhandled.
      await Promise.all([opened, this.#hooks.recount()]);
    });
  }

  async refresh(): Promise<void> {
    await this.#parts.run.asRun(() => this.#engine.refresh());
  }

  /** Looks for changes if the browser does not report them. */
  async windowFocused(): Promise<void> {
    const { watched, busy, fault } = this.#parts.run;
    if (this.#parts.folder.kind !== 'handle' || watched || busy || fault !== undefined) return;
    await this.refresh();
  }

  async cancel(): Promise<void> {
    await this.#parts.run.guarded(() => this.#engine.cancel());
  }

  async setUserPatterns(patterns: string): Promise<void> {
    await this.#parts.run.asRun(() => this.#engine.setUserPatterns(patterns));
  }

  /** Reads files again in the encodings chosen for them; does nothing if this is the same map as before. */
  async setSourceEncodings(chosen: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void> {
    if (this.#sourceEncodings === undefined || chosen === this.#sourceEncodings) return;
    this.#sourceEncodings = chosen;
    await this.#parts.run.asRun(() => this.#engine.setSourceEncodings(chosen));
  }

  async setEncoding(encoding: TokenEncoding): Promise<void> {
    const { run } = this.#parts;
    const recounted = new Set<number>();
    this.#recounted = recounted;
    const counting = run.asRun(() => this.#engine.setEncoding(encoding));
    this.#hooks.onrecount();
    this.#recounting += 1;
    await counting;
    if (this.#recounted === recounted) this.#recounted = undefined;
    await run.guarded(() => this.#hooks.recount());
    this.#recounting -= 1;
  }

  /** The engine ended by itself. */
  died(fault: WorkspaceFault): void {
    const { run } = this.#parts;
    if (run.closed) return;
    run.died(fault);
    this.#forgetOldCounts();
    this.#hooks.onended(false);
  }

  #receive(event: EngineEvent): void {
    const { tree, run } = this.#parts;
    if (run.closed) return;
    switch (event.kind) {
      case 'entries':
        tree.addEntries(event.entries);
        this.#parts.fileSearch.changed();
        this.#hooks.onlisted();
        return;
      case 'removed':
        tree.removeIds(event.ids);
        this.#parts.fileSearch.changed();
        this.#hooks.onlisted();
        return;
      case 'indexed': {
        const ids = event.files.map(({ id }) => id);
        for (const id of ids) this.#recounted?.add(id);
        if (event.files.some((file) => this.#isOther(file))) this.#parts.fileSearch.changed();
        tree.setIndexed(event.files);
        if (!run.busy) this.#hooks.onread(tree.pathsOf(ids));
        return;
      }
      case 'summaries-kept':
        this.#hooks.onkept(event.files);
        return;
      case 'symbols':
        this.#parts.symbols.receive(event.progress);
        return;
      case 'references':
        this.#parts.references.receive(event.progress);
        return;
      default:
        run.receive(event);
        if (event.kind === 'fault' || (event.kind === 'idle' && event.canceled)) this.#forgetOldCounts();
        if (event.kind === 'fault' || event.kind === 'idle') {
          this.#parts.symbols.changed();
          this.#parts.references.changed();
          this.#hooks.onended(event.kind === 'idle');
        }
        if (event.kind === 'idle' && !event.canceled)
          void run.guarded(() => this.#parts.references.readAhead(tree.root.sums.files));
    }
  }

  /** Whether the file's text was another before. */
  #isOther({ id, content }: IndexedFile): boolean {
    const before = this.#parts.tree.byId(id);
    if (before?.kind !== 'file' || before.content === undefined) return false;
    return hashOf(before.content) !== hashOf(content);
  }

  /** A change of encoding that ends early leaves files counted in the old one. */
  #forgetOldCounts(): void {
    if (this.#recounted === undefined) return;
    this.#parts.tree.forgetContents(this.#recounted);
    this.#recounted = undefined;
  }
}

function hashOf(content: FileContent): string | undefined {
  return content.kind === 'text' ? content.hash : undefined;
}
