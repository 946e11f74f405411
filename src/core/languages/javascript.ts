import { braceStandIns } from './braceStandIns';
import {
  enter,
  enterOutside,
  exported,
  fieldKind,
  folds,
  imports,
  itemHint,
  nestedHint,
  symbols,
  values,
  wrappers,
} from './ecmascript';
import type { GrammarRules } from './rules';

export const javascript: GrammarRules = {
  kind: 'grammar',
  id: 'javascript',
  also: ['jsx'],
  family: 'code',
  grammar: 'javascript',
  symbols: {
    ...symbols,
    field_definition: {
      kind: fieldKind,
      name: 'property',
      body: 'value.body',
      value: 'value',
      neverNested: true,
    },
  },
  wrappers,
  imports,
  comments: ['comment', 'html_comment', 'hash_bang_line'],
  decorators: ['decorator'],
  enter,
  enterOutside,
  nestedHint,
  itemHint,
  folds,
  values,
  standIns: braceStandIns,
  exported,
};
