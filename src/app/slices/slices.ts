import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import { counted } from '../../core/counted';
import type { ContentHash } from '../../core/files/fileContent';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { CustomSlice, LineRange, SliceRequest } from '../../core/slices/customSlice';
import type { ResolvedSlice } from '../../core/slices/resolvedSlice';
import type { Choices } from '../composition/choices';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from '../document/fileViews';
import type { Engine } from '../ports/engine';

interface Parts {
  readonly engine: Pick<Engine, 'anchorSlices'>;
  readonly composition: Composition;
  readonly choices: Pick<Choices, 'setSlices'>;
  readonly views: Pick<FileViews, 'lookInto'>;
}

/** A file's slices and their places in the content with this hash. */
interface FoundSlices {
  readonly path: RepoPath;
  readonly hash: string | undefined;
  readonly slices: readonly CustomSlice[];
  readonly places: readonly ResolvedSlice[];
}

/** The user's words about a slice. */
export type SliceLabel = Pick<CustomSlice, 'tag' | 'comment'>;

/** Slices of files, which stay in place while the files change. Every method is one undo step. */
export class Slices {
  readonly #parts: Parts;
  /** The new version of each replaced slice. */
  readonly #nextOf = new WeakMap<CustomSlice, CustomSlice>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The slices of a file at their stored lines. */
  of(path: RepoPath): readonly CustomSlice[] {
    return this.#parts.composition.item(path)?.customSlices ?? [];
  }

  /**
   * Adds slices for lines that no slice shows yet, and shows the file as slices. `shown` is the hash of the content in which
   * the user saw the lines; without it, line numbers refer to the current content.
   */
  async add(path: RepoPath, wanted: readonly SliceRequest[], shown?: ContentHash): Promise<void> {
    const anchored = await this.#anchored(path, wanted, shown);
    const [found] = await this.#lookFor([path]);
    const isThere = (slice: CustomSlice) =>
      this.of(path).some((other) => areSameLines(slice, shownLines(other, found)));
    const made = anchored.filter((slice) => !isThere(slice));
    if (made.length === 0) return;
    const name = made.length === 1 && made[0] ? linesOf(made[0]) : `${made.length} slices`;
    this.#set(path, [...this.of(path), ...made], `Slice ${name} of ${baseName(path)}`);
  }

