import { Signal } from '../../core/async/signal';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import type { TokenEncoding } from '../../core/tokens/encoding';
import type { EngineRun } from './engineRun.svelte';
import { handOverFolder } from './folderHandover';
import type {
  ContentProgress,
  Engine,
  EngineEvent,
  IndexedFile,
  KeptSummary,
  OpenOptions,
  WorkspaceFault,
} from '../ports/engine';
import type { OpenedFolder } from '../ports/folders';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';

interface Parts {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly engine: Engine;
  readonly tree: FileTree;
  readonly run: EngineRun;
  readonly changes: Pick<FileChanges, 'raise'>;
}

type ParsedEvent = Extract<EngineEvent, { readonly kind: 'symbols' | 'references' }>;

/** The indexes that files are parsed for in the background. */
export type ParsedFor = ParsedEvent['kind'];

/** How a run ended: with everything read, by the user, by a fault of the folder, or together with the engine. */
type RunEnd = 'done' | 'canceled' | 'fault' | 'died';

interface ReadingOptions extends Omit<OpenOptions, 'workspaceId'> {
  /** Reading waits for it. */
  readonly drawn: Promise<void>;
}

/** Reads a folder through the engine, and puts what the engine reports into the tree. */
export class FolderReading {
  /** Files came or went. */
  readonly listed = new Signal();
  /** The files came, went, or have another text. */
  readonly textsChanged = new Signal();
  /** These files were read outside of a run. */
  readonly read = new Signal<readonly RepoPath[]>();
  readonly ended = new Signal<RunEnd>();
  /** All counts are out of date, because the encoding changes. */
  readonly outdated = new Signal();
  /** Everything that is not a file has to be counted. */
  readonly recount = new Signal();
  /** The engine cached summaries of these files. */
  readonly kept = new Signal<readonly Pick<KeptSummary, 'path' | 'hash'>[]>();
  readonly parsed = new Signal<ParsedEvent>();
  /** Pages of a document have been converted. */
  readonly converting = new Signal<Extract<EngineEvent, { readonly kind: 'document' }>>();
  /** The folder's repository has changed on disk. */
  readonly repositoryChanged = new Signal();
  /** The progress that `parsed` told last. */
  readonly progressOf: Partial<Record<ParsedFor, ContentProgress>> = {};
  readonly #engine: Engine;
  readonly #parts: Parts;
  #recounting = $state(0);
  /** Files counted since the encoding changed; undefined if no recount is running. */
  #recounted: Set<number> | undefined;
  /** The encodings that the engine knows; undefined before the folder is opened. */
  #sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding> | undefined;

  constructor(parts: Parts) {
    this.#engine = parts.engine;
    this.#parts = parts;
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
      const opened = this.#engine.open(source, { ...options, workspaceId: id }, (event) => {
        this.#receive(event);
        return event.kind === 'stored' ? drawn : undefined; // The engine reads the folder after that.
      });
      // If the workspace is closed meanwhile, both reject, and neither rejection may go unhandled.
      await Promise.all([opened, drawn.then(() => this.recount.emitAndWait())]);
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

  /** Ids of the files that match, best first; none if the workspace is being closed. */
  async findFiles(query: string, limit: number): Promise<readonly number[]> {
    let found: readonly number[] = [];
    await this.#parts.run.guarded(async () => {
      found = await this.#engine.filter(query, limit);
    });
    return found;
  }

  /** Prepares the search for files by name, because the user may start one. */
  prepareFindFiles(): void {
    // The search itself would fail as well and report the error.
    this.#engine.prepareFilter().catch(() => undefined);
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
    this.outdated.emit();
    this.#recounting += 1;
    await counting;
    if (this.#recounted === recounted) this.#recounted = undefined;
    await run.guarded(() => this.recount.emitAndWait());
    this.#recounting -= 1;
  }

  /** The engine ended by itself. */
  died(fault: WorkspaceFault): void {
    const { run } = this.#parts;
    if (run.closed) return;
    run.died(fault);
    this.#forgetOldCounts();
    this.#end('died');
  }

  #receive(event: EngineEvent): void {
    const { tree, run } = this.#parts;
    if (run.closed) return;
    switch (event.kind) {
      case 'entries':
        tree.addEntries(event.entries);
        this.textsChanged.emit();
        this.listed.emit();
        return;
      case 'removed':
        tree.removeIds(event.ids);
        this.textsChanged.emit();
        this.listed.emit();
        return;
      case 'indexed': {
        const ids = event.files.map(({ id }) => id);
        for (const id of ids) this.#recounted?.add(id);
        if (event.files.some((file) => this.#isOther(file))) this.textsChanged.emit();
        tree.setIndexed(event.files);
        if (!run.busy) this.read.emit(tree.pathsOf(ids));
        return;
      }
      case 'stored':
        this.#parts.changes.raise();
        return;
      case 'summaries-kept':
        this.kept.emit(event.files);
        return;
      case 'git':
        this.repositoryChanged.emit();
        return;
      case 'document':
        this.converting.emit(event);
        return;
      case 'symbols':
      case 'references':
        this.progressOf[event.kind] = event.progress;
        this.parsed.emit(event);
        return;
      default:
        run.receive(event);
        if (event.kind === 'fault' || (event.kind === 'idle' && event.canceled)) this.#forgetOldCounts();
        if (event.kind === 'fault') this.#end('fault');
        if (event.kind === 'idle') this.#end(event.canceled ? 'canceled' : 'done');
    }
  }

  #end(end: RunEnd): void {
    this.ended.emit(end);
    this.#parts.changes.raise();
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
