import { ecmascript, elementHeads, fieldKind } from './ecmascript';
import type { GrammarRules } from './rules';

export const javascript: GrammarRules = {
  ...ecmascript,
  id: 'javascript',
  also: ['jsx'],
  grammar: 'javascript',
  names: { ...ecmascript.names, heads: elementHeads },
  symbols: {
    ...ecmascript.symbols,
    field_definition: {
      kind: fieldKind,
      name: 'property',
      body: 'value.body',
      value: 'value',
      neverNested: true,
    },
  },
};