  /** Changes the lines of a slice. `shown` as in `add`. */
  async setRange(path: RepoPath, slice: CustomSlice, range: LineRange, shown?: ContentHash): Promise<void> {
    const { startLine, endLine } = range;
    const [made] = await this.#anchored(path, [{ startLine, endLine }], shown);
    const now = this.#nowOf(path, slice);
    const { tag, comment } = now;
    if (made !== undefined)
      this.#replace(
        path,
        new Map([[now, { ...made, tag, comment }]]),
        `Slice ${linesOf(range)} of ${baseName(path)}`,
      );
  }

  setLabel(path: RepoPath, slice: CustomSlice, { tag, comment }: SliceLabel): void {
    if (slice.tag === tag && slice.comment === comment) return;
    const name = `${slice.tag === tag ? 'Comment on' : 'Name'} a slice of ${baseName(path)}`;
    const mergeKey = `${name} ${path} ${this.of(path).indexOf(slice)}`;
    this.#replace(path, new Map([[slice, { ...slice, tag, comment }]]), name, mergeKey);
  }

  remove(path: RepoPath, slice: CustomSlice): void {
    const kept = this.of(path).filter((other) => other !== slice);
    this.#set(path, kept, `Remove a slice of ${baseName(path)}`);
  }

  /** Moves a slice to index `to`, which changes its order in the document. */
  move(path: RepoPath, slice: CustomSlice, to: number): void {
    const before = this.of(path);
    const from = before.indexOf(slice);
    if (from < 0 || from === to) return;
    const others = before.filter((other) => other !== slice);
    this.#set(path, others.toSpliced(to, 0, slice), `Reorder slices of ${baseName(path)}`);
  }

  /** Current places of the slices of files, without files that have no slices or no text. */
  async placesOf(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, readonly ResolvedSlice[]>> {
    return new Map((await this.#lookFor(paths)).map(({ path, places }) => [path, places]));
  }

  /**
   * Stores the current places of one slice, or of all slices of these files that were found again. Lost slices stay
   * unchanged, and so do those of a file that changes meanwhile, because their places are stale. Resolves to the number of
   * slices changed.
   */
  async accept(paths: readonly RepoPath[], only?: CustomSlice): Promise<number> {
    const newOf = new Map<CustomSlice, CustomSlice>();
    let changed: RepoPath | undefined;
    for (const { path, hash, slices, places } of await this.#lookFor(paths)) {
      const found = slices.flatMap((slice, at) => {
        const place = places[at];
        const isMeant = only === undefined ? isFound(place) : only === slice;
        return isMeant && place !== undefined && place.state !== 'lost' ? [{ slice, place }] : [];
      });
      if (found.length === 0) continue;
      const made = await this.#anchored(
        path,
        found.map(({ slice: { tag, comment }, place: { startLine, endLine } }) => ({
          ...{ startLine, endLine, tag, comment },
        })),
      );
      if (made.some(({ fileHash }) => fileHash !== hash)) changed = path;
      else for (const [at, { slice }] of found.entries()) newOf.set(slice, made[at] ?? slice);
    }
    const count = this.#takePlaces(paths, newOf);
    if (count === 0 && changed !== undefined)
      throw new Error(`${baseName(changed)} has changed. Check its slices again`);
    return count;
  }

  /** Skips slices that the user has changed or removed during the search. */
  #takePlaces(paths: readonly RepoPath[], newOf: ReadonlyMap<CustomSlice, CustomSlice>): number {
    const items = new Map<RepoPath, readonly CustomSlice[]>();
    let count = 0;
    for (const path of paths) {
      const slices = this.of(path);
      const accepted = slices.filter((slice) => newOf.has(slice)).length;
      if (accepted === 0) continue;
      items.set(
        path,
        slices.map((slice) => withKeys(newOf.get(slice), slice)),
      );
      count += accepted;
    }
    const [first] = items.keys();
    const where = items.size === 1 && first ? baseName(first) : `${items.size} files`;
    if (items.size > 0) this.#parts.choices.setSlices(items, `Accept moved slices in ${where}`);
    return count;
  }

  async #lookFor(paths: readonly RepoPath[]): Promise<readonly FoundSlices[]> {
    const asked = paths
      .map((path) => ({ path, slices: this.of(path) }))
      .filter(({ slices }) => slices.length > 0);
    if (asked.length === 0) return [];
    const measured = await this.#parts.views.lookInto(
      asked.map(({ path, slices }) => ({ path, views: [viewOf(slices)] })),
    );
    return asked.flatMap(({ path, slices }, at) => {
      const { hash, views = [] } = measured[at] ?? {};
      const key = viewKey(viewOf(slices));
      const places = views.find((view) => view.key === key)?.slices;
      return places === undefined ? [] : [{ path, hash, slices, places }];
    });
  }

  async #anchored(
    path: RepoPath,
    wanted: readonly SliceRequest[],
    shown?: ContentHash,
  ): Promise<readonly CustomSlice[]> {
    const made = await this.#parts.engine.anchorSlices(path, wanted);
    if (made === undefined) throw new Error(`${path} has no text, so it can't be sliced`);
    if (shown !== undefined && made.some(({ fileHash }) => fileHash !== shown))
      throw new Error(`${baseName(path)} has changed. Check its lines again`);
    const beyond = made.find(({ totalLines = 0 }, at) => (wanted[at]?.startLine ?? 0) > totalLines);
    if (beyond !== undefined) throw new Error(`${baseName(path)} has ${linesIn(beyond)}`);
    return made;
  }

  /** The current version of a slice that was relabeled or changed meanwhile. */
  #nowOf(path: RepoPath, slice: CustomSlice): CustomSlice {
    const present = new Set(this.of(path));
    let now: CustomSlice | undefined = slice;
    while (now !== undefined && !present.has(now)) now = this.#nextOf.get(now);
    return now ?? slice;
  }

  /** Ignores slices that were removed meanwhile. */
  #replace(path: RepoPath, by: ReadonlyMap<CustomSlice, CustomSlice>, name: string, mergeKey?: string): void {
    const before = this.of(path);
    if (!before.some((slice) => by.has(slice))) return;
    const after = before.map((slice) => withKeys(by.get(slice), slice));
    for (const [at, slice] of before.entries()) {
      const next = after[at];
      if (next !== undefined && next !== slice) this.#nextOf.set(slice, next);
    }
    this.#set(path, after, name, mergeKey);
  }

  #set(path: RepoPath, slices: readonly CustomSlice[], name: string, mergeKey?: string): void {
    this.#parts.choices.setSlices(new Map([[path, slices]]), name, mergeKey);
  }
}

function viewOf(slices: readonly CustomSlice[]): ViewRequest {
  return { mode: 'custom', slices };
}

/** Found with certainty, but not at its stored lines. */
function isFound(place: ResolvedSlice | undefined): boolean {
  return place !== undefined && (place.state === 'moved' || place.state === 'edited');
}

/** The new slice with the unknown keys of the old one, which other programs may need. */
function withKeys(made: CustomSlice | undefined, before: CustomSlice): CustomSlice {
  return made === undefined ? before : { ...made, unknown: before.unknown };
}

function linesIn({ totalLines = 0 }: CustomSlice): string {
  return totalLines === 0 ? 'no lines' : `only ${counted(totalLines, 'line')}`;
}

/** The current lines of a slice; undefined if it was not found, its stored lines if it was added after the search. */
function shownLines(slice: CustomSlice, found: FoundSlices | undefined): LineRange | undefined {
  const place = found?.places[found.slices.indexOf(slice)];
  if (place === undefined) return slice;
  return place.state === 'stale' || place.state === 'lost' ? undefined : place;
}

function areSameLines(one: LineRange, other: LineRange | undefined): boolean {
  return one.startLine === other?.startLine && one.endLine === other.endLine;
}

export function linesOf({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
