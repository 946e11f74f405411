import { freeName } from '../../core/presets/freeName';
import { nameFault } from '../../core/presets/preset';
import type { KeptRecord, KeptRecords, PreparedSaves, RecordSave } from '../storage/keptRecords.svelte';
import { Drafts } from './drafts.svelte';
import type { ProjectOutcome, ProjectRecords } from './projectFile.svelte';
import { SCOPES, type OwnScope, type RecordPlace, type Scope, type ScopedRecord } from './scopedRecord';

export type { OwnScope, RecordPlace, Scope, ScopedRecord } from './scopedRecord';

/** `taken`: the name is in use in the scope or built in. `changed`: another tab has changed the record meanwhile. */
export type SaveOutcome = ProjectOutcome | { readonly kind: 'taken' | 'changed' };

export interface Shelves<T> {
  readonly builtIn: readonly T[];
  readonly global: KeptRecords<T>;
  /** Undefined while no folder is open. */
  project(): ProjectRecords<T> | undefined;
}

/** One of several records to save to this browser together. */
export interface WantedSave<T> {
  readonly value: T;
  /** Whether it replaces the record with the same name. */
  readonly replaces: boolean;
}

interface Listed<T> {
  readonly global: readonly KeptRecord<T>[];
  readonly project: readonly T[] | undefined;
  readonly list: readonly ScopedRecord<T>[];
  readonly byPlace: ReadonlyMap<string, ScopedRecord<T>>;
}

/**
 * Records by name in all scopes. If names are equal, the project's record wins over the browser's, and that over a built-in
 * one. Methods that change project records may ask the user first; call them inside a click.
 */
export class ScopedRecords<T extends { readonly name: string }> {
  readonly drafts = new Drafts<T>();
  readonly #shelves: Shelves<T>;
  /** Cached, because there may be 10,000 records that are looked up by name. */
  #last: Listed<T> | undefined;

  constructor(shelves: Shelves<T>) {
    this.#shelves = shelves;
  }

  /** By scope, then by name, including hidden records. */
  get list(): readonly ScopedRecord<T>[] {
    return this.#listed.list;
  }

  /** The one that wins. */
  byName(name: string): ScopedRecord<T> | undefined {
    return SCOPES.map((scope) => this.in(scope, name)).findLast((record) => record !== undefined);
  }

  in(scope: Scope, name: string): ScopedRecord<T> | undefined {
    return this.#listed.byPlace.get(placeKey(scope, name));
  }

  /** Whether a folder is open, which can store project records. */
  get hasProject(): boolean {
    return this.#shelves.project() !== undefined;
  }

  load(): Promise<void> {
    return this.#shelves.global.load();
  }

  /** `replaced` is the record of that scope to replace, which may have another name; undefined for a new record. */
  async save(value: T, scope: OwnScope, replaced?: ScopedRecord<T>): Promise<SaveOutcome> {
    const fault = nameFault(value.name);
    if (fault !== undefined)
      return { kind: 'refused', reason: `the name ${JSON.stringify(value.name)} ${fault}` };
    const isRenamed = replaced !== undefined && replaced.name !== value.name;
    const isNew = replaced === undefined || isRenamed;
    if (isNew && (this.in(scope, value.name) ?? this.in('built-in', value.name))) return { kind: 'taken' };
    if (scope === 'project') return this.#saveToProject(value, replaced);
    const { global } = this.#shelves;
    let saved: RecordSave;
    try {
      saved = isRenamed
        ? await global.rename(replaced, value.name, value)
        : await global.save(value.name, value, replaced?.revision);
    } catch (error) {
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
    if (saved === 'saved') return { kind: 'saved' };
    const hasChanged = replaced && this.in(scope, replaced.name)?.revision !== replaced.revision;
    return { kind: hasChanged ? 'changed' : 'taken' };
  }

  /** Prepares records to be saved to this browser in one transaction, or returns why that fails. */
  prepare(wanted: readonly WantedSave<T>[]): PreparedSaves | { readonly faults: readonly string[] } {
    const faults = wanted.flatMap(({ value: { name }, replaces }) => {
      const fault = nameFault(name);
      if (fault !== undefined) return [`the name ${JSON.stringify(name)} ${fault}`];
      const isTaken = !replaces && (this.in('global', name) ?? this.in('built-in', name)) !== undefined;
      return isTaken ? [`the name ${name} is already in use`] : [];
    });
    if (faults.length > 0) return { faults };
    return this.#shelves.global.prepare(
      wanted.map(({ value, replaces }) => {
        const { name } = value;
        return { name, value, revision: replaces ? this.in('global', name)?.revision : undefined };
      }),
    );
  }

