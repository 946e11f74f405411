import { SvelteSet } from 'svelte/reactivity';
import { coalesce } from '../../core/async/coalesce';
import { counted } from '../../core/counted';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { TokenText } from '../../core/tokens/tokenText';
import type { Choices } from '../composition/choices';
import type { Composition } from '../composition/composition.svelte';
import { undoOffer } from '../composition/undoOffer';
import type { FileViews } from '../document/fileViews';
import type { Notify } from '../notify';
import type { RelatedWanted } from '../ports/engine';
import type { References } from '../references/references';
import type { FileTree } from '../tree/fileTree';

export type Direction = RelatedWanted['direction'];

/** A file that would be added. */
export interface RelatedFile {
  readonly path: RepoPath;
  readonly tokens: number;
  readonly isExact: boolean;
}

/** The parts of a workspace that `RelatedFiles` needs. */
interface Parts {
  readonly choices: Choices;
  readonly composition: Composition;
  readonly notify: Notify;
  readonly references: References;
  readonly revision: number;
  readonly tokens: TokenText;
  readonly tree: FileTree;
  readonly views: FileViews;
}

interface Start {
  readonly paths: readonly RepoPath[];
  readonly direction: Direction;
}

/** Chooses files to add to the document: the files that the starting files use, or those that use them. */
export class RelatedFiles {
  readonly start: readonly RepoPath[];
  readonly #workspace: Parts;
  #direction = $state<Direction>('uses');
  #steps = $state<1 | 2>(1);
  #asSkeletons = $state(false);
  #found = $state.raw<readonly RepoPath[] | undefined>();
  #failure = $state('');
  /** Increases with every measurement. */
  #measures = $state(0);
  readonly #deselected = new SvelteSet<RepoPath>();
  #measuring = new AbortController();
  readonly #look: () => Promise<void>;

  /** The found files that can be added; undefined until the search has finished. */
  readonly files: readonly RelatedFile[] | undefined = $derived.by(() => {
    void [this.#workspace.revision, this.#measures];
    return this.#found?.filter((path) => this.#isNew(path)).map((path) => this.#fileAt(path));
  });
  readonly chosen: readonly RelatedFile[] = $derived(
    this.files?.filter(({ path }) => !this.#deselected.has(path)) ?? [],
  );

  constructor(workspace: Parts, { paths, direction }: Start) {
    this.#workspace = workspace;
    this.start = paths;
    this.#direction = direction;
    this.#look = coalesce(() => this.#lookOnce());
  }

  get direction(): Direction {
    return this.#direction;
  }

  set direction(direction: Direction) {
    this.#direction = direction;
    this.#begin();
  }

  get steps(): 1 | 2 {
    return this.#steps;
  }

  set steps(steps: 1 | 2) {
    this.#steps = steps;
    this.#begin();
  }

  get asSkeletons(): boolean {
    return this.#asSkeletons;
  }

  set asSkeletons(on: boolean) {
    this.#asSkeletons = on;
    void this.#measure();
  }

  /** How many of the found files are already in the document. */
  get selectedBefore(): number {
    void this.#workspace.revision;
    return this.#found?.filter((path) => this.#workspace.composition.item(path) !== undefined).length ?? 0;
  }

  /** The reason the search failed; empty if it didn't. */
  get failure(): string {
    return this.#failure;
  }

  isChosen(path: RepoPath): boolean {
    return !this.#deselected.has(path);
  }

  choose(path: RepoPath, on: boolean): void {
    if (on) this.#deselected.delete(path);
    else this.#deselected.add(path);
  }

  chooseAll(on: boolean): void {
    for (const { path } of this.files ?? []) this.choose(path, on);
  }

  /** Finds the files, and again whenever there may be more. Returns a function that stops it. */
  follow(): () => void {
    void this.#look();
    const stop = this.#workspace.references.watch(() => void this.#look());
    return () => {
      stop();
      this.#measuring.abort();
    };
  }

  /** Adds the chosen files as one undo step. */
  add(): void {
    const { choices, composition, notify, tokens } = this.#workspace;
    const paths = this.chosen.map(({ path }) => path);
    const total = this.chosen.reduce((sum, file) => sum + file.tokens, 0);
    const isExact = this.chosen.every((file) => file.isExact);
    const name = stepName(this.start, this.#direction);
    const added = choices.selectAll(paths, name, this.#asSkeletons ? 'skeleton' : undefined);
    if (added === 0) return; // The user is asked about all of them.
    notify({
      kind: 'done',
      text: `${counted(added, 'file')} added (${tokens.long(total, isExact && added === paths.length)}).`,
      offer: undoOffer(composition, name, notify),
    });
  }

  /** Resets the result and starts a new search. */
  #begin(): void {
    this.#found = undefined;
    void this.#look();
  }

  async #lookOnce(): Promise<void> {
    const [direction, steps] = [this.#direction, this.#steps];
    try {
      const { paths, progress } = await this.#workspace.references.related({
        ...{ paths: this.start, direction, steps },
      });
      if (direction !== this.#direction || steps !== this.#steps) return; // Another call follows.
      this.#failure = '';
      if (progress.state !== 'reading') this.#found = paths;
      void this.#measure();
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Measures the files as they would be shown. */
  async #measure(): Promise<void> {
    this.#measuring.abort();
    this.#measuring = new AbortController();
    const { views } = this.#workspace;
    const wanted = (this.files ?? []).flatMap(({ path }) => {
      const view = this.#viewOf(path);
      if (view === undefined) return [];
      const { exact, known } = views.factsIn(path, view);
      return exact || !known ? [] : [{ path, views: [view] }];
    });
    await views.measureBeside(wanted, this.#measuring.signal, () => {
      this.#measures += 1;
    });
  }

  #isNew(path: RepoPath): boolean {
    const node = this.#workspace.tree.byPath(path);
    return node?.kind === 'file' && !node.ticked && !node.missing;
  }

  #fileAt(path: RepoPath): RelatedFile {
    const view = this.#viewOf(path);
    if (view === undefined) return { path, tokens: 0, isExact: true };
    const { measure, exact, fullTokens } = this.#workspace.views.factsIn(path, view);
    return { path, tokens: measure?.tokens ?? fullTokens, isExact: exact };
  }

  /** The view that the file would have. */
  #viewOf(path: RepoPath): ViewRequest | undefined {
    const { choices, composition, views } = this.#workspace;
    const item = choices.newItem(path, this.#asSkeletons ? 'skeleton' : undefined);
    return views.viewOfItem(item, composition.options);
  }
}

function stepName(start: readonly RepoPath[], direction: Direction): string {
  const [first] = start;
  const one = start.length === 1 && first !== undefined;
  const files = one ? baseName(first) : counted(start.length, 'file');
  if (direction === 'usedBy') return `Add what uses ${files}`;
  return `Add what ${files} ${one ? 'needs' : 'need'}`;
}
