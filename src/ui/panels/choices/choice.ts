import type { CompositionOptions } from '../../../app/composition/composition.svelte';

/** One of several settings that exclude each other. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly options: Partial<CompositionOptions>;
}
