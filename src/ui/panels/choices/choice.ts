import type { CompositionOptions } from '../../../core/settings/compositionOptions';

/** One value of a setting. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly options: Partial<CompositionOptions>;
}

/** A setting with its choices. */
export interface ChoicesOf {
  /** The name of the setting. */
  readonly label: string;
  /** A note that the user should read before choosing. */
  readonly note?: string;
  readonly choices: readonly Choice[];
  /** The id of the current choice; any other value means none. */
  readonly current: string;
  readonly onchoose: (choice: Choice) => void;
}