  rename(record: ScopedRecord<T>, name: string): Promise<SaveOutcome> {
    return this.save({ ...record.value, name }, ownScopeOf(record), record);
  }

  /** Copies a record to the other scope. `replace` overwrites a record with the same name. */
  copyTo(
    record: ScopedRecord<T>,
    scope: OwnScope,
    { replace = false }: { readonly replace?: boolean } = {},
  ): Promise<SaveOutcome> {
    return this.save(record.value, scope, replace ? this.in(scope, record.name) : undefined);
  }

  /** Removes the original only after the copy is saved. */
  async moveTo(
    record: ScopedRecord<T>,
    scope: OwnScope,
    options?: { readonly replace?: boolean },
  ): Promise<SaveOutcome> {
    const copied = await this.copyTo(record, scope, options);
    return copied.kind === 'saved' ? this.remove(record) : copied;
  }

  /** Copies a record under a new name in its scope; built-in records are copied to the global scope. */
  async duplicate(
    record: ScopedRecord<T>,
  ): Promise<{ readonly name: string; readonly outcome: SaveOutcome }> {
    const name = freeName(`${record.name} copy`, (other) => this.byName(other) !== undefined);
    return { name, outcome: await this.save({ ...record.value, name }, ownScopeOf(record)) };
  }

  async remove({ name, scope }: ScopedRecord<T>): Promise<ProjectOutcome> {
    if (scope === 'project') return (await this.#shelves.project()?.remove(name)) ?? NO_PROJECT;
    await this.#shelves.global.remove(name);
    return { kind: 'saved' };
  }

  get #listed(): Listed<T> {
    const global = this.#shelves.global.list;
    const project = this.#shelves.project()?.list;
    if (this.#last?.global === global && this.#last.project === project) return this.#last;
    const list = withHidden([
      ...this.#shelves.builtIn.map((value) => placed(value, 'built-in')),
      ...global.map((record) => placed(named(record), 'global', record)),
      ...(project ?? []).map((value) => placed(value, 'project')),
    ]);
    const byPlace = new Map(list.map((record) => [placeKey(record.scope, record.name), record]));
    this.#last = { global, project, list, byPlace };
    return this.#last;
  }

  async #saveToProject(value: T, replaced: ScopedRecord<T> | undefined): Promise<SaveOutcome> {
    return (await this.#shelves.project()?.set(value, replaced?.name)) ?? NO_PROJECT;
  }
}

const NO_PROJECT: ProjectOutcome = { kind: 'refused', reason: 'no folder is open' };

/** The scope for a record's copies and edits. Built-in records cannot change, so theirs and new records go to `global`. */
export function ownScopeOf(record: RecordPlace | undefined): OwnScope {
  return record?.scope === 'project' ? 'project' : 'global';
}

export function otherScope(scope: OwnScope): OwnScope {
  return scope === 'project' ? 'global' : 'project';
}

/** Uses the name in the key, even if the record has another one, so that names are unique. */
function named<T extends { readonly name: string }>({ name, value }: KeptRecord<T>): T {
  return value.name === name ? value : { ...value, name };
}

function placeKey(scope: Scope, name: string): string {
  return `${scope}/${name}`;
}

function withHidden<T extends RecordPlace>(all: readonly T[]) {
  const winners = new Map(all.map(({ name, scope }) => [name, scope]));
  return all.map((record) => {
    const winner = winners.get(record.name);
    return { ...record, hiddenBy: winner === record.scope ? undefined : winner };
  });
}

function placed<T extends { readonly name: string }>(value: T, scope: Scope, kept?: KeptRecord<T>) {
  return { name: value.name, value, scope, revision: kept?.revision };
}
