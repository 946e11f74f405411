import { viewKey } from '../../core/views/viewRequest';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { CustomSlice, LineRange, SliceRequest } from '../../core/slices/customSlice';
import type { ResolvedSlice } from '../../core/slices/resolvedSlice';
import type { SliceLabel, Slices } from './slices';

/** The parts of a workspace that `FileSlices` needs. */
export interface FileSlicesSource {
  readonly revision: number;
  readonly slices: Slices;
  contentOf(path: RepoPath): FileContent | undefined;
}

/** A slice of the open file with its current place; `place` is undefined until it is known. */
export interface ShownSlice {
  readonly slice: CustomSlice;
  readonly place: ResolvedSlice | undefined;
}

interface Found {
  readonly key: string;
  readonly places: readonly ResolvedSlice[];
}

/** The slices of the open file, in document order. */
export class FileSlices {
  readonly #source: FileSlicesSource;
  readonly #path: () => RepoPath | undefined;
  #found = $state.raw<Found>({ key: '', places: [] });
  #failure = $state('');
  #asked = '';

  readonly #wanted = $derived.by(() => {
    void this.#source.revision;
    const path = this.#path();
    if (path === undefined) return undefined;
    const slices = this.#source.slices.of(path);
    const content = this.#source.contentOf(path);
    const stamp = content?.kind === 'text' ? content.hash : (content?.kind ?? '');
    const view = viewKey({ mode: 'custom', slices: slices.map(unlabeled) });
    return { path, slices, key: `${path}\0${stamp}\0${view}` };
  });

  readonly list: readonly ShownSlice[] = $derived.by(() => {
    const wanted = this.#wanted;
    if (wanted === undefined) return [];
    const places = this.#found.key === wanted.key ? this.#found.places : [];
    return wanted.slices.map((slice, at) => ({ slice, place: places[at] }));
  });

  constructor(source: FileSlicesSource, path: () => RepoPath | undefined) {
    this.#source = source;
    this.#path = path;
  }

  /** Why the last action failed; empty if it succeeded. */
  get failure(): string {
    return this.#failure;
  }

  /** Finds the current places of the slices. Call in an effect: it reads everything the places depend on. */
  follow(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || wanted.key === this.#asked) return;
    this.#asked = wanted.key;
    this.#failure = '';
    if (wanted.slices.length > 0) void this.#ask(wanted);
  }

  add(wanted: SliceRequest): Promise<void> {
    return this.#do((path) => this.#source.slices.add(path, [wanted], this.#shown(path)));
  }

  setRange(slice: CustomSlice, range: LineRange): Promise<void> {
    return this.#do((path) => this.#source.slices.setRange(path, slice, range, this.#shown(path)));
  }

  setLabel(slice: CustomSlice, label: SliceLabel): Promise<void> {
    return this.#do((path) => {
      this.#source.slices.setLabel(path, slice, label);
    });
  }

  remove(slice: CustomSlice): Promise<void> {
    return this.#do((path) => {
      this.#source.slices.remove(path, slice);
    });
  }

  move(slice: CustomSlice, to: number): Promise<void> {
    return this.#do((path) => {
      this.#source.slices.move(path, slice, to);
    });
  }

  /** Stores the current place of a slice; without `slice`, those of all slices that were found again. */
  accept(slice?: CustomSlice): Promise<void> {
    return this.#do((path) => this.#source.slices.accept([path], slice));
  }

  /** Hash of the content on the screen. */
  #shown(path: RepoPath): ContentHash | undefined {
    const content = this.#source.contentOf(path);
    return content?.kind === 'text' ? content.hash : undefined;
  }

  async #ask({ path, key }: { readonly path: RepoPath; readonly key: string }): Promise<void> {
    const isLatest = () => key === this.#asked;
    try {
      const places = (await this.#source.slices.placesOf([path])).get(path) ?? [];
      if (isLatest()) this.#found = { key, places };
    } catch (error) {
      if (isLatest()) this.#failure = reasonOf(error);
    }
  }

  async #do(task: (path: RepoPath) => unknown): Promise<void> {
    const path = this.#path();
    if (path === undefined) return;
    try {
      await task(path);
      this.#failure = '';
    } catch (error) {
      this.#failure = reasonOf(error);
    }
  }
}

/** Labels do not affect places, so a new label needs no new search. */
function unlabeled(slice: CustomSlice): CustomSlice {
  return { ...slice, tag: undefined, comment: undefined };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
