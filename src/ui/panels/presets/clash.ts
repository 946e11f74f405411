import type { OwnScope, ScopedRecord } from '../../../app/presets/scopedRecords.svelte';
import type { Preset } from '../../../core/presets/preset';

/** A save that would overwrite another preset. */
export interface ClashingSave {
  /** `changed`: another tab has changed the same preset meanwhile. */
  readonly why: 'taken' | 'changed';
  readonly preset: Preset;
  readonly scope: OwnScope;
  /** The preset that the save was to replace, which may have another name. */
  readonly replaced: ScopedRecord<Preset> | undefined;
}
