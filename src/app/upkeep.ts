import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { DEFAULT_RULES } from '../core/items/power';
import type { Composition, CompositionChange } from './composition/composition.svelte';
import type { DocumentModel } from './document/document.svelte';
import type { EngineRun } from './reading/engineRun.svelte';
import { FileNotes, type FileNote } from './files/fileNotes';
import type { FileViews } from './document/fileViews';
import type { GoneFiles } from './composition/goneFiles';
import type { Engine, SectionSource } from './ports';

interface Parts {
  readonly run: EngineRun;
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly views: FileViews;
  readonly gone: GoneFiles;
  contentOf(path: RepoPath): FileContent | undefined;
}

const RULES = Object.keys(DEFAULT_RULES);

/** Keeps the document, and what the tree tells of it, in step with what is composed and what is known of the files. */
export class Upkeep {
  readonly #engine: Engine;
  readonly #parts: Parts;
  readonly #notes = new FileNotes();

  constructor(engine: Engine, parts: Parts) {
    this.#engine = engine;
    this.#parts = parts;
  }

  /** What is to be known of ticked files before they are pasted, in the document's order. Not reactive. */
  get notes(): readonly FileNote[] {
    return this.#notes.list;
  }

  /** The user has composed otherwise. Returns whether files stand otherwise now. */
  composed({ items, options }: CompositionChange): boolean {
    const { run, composition } = this.#parts;
    const areRulesOthers = options !== undefined && RULES.some((rule) => rule in options);
    if (items !== undefined) {
      this.changed([...items.keys()]);
      if (!run.busy) this.measure(items.keys());
      if (composition.options.fileTree === 'selected' || this.#showsFigures) this.refreshSection('fileTree');
    }
    if (areRulesOthers) {
      this.allChanged();
      this.measureViews();
    }
    if (options?.instructions !== undefined || options?.systemPrompt !== undefined)
      this.refreshSection('instructions');
    if (options?.task !== undefined) this.refreshSection('task');
    if (options?.fileTree !== undefined || options?.fileTreeFigures !== undefined)
      this.refreshSection('fileTree');
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
    if (this.#showsFigures) this.refreshSection('fileTree');
    this.measureViews();
  }

  /** These, which may have been taken out of the composition, stand otherwise in the document. */
  changed(paths: readonly RepoPath[]): void {
    const { composition, document, views, gone } = this.#parts;
    document.filesChanged(paths);
    views.show(paths);
    gone.changed(paths);
    for (const path of paths) {
      const content = composition.item(path) && this.#parts.contentOf(path);
      this.#notes.set(path, content, content && views.slicesOf(path));
    }
  }

  allChanged(): void {
    const { composition, document, views } = this.#parts;
    document.allFilesChanged();
    views.show(composition.paths);
  }

  /** Whether the file tree section tells what is in ticked files. */
  get #showsFigures(): boolean {
    const { fileTree, fileTreeFigures } = this.#parts.composition.options;
    return fileTree !== 'off' && fileTreeFigures;
  }

  refreshSection(section: SectionSource['section']): void {
    const { run, document } = this.#parts;
    void run.guarded(() => document.refreshSection(section));
  }

  /** Asks for what no run has counted of these files where they are ticked: left out, large, or gone. */
  measure(paths: Iterable<RepoPath>): void {
    const { run, composition } = this.#parts;
    const unknown: RepoPath[] = [];
    for (const path of paths) {
      const content = this.#parts.contentOf(path);
      const isUnknown = content === undefined || content.kind === 'unread';
      if (isUnknown && composition.item(path) !== undefined) unknown.push(path);
    }
    if (unknown.length > 0) void run.asMeasuring(() => this.#engine.measureFiles(unknown));
    this.measureViews();
  }

  /** Asks for what is not known of the views they stand in. */
  measureViews(): void {
    const { run, views } = this.#parts;
    void run.asMeasuring(() => views.measure());
  }
}
