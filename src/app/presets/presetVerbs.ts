/** What the menu of presets does with one preset, without a dialog. */
import type { Preset } from '../../core/presets/preset';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import { applyPlan, lookForFiles, planPreset } from './presetPlan';
import { presetOver, withoutTask, type Presets } from './presets.svelte';
import { outcomeSentence } from './saveWords';
import { ownScopeOf, type ScopedRecord } from './scopedRecords.svelte';

/** Applies a preset as far as it needs no answer from the user. The message names the rest and offers Undo. */
export async function applyAtOnce(
  workspace: Parameters<typeof lookForFiles>[0] & Parameters<typeof planPreset>[0],
  preset: Preset,
  notify: Notify,
): Promise<void> {
  const likely = await lookForFiles(workspace, preset);
  applyPlan(workspace.composition, preset.name, planPreset(workspace, preset, { likely }), notify);
}

/** Saves the composition over a preset, with the task only if the preset had one. */
export async function updatePreset(
  presets: Presets,
  composition: Composition,
  record: ScopedRecord<Preset>,
  notify: Notify,
): Promise<void> {
  const whole = presetOver(composition, record.value);
  const preset = record.value.settings.task === undefined ? withoutTask(whole) : whole;
  const outcome = await presets.save(preset, ownScopeOf(record), record);
  const isSaved = outcome.kind === 'saved';
  if (isSaved) composition.remember({ preset: record.name, presetPaths: new Map() });
  notify({
    kind: isSaved ? 'done' : 'warning',
    text: outcomeSentence(outcome, 'preset', record.name, `Updated preset ${record.name}.`),
  });
}
