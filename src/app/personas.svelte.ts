import { BUILT_IN_PERSONAS } from '../core/personas/builtIn';
import { personaFromData, personaToData, type Persona } from '../core/personas/persona';
import { MODELS } from '../core/tokens/models';
import type { CompositionOptions } from './composition.svelte';
import type { Storage } from './ports';

const KEY = 'personas';

/** The personas of this browser: those the app brings along, then the user's own. */
export class Personas {
  readonly #storage: Storage;
  #own = $state.raw<readonly Persona[]>([]);

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get list(): readonly Persona[] {
    return [...BUILT_IN_PERSONAS, ...this.#own];
  }

  byName(name: string): Persona | undefined {
    return this.list.find((persona) => persona.name === name);
  }

  isBuiltIn(name: string): boolean {
    return BUILT_IN_PERSONAS.some((persona) => persona.name === name);
  }

  async load(): Promise<void> {
    this.#own = readPersonas(await this.#storage.get(KEY));
  }

  /** Keeps a persona, in place of the user's own one of the name `before`. False when another one has its name. */
  async keep(persona: Persona, before?: string): Promise<boolean> {
    if (persona.name !== before && this.byName(persona.name) !== undefined) return false;
    await this.#change((own) =>
      own.some(({ name }) => name === before)
        ? own.map((other) => (other.name === before ? persona : other))
        : [...own.filter(({ name }) => name !== persona.name), persona],
    );
    return true;
  }

  /** Keeps a copy under a name of its own, which it resolves to. */
  async duplicate(persona: Persona): Promise<string> {
    const name = this.#freeName(`${persona.name} copy`);
    await this.keep({ ...persona, name });
    return name;
  }

  async remove(name: string): Promise<void> {
    await this.#change((own) => own.filter((persona) => persona.name !== name));
  }

  #freeName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.byName(name) !== undefined; number += 1) name = `${wanted} ${number}`;
    return name;
  }

  /** Another tab may have changed them since they were read. */
  async #change(change: (own: readonly Persona[]) => readonly Persona[]): Promise<void> {
    let changed: readonly Persona[] = [];
    await this.#storage.update(KEY, (stored) => {
      changed = change(readPersonas(stored));
      return changed.map(personaToData);
    });
    this.#own = changed;
  }
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

function readPersonas(stored: unknown): readonly Persona[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((data: unknown) => {
    const parsed = personaFromData(data);
    return parsed.kind === 'persona' ? [parsed.persona] : [];
  });
}
