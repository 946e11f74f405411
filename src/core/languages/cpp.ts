import { cFamily, declarator, lastName } from './cfamily';
import { blankMacrosOfCpp } from './macros';
import type { GrammarRules } from './rules';
import { nodeAt } from './syntax';

export const cpp: GrammarRules = {
  ...cFamily,
  id: 'cpp',
  also: ['cuda'],
  grammar: 'cpp',
  names: {
    ...cFamily.names,
    names: [...cFamily.names.names, 'namespace_identifier'],
    typeArguments: ['template_argument_list'],
    tails: ['new_expression'],
  },
  symbols: {
    ...cFamily.symbols,
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
    reference_declarator: declarator,
    operator_cast: declarator,
    operator_name: declarator,
    qualified_identifier: declarator,
  },
  wrappers: { ...cFamily.wrappers, template_declaration: {}, friend_declaration: { hint: /[({]/ } },
  enter: [...cFamily.enter, 'try_statement', 'catch_clause'],
  nestedHint: new RegExp(`${cFamily.nestedHint.source}|=\\s*\\[`),
  reads: blankMacrosOfCpp,
};
