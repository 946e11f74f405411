import type { Preset } from '../../../core/presets/preset';

/** Why something was not done to a preset. */
export interface FaultySave {
  readonly sentence: string;
  /** What was refused, for whatever reason but its name. */
  readonly unsaved?: Preset | undefined;
}
