import type { OwnScope, ScopedRecord } from '../../../app/presets/scopedRecords.svelte';
import type { Preset } from '../../../core/presets/preset';

/** A preset that was to be saved where there is another one. */
export interface ClashingSave {
  /** `changed`: it is the same one, but another tab has changed it meanwhile. */
  readonly why: 'taken' | 'changed';
  readonly preset: Preset;
  readonly scope: OwnScope;
  /** The one that was to be replaced, under whichever name. */
  readonly replaced: ScopedRecord<Preset> | undefined;
}
