/** Applies and updates a preset without a dialog. */
import type { RepoPath } from '../../core/files/repoPath';
import type { Preset } from '../../core/presets/preset';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import {
  applyPlan,
  lookForFiles,
  NO_CHOICES,
  planPreset,
  type PlanChoices,
  type PresetPlace,
} from './presetPlan';
import { presetOver, withoutTask, type Presets } from './presets.svelte';
import { saveOver } from './saveOver';
import { staysHere } from './staysHere';
import type { ScopedRecord } from './scopedRecords.svelte';

interface Turn {
  /** False once the user has chosen another preset. */
  isLatest(): boolean;
  readonly notify: Notify;
}

/**
 * Applies a preset as far as it needs no answer from the user; the preset applied last keeps the answers that it got. The
 * message names the rest and offers Undo.
 */
export async function applyAtOnce(place: PresetPlace, preset: Preset, turn: Turn): Promise<void> {
  const likely = await lookForFiles(place, preset);
  if (!turn.isLatest()) return;
  const choices = answersTo(place.composition, preset);
  applyPlan(place.composition, preset.name, planPreset(place, preset, { likely, choices }), turn.notify);
}

function answersTo({ options }: Pick<Composition, 'options'>, { name, files }: Preset): PlanChoices {
  if (options.preset !== name) return NO_CHOICES;
  const { presetPaths } = options;
  const moved = files.flatMap(({ path }) => (presetPaths.get(path) ? [path] : []));
  return {
    moved: new Set<RepoPath>(moved),
    withAsked: !files.some(({ path }) => presetPaths.get(path) === ''),
  };
}

/**
 * Saves the composition over the preset applied last, which keeps the files that could not be applied, and gets the task
 * only if it had one. The message offers Undo.
 */
export async function updatePreset(
  presets: Presets,
  composition: Composition,
  record: ScopedRecord<Preset>,
  notify: Notify,
): Promise<void> {
  const { name, value: old } = record;
  const { presetPaths } = composition.options;
  const whole = presetOver(composition, old);
  const kept = old.files.filter(
    ({ path }) => presetPaths.get(path) === '' && composition.item(path) === undefined,
  );
  const preset = { ...whole, files: [...whole.files, ...kept] };
  const updated = old.settings.task === undefined ? withoutTask(preset) : preset;
  if (
    await saveOver(presets, record, updated, { what: 'preset', note: staysHere(composition.options), notify })
  )
    composition.remember({ preset: name, presetPaths: new Map(kept.map(({ path }) => [path, ''])) });
}
