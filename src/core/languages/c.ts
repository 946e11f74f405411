import { cFamily } from './cfamily';
import { blankMacros } from './macros';
import type { GrammarRules } from './rules';

export const c: GrammarRules = {
  ...cFamily,
  id: 'c',
  grammar: 'c',
  reads: blankMacros,
};
