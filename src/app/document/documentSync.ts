import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { affectsViews } from '../../core/settings/compositionOptions';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Engine } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { Git } from '../git/git.svelte';
import type { KeptSummaries } from '../summaries/keptSummaries';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import type { DocumentModel } from './document.svelte';
import type { FileViews } from './fileViews';

interface Parts {
  readonly engine: Pick<Engine, 'measureFiles'>;
  readonly reading: FolderReading;
  readonly git: Pick<Git, 'changed'>;
  readonly run: EngineRun;
  readonly tree: FileTree;
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly views: FileViews;
  readonly changes: FileChanges;
  readonly summaries: KeptSummaries;
  readonly conversation: Pick<Conversation, 'attachments' | 'discussions' | 'turns' | 'urls'>;
}

/** Asks the engine for everything that the document needs: contents, measures, and sections. */
export class DocumentSync {
  readonly #parts: Parts;
  /** Files in the document that no run has counted: ignored, large, gone, or not reached yet. */
  readonly #uncounted = new Set<RepoPath>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { changes, composition, conversation, document, git, reading, run, summaries } = parts;
    changes.files.subscribe((paths) => this.#filesChanged(paths));
    changes.followed.subscribe(() => {
      if (!run.busy) this.#measureViews();
    });
    changes.fellBehind.subscribe((following) =>
      run.asMeasuring(async () => {
        await following;
        this.#caughtUp();
      }),
    );
    composition.changed.subscribe(({ change }) => this.#composed(change));
    reading.listed.subscribe(() => run.guarded(() => document.follow('listed')));
    git.changed.subscribe(() => document.follow('git'));
    reading.read.subscribe((paths) => this.#contentsRead(paths));
    reading.ended.subscribe((end) => {
      if (end !== 'done' && end !== 'canceled') return;
      this.#measure();
      void run.guarded(() => document.follow('ended'));
      this.#contentsRead(composition.paths);
    });
    for (const news of [
      summaries.written,
      conversation.discussions.changed,
      conversation.attachments.changed,
      conversation.urls.changed,
      conversation.turns.changed,
    ])
      news.subscribe(() => this.sectionsChanged());
  }

  #filesChanged(paths: readonly RepoPath[]): void {
    const { views, tree } = this.#parts;
    for (const path of paths) {
      const isShown = views.viewOf(path) !== undefined;
      if (isShown && !isCounted(tree.byPath(path)?.content)) this.#uncounted.add(path);
      else this.#uncounted.delete(path);
    }
  }

  /** Follows a change of the composition, after the table of files. */
  #composed({ items, options }: CompositionChange): void {
    const { run, composition, changes } = this.#parts;
    if (options !== undefined && affectsViews(options)) {
      changes.now(composition.paths);
      this.#measureViews();
    }
    if (items !== undefined && !run.busy && !changes.behind) this.#measureFiles([...items.keys()]);
    this.#syncSections();
  }

  /** Follows a change of something other than the composition that sections are made from. */
  sectionsChanged(): void {
    this.#syncSections();
  }

  /** Measures everything that no run has counted. */
  #measure(): void {
    this.#measureFiles([...this.#uncounted]);
    this.#measureViews();
  }

  #measureViews(): void {
    const { changes, run, views } = this.#parts;
    if (views.areMeasured) return;
    void run.asMeasuring(async () => {
      await views.measure();
      await changes.settled();
    });
  }

  /** Follows the contents of these files, now that no more are coming. */
  #contentsRead(paths: readonly RepoPath[]): void {
    const { composition, run, document } = this.#parts;
    if (paths.some((path) => composition.items.has(path))) void run.guarded(() => document.follow('read'));
  }

  /** The projections caught up with a change of very many files. */
  #caughtUp(): void {
    if (this.#parts.run.closed) return;
    if (!this.#parts.run.busy) this.#measure();
    this.#syncSections();
  }

  #measureFiles(paths: readonly RepoPath[]): void {
    const uncounted = paths.filter((path) => this.#uncounted.has(path));
    if (uncounted.length > 0)
      void this.#parts.run.asMeasuring(() => this.#parts.engine.measureFiles(uncounted));
  }

  #syncSections(): void {
    const { run, document } = this.#parts;
    void run.guarded(() => document.sync());
  }
}

function isCounted(content: FileContent | undefined): boolean {
  return content !== undefined && content.kind !== 'unread';
}
