import { BUILT_IN_PERSONAS } from '../core/personas/builtIn';
import { personaFromData, personaToData, type Persona } from '../core/personas/persona';
import { MODELS } from '../core/tokens/models';
import type { CompositionOptions } from './composition.svelte';
import { KeptRecords, type RecordKind } from './keptRecords.svelte';
import type { Notify } from './notify';
import type { Storage } from './ports';

/** Where all of them were kept before each had a key of its own. */
const OLD_KEY = 'personas';

const KIND: RecordKind<Persona> = {
  prefix: 'persona/',
  toData: personaToData,
  fromData(data) {
    const parsed = personaFromData(data);
    return parsed.kind === 'persona' ? { kind: 'read', value: parsed.persona } : parsed;
  },
};

/** The personas of this browser: those the app brings along, then the user's own. */
export class Personas {
  readonly #storage: Storage;
  readonly #own: KeptRecords<Persona>;

  constructor(storage: Storage, notify: Notify) {
    this.#storage = storage;
    this.#own = new KeptRecords(storage, KIND, (name, reason) => {
      notify({
        kind: 'warning',
        text: `The persona ${name} could not be read and was set aside (${reason}).`,
      });
    });
  }

  get list(): readonly Persona[] {
    return [...BUILT_IN_PERSONAS, ...this.#own.list.map(({ value }) => value)];
  }

  byName(name: string): Persona | undefined {
    return this.list.find((persona) => persona.name === name);
  }

  isBuiltIn(name: string): boolean {
    return BUILT_IN_PERSONAS.some((persona) => persona.name === name);
  }

  async load(): Promise<void> {
    const old = await this.#storage.get(OLD_KEY);
    await this.#own.load();
    if (!Array.isArray(old)) return;
    for (const data of old as readonly unknown[]) {
      const read = KIND.fromData(data);
      if (read.kind === 'read') await this.#own.save(read.value.name, read.value, undefined);
    }
    await this.#storage.remove(OLD_KEY);
  }

  /** Keeps a persona, in place of the user's own one of the name `before`. False when another one has its name. */
  async keep(persona: Persona, before?: string): Promise<boolean> {
    if (persona.name !== before && this.byName(persona.name) !== undefined) return false;
    const revision = this.#own.byName(persona.name)?.revision;
    if ((await this.#own.save(persona.name, persona, revision)) === 'conflict') return false;
    if (before !== undefined && before !== persona.name) await this.#own.remove(before);
    return true;
  }

  /** Keeps a copy under a name of its own, which it resolves to. */
  async duplicate(persona: Persona): Promise<string> {
    const name = freeName(`${persona.name} copy`, (taken) => this.byName(taken) !== undefined);
    await this.keep({ ...persona, name });
    return name;
  }

  async remove(name: string): Promise<void> {
    await this.#own.remove(name);
  }
}

/** The name, or with the first number that makes it free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** What choosing a persona sets. A model that is not known, or not named, stays as it is. */
export function personaOptions(persona: Persona): Partial<CompositionOptions> {
  const { name, model, agentTier, strategy, systemPrompt, budgetTokens, richness } = persona;
  const isKnown = MODELS.some(({ id }) => id === model);
  return {
    persona: name,
    ...{ agentTier, strategy, systemPrompt, budgetTokens, richness },
    ...(isKnown && { modelId: model }),
  };
}

/** Whether everything that a persona sets still is as it says. */
export function isAsPersona(options: CompositionOptions, persona: Persona): boolean {
  const wanted = { ...options, ...personaOptions(persona) };
  return (Object.keys(wanted) as (keyof CompositionOptions)[]).every((key) => wanted[key] === options[key]);
}
