import type { RecordPlace, ScopedRecord } from './scopedRecord';

/** Unsaved edits to one record. */
export interface Draft<T> {
  /** The record when the edits began; undefined for a new one. Saving over a newer version is a conflict. */
  readonly of: ScopedRecord<T> | undefined;
  readonly parts: Partial<T>;
}

/**
 * The unsaved edits of this tab, by record. They outlive their form, so only the user or a save discards them, and not
 * another tab, a save in progress, or a closed dialog.
 */
export class Drafts<T> {
  #byPlace = $state.raw<ReadonlyMap<string, Draft<T>>>(new Map());

  /** `undefined` is the place of a record that does not exist yet. */
  at(place: RecordPlace | undefined): Draft<T> | undefined {
    return this.#byPlace.get(keyOf(place));
  }

  edit(record: ScopedRecord<T> | undefined, parts: Partial<T>): void {
    const before = this.at(record);
    this.#put(record, { of: before ? before.of : record, parts: { ...before?.parts, ...parts } });
  }

  discard(place: RecordPlace | undefined): void {
    this.#put(place, undefined);
  }

  /** Continues the edits on the current record, so that saving them replaces it. */
  rebase(record: ScopedRecord<T>): void {
    const draft = this.at(record);
    if (draft) this.#put(record, { ...draft, of: record });
  }

  /** Discards a draft that was saved as `record`. Later edits become a draft of `record`. */
  saved(from: RecordPlace | undefined, draft: Draft<T> | undefined, record: ScopedRecord<T>): void {
    const { parts = {} } = this.at(from) ?? {};
    const then = new Map<string, unknown>(Object.entries(draft?.parts ?? {}));
    const since = Object.entries(parts).filter(([key, value]) => then.get(key) !== value);
    this.discard(from);
    if (since.length > 0) this.edit(record, Object.fromEntries(since) as Partial<T>); // Some of the parts above.
  }

  #put(place: RecordPlace | undefined, draft: Draft<T> | undefined): void {
    const byPlace = new Map(this.#byPlace);
    if (draft === undefined) byPlace.delete(keyOf(place));
    else byPlace.set(keyOf(place), draft);
    this.#byPlace = byPlace;
  }
}

function keyOf(place: RecordPlace | undefined): string {
  return place === undefined ? '' : `${place.scope}/${place.name}`;
}
