import { viewKey, type ViewRequest } from '../core/compose/block';
import { baseName, type RepoPath } from '../core/files/repoPath';
import type { CustomSlice, LineRange, SliceRequest } from '../core/slices/customSlice';
import type { ResolvedSlice } from '../core/slices/resolvedSlice';
import type { Choices } from './choices';
import type { Composition } from './composition.svelte';
import type { Engine, MeasuredViews, ViewsWanted } from './ports';

interface Parts {
  readonly engine: Pick<Engine, 'anchorSlices'>;
  readonly composition: Composition;
  readonly choices: Pick<Choices, 'setSlices'>;
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
}

/** What a slice is called for its user. */
export type SliceLabel = Pick<CustomSlice, 'tag' | 'comment'>;

/** Lines picked of files, kept in place while the files change. Every verb is one step to undo. */
export class Slices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The slices that are stored, each at its stored lines. */
  of(path: RepoPath): readonly CustomSlice[] {
    return this.#parts.composition.item(path)?.customSlices ?? [];
  }

  /** Adds slices of lines as the file is now; the file is then shown by its slices. */
  async add(path: RepoPath, wanted: readonly SliceRequest[]): Promise<void> {
    const made = await this.#anchored(path, wanted);
    const name = wanted.length === 1 && wanted[0] ? linesOf(wanted[0]) : `${wanted.length} slices`;
    this.#set(path, [...this.of(path), ...made], `Slice ${name} of ${baseName(path)}`);
  }

  /** Takes other lines for a slice, as the file is now. */
  async setRange(path: RepoPath, slice: CustomSlice, range: LineRange): Promise<void> {
    const { startLine, endLine } = range;
    const { tag, comment } = slice;
    const [made] = await this.#anchored(path, [{ startLine, endLine, tag, comment }]);
    if (made !== undefined)
      this.#replace(path, new Map([[slice, made]]), `Slice ${linesOf(range)} of ${baseName(path)}`);
  }

  setLabel(path: RepoPath, slice: CustomSlice, { tag, comment }: SliceLabel): void {
    if (slice.tag === tag && slice.comment === comment) return;
    const name = `Name a slice of ${baseName(path)}`;
    this.#replace(path, new Map([[slice, { ...slice, tag, comment }]]), name);
  }

  remove(path: RepoPath, slice: CustomSlice): void {
    const kept = this.of(path).filter((other) => other !== slice);
    this.#set(path, kept, `Remove a slice of ${baseName(path)}`);
  }

  /** Puts a slice before the one that is at `to` now; the order is that of the document. */
  move(path: RepoPath, slice: CustomSlice, to: number): void {
    const before = this.of(path);
    const from = before.indexOf(slice);
    if (from < 0 || from === to) return;
    const others = before.filter((other) => other !== slice);
    this.#set(path, others.toSpliced(to, 0, slice), `Reorder slices of ${baseName(path)}`);
  }

  /** Where the slices of files are now; nothing for a file that has none, or no text. */
  async placesOf(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, readonly ResolvedSlice[]>> {
    const wanted = paths
      .map((path) => ({ path, views: [viewOf(this.of(path))] }))
      .filter(({ path }) => this.of(path).length > 0);
    const measured = wanted.length === 0 ? [] : await this.#parts.lookInto(wanted);
    return new Map(
      measured.flatMap(({ path, views }, at) => {
        const key = wanted[at]?.views.map(viewKey)[0];
        const places = views.find((view) => view.key === key)?.slices;
        return places === undefined ? [] : [[path, places] as const];
      }),
    );
  }

  /**
   * Takes the places found for the stored ones: of one slice, or of all slices of these files that were found again. Those that
   * were lost stay as they are. Resolves to how many were taken.
   */
  async accept(paths: readonly RepoPath[], only?: CustomSlice): Promise<number> {
    const places = await this.placesOf(paths);
    const items = new Map<RepoPath, readonly CustomSlice[]>();
    let count = 0;
    for (const path of paths) {
      const found = this.of(path).flatMap((slice, at) => {
        const place = places.get(path)?.[at];
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
      const newOf = new Map(found.map(({ slice }, at) => [slice, made[at]]));
      items.set(
        path,
        this.of(path).map((slice) => withKeys(newOf.get(slice), slice)),
      );
      count += found.length;
    }
    const [first] = paths;
    const where = paths.length === 1 && first ? baseName(first) : `${items.size} files`;
    if (items.size > 0) this.#parts.choices.setSlices(items, `Accept new places of slices in ${where}`);
    return count;
  }

  async #anchored(path: RepoPath, wanted: readonly SliceRequest[]): Promise<readonly CustomSlice[]> {
    const made = await this.#parts.engine.anchorSlices(path, wanted);
    if (made === undefined) throw new Error(`${path} has no text to take lines of`);
    return made;
  }

  /** Slices that are no longer there, because they were removed or replaced meanwhile, are left alone. */
  #replace(path: RepoPath, by: ReadonlyMap<CustomSlice, CustomSlice>, name: string): void {
    const before = this.of(path);
    if (!before.some((slice) => by.has(slice))) return;
    const after = before.map((slice) => withKeys(by.get(slice), slice));
    this.#set(path, after, name);
  }

  #set(path: RepoPath, slices: readonly CustomSlice[], name: string): void {
    this.#parts.choices.setSlices(new Map([[path, slices]]), name);
  }
}

function viewOf(slices: readonly CustomSlice[]): ViewRequest {
  return { mode: 'custom', slices };
}

/** Found for sure, and not where it was. */
function isFound(place: ResolvedSlice | undefined): boolean {
  return place !== undefined && (place.state === 'moved' || place.state === 'edited');
}

/** The new one with what others keep in the old one. */
function withKeys(made: CustomSlice | undefined, before: CustomSlice): CustomSlice {
  return made === undefined ? before : { ...made, unknown: before.unknown };
}

export function linesOf({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
