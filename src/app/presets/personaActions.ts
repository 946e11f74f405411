import { describeDifferences, diffComposition } from '../../core/presets/difference';
import type { Persona } from '../../core/presets/persona';
import { settingsOf } from '../../core/presets/settings';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { Composition } from '../composition/composition.svelte';
import { undoOffer } from '../composition/undoOffer';
import type { Notify } from '../notify';
import { NO_PERSONA, personaOptions, withOptions, type Personas } from './personas.svelte';
import { saveOver } from './saveOver';
import type { ScopedRecord } from './scopedRecords.svelte';

interface Place {
  readonly composition: Composition;
  setOptions(options: Partial<CompositionOptions>, name: string): void;
}

interface Parts {
  readonly personas: Personas;
  readonly notify: Notify;
}

/** Applies personas to a workspace and updates them from it. */
export class PersonaActions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  apply(place: Place, persona: Persona): void {
    const { name } = persona;
    this.#set(place, personaOptions(persona), [`Persona: ${name}`, `Applied persona ${name}`]);
  }

  /** Does nothing without a persona, because settings made by hand must stay. */
  remove(place: Place): void {
    const { persona } = place.composition.options;
    if (persona !== '') this.#set(place, NO_PERSONA, ['Remove persona', `Removed persona ${persona}`]);
  }

  /** Saves the settings of the composition over a persona of the user's own. */
  async update({ options }: Composition, record: ScopedRecord<Persona>): Promise<void> {
    const { personas, notify } = this.#parts;
    await saveOver(personas, record, withOptions(record.value, options), { what: 'persona', notify });
  }

  #set(
    place: Place,
    options: Partial<CompositionOptions>,
    [step, done]: readonly [step: string, done: string],
  ): void {
    const { composition } = place;
    const before = { ...composition.options, persona: options.persona ?? '' };
    const isChanged = before.persona !== composition.options.persona;
    place.setOptions(options, step);
    const differences = diffComposition(
      { files: [], settings: settingsOf(before) },
      { files: [], settings: settingsOf(composition.options) },
    );
    const { notify } = this.#parts;
    notify({
      kind: 'done',
      text: `${done}. Changes: ${describeDifferences(differences)}.`,
      ...((isChanged || differences.length > 0) && { offer: undoOffer(composition, step, notify) }),
    });
  }
}
