import {
  containers,
  enter,
  exported,
  folds,
  imports,
  nestedHint,
  standIns,
  symbols,
  wrappers,
} from './cfamily';
import { blankMacros } from './macros';
import type { GrammarRules } from './rules';

export const c: GrammarRules = {
  kind: 'grammar',
  id: 'c',
  family: 'code',
  grammar: 'c',
  symbols,
  wrappers,
  imports,
  containers,
  comments: ['comment'],
  decorators: [],
  enter,
  nestedHint,
  reads: blankMacros,
  folds,
  standIns,
  exported,
};
