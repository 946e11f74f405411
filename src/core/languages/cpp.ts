import { braceStandIns } from './braceStandIns';
import {
  containers,
  enter,
  exported,
  folds,
  imports,
  lastName,
  nestedHint,
  symbols,
  values,
  wrappers,
} from './cfamily';
import { blankMacrosOfCpp } from './macros';
import type { GrammarRules, SymbolRule } from './rules';
import { nodeAt } from './syntax';

const declarator: SymbolRule | undefined = symbols['pointer_declarator'];

export const cpp: GrammarRules = {
  kind: 'grammar',
  id: 'cpp',
  also: ['cuda'],
  family: 'code',
  grammar: 'cpp',
  symbols: {
    ...symbols,
    class_specifier: {
      kind: (node) => (nodeAt(node, 'body') === undefined ? undefined : 'Class'),
      name: (node) => {
        const name = nodeAt(node, 'name');
        return name && lastName(name);
      },
    },
    namespace_definition: {
      kind: 'Namespace',
      name: (node, text) =>
        nodeAt(node, 'name') === undefined
          ? '(anonymous)'
          : text
              .slice(nodeAt(node, 'name')?.startIndex, nodeAt(node, 'name')?.endIndex)
              .replaceAll('::', '.'),
    },
    alias_declaration: { kind: 'Type', neverNested: true },
    concept_definition: { kind: 'Type', neverNested: true },
    ...(declarator && {
      reference_declarator: declarator,
      operator_cast: declarator,
      operator_name: declarator,
      qualified_identifier: declarator,
    }),
  },
  wrappers: { ...wrappers, template_declaration: {}, friend_declaration: { hint: /[({]/ } },
  imports,
  containers,
  comments: ['comment'],
  decorators: [],
  enter: [...enter, 'try_statement', 'catch_clause'],
  nestedHint: new RegExp(`${nestedHint.source}|=\\s*\\[`),
  directives: true,
  reads: blankMacrosOfCpp,
  folds,
  values,
  standIns: braceStandIns,
  exported,
};
