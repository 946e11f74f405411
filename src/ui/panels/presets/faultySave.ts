import type { Preset } from '../../../core/presets/preset';

/** Why a preset could not be saved or changed. */
export interface FaultySave {
  readonly sentence: string;
  /** The refused preset, unless its name was the reason. */
  readonly unsaved?: Preset | undefined;
}
