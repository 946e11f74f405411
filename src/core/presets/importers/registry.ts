import { alone } from './alone';
import type { Importer } from './importer';
import { manualSlop, manualSlopHistory } from './manualSlop';
import { repomixConfig } from './repomixConfig';
import { repomixIgnore } from './repomixIgnore';
import { strata } from './strata';

/** The first importer that recognizes a text reads it. */
export const IMPORTERS: readonly Importer[] = [
  repomixIgnore,
  manualSlop,
  strata,
  manualSlopHistory,
  repomixConfig,
  alone,
];
