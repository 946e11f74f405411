import type { Preset } from '../../core/presets/preset';
import type { Notify } from '../notify';
import type { PresetPlace, PresetPlan } from './presetPlan';
import type { Presets } from './presets.svelte';
import type { ScopedRecord } from './scopedRecords.svelte';

interface Parts {
  readonly presets: Presets;
  readonly notify: Notify;
  readonly workspace: () => PresetPlace | undefined;
}

/** Applies presets to the open workspace and updates them from it. The code for it is loaded with the first use. */
export class PresetActions {
  readonly #parts: Parts;
  /** How often a preset was chosen. */
  #turn = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Applies a plan that the user has looked at. */
  async apply(preset: Preset, plan: PresetPlan): Promise<void> {
    const { workspace, notify } = this.#parts;
    const composition = workspace()?.composition;
    const { applyPlan } = await import('./presetPlan');
    if (composition) applyPlan(composition, preset.name, plan, notify);
  }

  /** Applies a preset without a dialog. Does nothing if another preset or folder is chosen meanwhile. */
  async applyAtOnce(preset: Preset): Promise<void> {
    const workspace = this.#parts.workspace();
    const turn = (this.#turn += 1);
    const { applyAtOnce } = await import('./presetVerbs');
    const isLatest = () => turn === this.#turn && workspace === this.#parts.workspace();
    if (workspace) await applyAtOnce(workspace, preset, { isLatest, notify: this.#parts.notify });
  }

  /** Saves the composition over a preset. */
  async update(record: ScopedRecord<Preset>): Promise<void> {
    const { presets, workspace, notify } = this.#parts;
    const composition = workspace()?.composition;
    const { updatePreset } = await import('./presetVerbs');
    if (composition) await updatePreset(presets, composition, record, notify);
  }
}
