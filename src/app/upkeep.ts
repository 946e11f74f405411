import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { affectsViews } from '../core/settings/compositionOptions';
import type { Composition, CompositionChange } from './composition/composition.svelte';
import type { DocumentModel } from './document/document.svelte';
import type { EngineRun } from './reading/engineRun.svelte';
import { FileNotes, type FileNote } from './files/fileNotes';
import { Pieces } from './reading/pieces.svelte';
import type { FileViews } from './document/fileViews';
import type { GoneFiles } from './composition/goneFiles';
import type { Clock, Engine } from './ports';

interface Parts {
  readonly run: EngineRun;
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly views: FileViews;
  readonly gone: GoneFiles;
  contentOf(path: RepoPath): FileContent | undefined;
}

interface Hooks {
  readonly clock: Clock;
  /** Everything follows what has changed, after a while in which not all of it did. */
  readonly onfollowed: () => void;
}

/** Keeps the document, and what the tree tells of it, in step with what is composed and what is known of the files. */
export class Upkeep {
  readonly #engine: Engine;
  readonly #parts: Parts;
  readonly #notes = new FileNotes();
  readonly #onfollowed: () => void;
  readonly #changed: Pieces<RepoPath>;
  /** In the document, but not counted by any run: ignored, large, gone, or not reached yet. */
  readonly #uncounted = new Set<RepoPath>();

  constructor(engine: Engine, parts: Parts, { clock, onfollowed }: Hooks) {
    this.#engine = engine;
    this.#parts = parts;
    this.#onfollowed = onfollowed;
    this.#changed = new Pieces(clock, (paths) => {
      this.#follow(paths);
    });
  }

  /** What is to be known of ticked files before they are pasted, in the document's order. Not reactive. */
  get notes(): readonly FileNote[] {
    return this.#notes.list;
  }

  /** True while the document and the tree are still to follow a change of very many files. */
  get behind(): boolean {
    return this.#changed.running !== undefined;
  }

  /** Resolves when everything follows what is composed. */
  async settled(): Promise<void> {
    await this.#changed.running;
  }

  close(): void {
    this.#changed.close();
  }

  /** The user has composed otherwise. Returns whether files stand otherwise now. */
  composed({ items, options }: CompositionChange): boolean {
    const { run } = this.#parts;
    const areRulesOthers = options !== undefined && affectsViews(options);
    if (items !== undefined) {
      const paths = [...items.keys()];
      if (this.changed(paths) && !run.busy) this.measure(paths);
    }
    if (areRulesOthers) {
      this.allChanged();
      this.measureViews();
    }
    this.#syncDocument();
    return items !== undefined || areRulesOthers;
  }

  /** Something else is known of these files, of which some may be composed. */
  known(paths: Iterable<RepoPath>): void {
    const { composition } = this.#parts;
    this.changed([...paths].filter((path) => composition.item(path) !== undefined));
  }

  /** Nothing more is coming for now of what stands in these files. */
  contentsSettled(paths: readonly RepoPath[]): void {
    const { composition } = this.#parts;
    if (!paths.some((path) => composition.item(path) !== undefined)) return;
    void this.#parts.run.guarded(() => this.#parts.document.follow('read'));
    this.measureViews();
  }

  /**
   * These, which may have been taken out of the composition, stand otherwise in the document. Returns whether all follows
   * that already, as it does unless they are very many.
   */
  changed(paths: readonly RepoPath[]): boolean {
    const { run } = this.#parts;
    const isFollowed = this.#changed.running === undefined;
    const following = this.#changed.add(paths);
    if (following === undefined) return true;
    if (isFollowed) void run.asMeasuring(() => following.then(() => this.#followed()));
    return false;
  }

  allChanged(): void {
    this.changed(this.#parts.composition.paths);
  }

  #follow(paths: readonly RepoPath[]): void {
    const { document, views, gone } = this.#parts;
    document.filesChanged(paths);
    views.show(paths);
    gone.changed(paths);
    for (const path of paths) {
      const isShown = views.viewOf(path) !== undefined;
      const content = isShown ? this.#parts.contentOf(path) : undefined;
      if (isShown && !isCounted(content)) this.#uncounted.add(path);
      else this.#uncounted.delete(path);
      this.#notes.set(
        path,
        content,
        content && { slices: views.slicesOf(path), warnings: views.warningsOf(path) },
      );
    }
  }

  #followed(): void {
    const { run } = this.#parts;
    if (run.closed) return;
    if (!run.busy) this.measure();
    this.#onfollowed();
    this.#syncDocument();
  }

  #syncDocument(): void {
    const { run, document } = this.#parts;
    void run.guarded(() => document.sync());
  }

  /** Asks for what no run has counted, of these files or of all. */
  measure(paths?: readonly RepoPath[]): void {
    const uncounted = paths?.filter((path) => this.#uncounted.has(path)) ?? [...this.#uncounted];
    if (uncounted.length > 0) void this.#parts.run.asMeasuring(() => this.#engine.measureFiles(uncounted));
    this.measureViews();
  }

  /** Asks for what is not known of the views they stand in. */
  measureViews(): void {
    const { run, views } = this.#parts;
    void run.asMeasuring(() => views.measure());
  }
}

function isCounted(content: FileContent | undefined): boolean {
  return content !== undefined && content.kind !== 'unread';
}
