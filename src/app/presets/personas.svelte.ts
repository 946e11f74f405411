import { BUILT_IN_PERSONAS } from '../../core/presets/builtInPersonas';
import { DEFAULT_PERSONA, personaFromData, personaToData, type Persona } from '../../core/presets/persona';
import {
  changedOptions,
  usableOptions,
  type CompositionOptions,
} from '../../core/settings/compositionOptions';
import { KeptRecords, type RecordKind } from '../storage/keptRecords.svelte';
import type { Notify } from '../notify';
import type { Storage } from '../ports';
import type { ProjectRecords } from './projectFile.svelte';
import { ScopedRecords } from './scopedRecords.svelte';

/** Older releases stored all personas under this one key. */
const OLD_KEY = 'personas';

const KIND: RecordKind<Persona> = {
  prefix: 'persona/',
  toData: personaToData,
  fromData(data) {
    const parsed = personaFromData(data);
    return parsed.kind === 'persona' ? { kind: 'read', value: parsed.persona } : parsed;
  },
};

/** Built-in personas, those of this browser, and those in the open folder's file. */
export class Personas extends ScopedRecords<Persona> {
  readonly #storage: Storage;
  readonly #global: KeptRecords<Persona>;

  constructor(storage: Storage, notify: Notify, project: () => ProjectRecords<Persona> | undefined) {
    const global = new KeptRecords(storage, KIND, (name, reason) => {
      notify({
        kind: 'warning',
        text: `Couldn't read the persona ${name}. It was set aside (${reason}).`,
      });
    });
    super({ builtIn: BUILT_IN_PERSONAS, global, project });
    this.#storage = storage;
    this.#global = global;
  }

  override async load(): Promise<void> {
    const old = await this.#storage.get(OLD_KEY);
    await super.load();
    if (!Array.isArray(old)) return;
    for (const data of old as readonly unknown[]) {
      const read = KIND.fromData(data);
      if (read.kind === 'read') await this.#global.save(read.value.name, read.value, undefined);
    }
    await this.#storage.remove(OLD_KEY);
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

/** Whether the options still equal everything that the persona sets. */
export function matchesPersona(options: CompositionOptions, persona: Persona): boolean {
  return changedOptions(options, personaOptions(persona)).length === 0;
}
