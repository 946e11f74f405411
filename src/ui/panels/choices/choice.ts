import type { CompositionOptions } from '../../../app/composition/composition.svelte';

/** One value of a setting. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly options: Partial<CompositionOptions>;
}
