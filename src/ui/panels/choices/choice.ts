import type { CompositionOptions } from '../../../core/settings/compositionOptions';

/** One value of a setting. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly options: Partial<CompositionOptions>;
}
