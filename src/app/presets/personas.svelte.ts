import * as v from 'valibot';
import { BUILT_IN_PERSONAS } from '../../core/presets/builtInPersonas';
import { DEFAULT_PERSONA, personaFromData, personaToData, type Persona } from '../../core/presets/persona';
import {
  changedOptions,
  usableOptions,
  type CompositionOptions,
} from '../../core/settings/compositionOptions';
import { KeptRecords, type RecordKind } from '../storage/keptRecords.svelte';
import { leaveUnread, loadValue } from '../storage/storedValue';
import type { Notify } from '../notify';
import type { Storage } from '../ports/storage';
import type { ProjectRecords } from './projectFile.svelte';
import { ScopedRecords } from './scopedRecords.svelte';

/** Older releases stored all personas under this one key. */
const OLD_KEY = 'personas';

const OLD_LIST = {
  label: 'the personas of an older release',
  schema: v.object({ list: v.array(v.unknown()) }),
  upgrades: [],
};

const KIND: RecordKind<Persona> = {
  prefix: 'persona/',
  label: 'persona',
  toData: personaToData,
  fromData(data) {
    const parsed = personaFromData(data);
    return parsed.kind === 'persona' ? { kind: 'read', value: parsed.persona } : parsed;
  },
};

/** Built-in personas, those of this browser, and those in the open folder's file. */
export class Personas extends ScopedRecords<Persona> {
  readonly #storage: Storage;
  readonly #notify: Notify;
  readonly #global: KeptRecords<Persona>;

  constructor(storage: Storage, notify: Notify, project: () => ProjectRecords<Persona> | undefined) {
    const global = new KeptRecords(storage, KIND, notify);
    super({ builtIn: BUILT_IN_PERSONAS, global, project });
    this.#storage = storage;
    this.#notify = notify;
    this.#global = global;
  }

  override async load(): Promise<void> {
    await super.load();
    const places = { storage: this.#storage, notify: this.#notify };
    const { list } = (await loadValue(places, OLD_KEY, OLD_LIST)) ?? {};
    if (list === undefined) return;
    const reads = list.map((data) => KIND.fromData(data));
    for (const read of reads)
      if (read.kind === 'read') await this.#global.save(read.value.name, read.value, undefined);
    const refused = reads.find((read) => read.kind === 'refused');
    if (refused === undefined) return this.#storage.remove(OLD_KEY);
    await leaveUnread(places, [OLD_KEY, list], {
      label: OLD_LIST.label,
      read: { kind: 'unreadable', reason: refused.reason },
      rest: () => undefined,
    });
  }
}

/** The options that a persona sets. The model stays unless the persona names a known one. */
export function personaOptions(persona: Persona): Partial<CompositionOptions> {
  const { modelId, ...options } = usableOptions(persona);
  return { ...options, persona: persona.name, ...(modelId !== undefined && { modelId }) };
}

const { modelId: _modelId, ...withoutModel } = DEFAULT_PERSONA;

/** The options without a persona. The model stays. */
export const NO_PERSONA: Partial<CompositionOptions> = { ...withoutModel, persona: '' };

/** The persona with the settings of these options. The model stays open if the persona leaves it open. */
export function withOptions(persona: Persona, options: CompositionOptions): Persona {
  const names = Object.keys(withoutModel) as (keyof typeof withoutModel)[]; // it has no others
  const settings = Object.fromEntries(names.map((name) => [name, options[name]]));
  return { ...persona, ...settings, modelId: persona.modelId && options.modelId };
}

/** Whether the options still equal everything that the persona sets. */
export function matchesPersona(options: CompositionOptions, persona: Persona): boolean {
  return changedOptions(options, personaOptions(persona)).length === 0;
}
