/** Rules shared by TypeScript, TSX and JavaScript. */
import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, ImportRule, KindTable, Place, SymbolRule, ValueKind, WrapperRule } from './rules';
import type { NameRules } from './readReferences';
import { TEST_CALL, testCall } from './testCalls';
import { nodeAt, nodesAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { listedNames } from './listedNames';
import { outside } from './topLevel';

/** Kinds of members by their values. */
const METHODS = {
  arrow_function: 'Method',
  function_expression: 'Method',
  generator_function: 'Method',
} as const;

function isFunction(node: SyntaxNode | undefined): boolean {
  return node !== undefined && Object.hasOwn(METHODS, node.type);
}

/** A variable holds a function or a class, or is a constant of a module or namespace; variables in blocks are local. */
function kindOfVariable(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  const value = nodeAt(node, 'value');
  if (isFunction(value)) return 'Func';
  if (value?.type === 'class') return 'Class';
  if (place.zone !== 'item' || (place.block !== 'module' && place.block !== 'members')) return undefined;
  if (place.parent === 'Test') return undefined;
  if (value !== undefined && REQUIRE.test(opening(value, text))) return undefined;
  return 'Const';
}

/** Macros that declare a Vue component's props, emits, slots and so on. */
const COMPONENT_MACRO = /^(?:withDefaults|define(?:Props|Emits|Model|Slots|Expose|Options))\s*[<(]/;

function valueToCut(value: SyntaxNode | undefined, text: string): SyntaxNode | undefined {
  return value !== undefined && COMPONENT_MACRO.test(opening(value, text)) ? undefined : value;
}

/** The names that a pattern binds: `{ a, b: c, d = 1, ...rest }`, `[a, [b]]`. */
function boundNames(node: SyntaxNode, text: string): SyntaxNode | readonly string[] | undefined {
  const name = nodeAt(node, 'name');
  if (name === undefined || name.type === 'identifier') return name;
  const names: string[] = [];
  const patterns = [name];
  for (let pattern = patterns.pop(); pattern !== undefined; pattern = patterns.pop()) {
    switch (pattern.type) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        names.push(textOf(pattern, text));
        break;
      case 'object_assignment_pattern':
      case 'assignment_pattern':
        patterns.push(...[nodeAt(pattern, 'left') ?? []].flat());
        break;
      case 'pair_pattern':
        patterns.push(...[nodeAt(pattern, 'value') ?? []].flat());
        break;
      case 'object_pattern':
      case 'array_pattern':
      case 'rest_pattern':
        for (const inner of pattern.namedChildren.toReversed()) patterns.push(inner);
    }
  }
  return names;
}

/** `exports.x = …`, `module.exports = …`, `Type.prototype.x = function`, `later = class`. */
function kindOfAssignment(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  const left = nodeAt(node, 'left');
  if (left?.type !== 'member_expression' && left?.type !== 'identifier') return undefined;
  const right = nodeAt(node, 'right');
  const path = textOf(left, text);
  if (isFunction(right)) return path.includes('.prototype.') ? 'Method' : 'Func';
  if (right?.type === 'class') return 'Class';
  if (place.zone === 'dropped' || !/^(?:module\.)?exports\b/.test(path)) return undefined;
  return 'Const';
}

/** A function or class assigned to `module.exports` keeps its own name. */
function nameOfAssignment(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const target = nodeAt(node, 'left.property') ?? nodeAt(node, 'left');
  const own =
    target !== undefined && textOf(target, text) === 'exports' ? nodeAt(node, 'right.name') : undefined;
  return own ?? target;
}

function ownerOfAssignment(node: SyntaxNode, text: string): string | undefined {
  const object = nodeAt(node, 'left.object');
  if (object === undefined) return undefined;
  const owner = textOf(object, text).replace(/\.prototype$/, '');
  return /^(?:module|exports|module\.exports|this|self|window|globalThis)$/.test(owner) ||
    !/^[\w$.]{1,100}$/.test(owner)
    ? undefined
    : owner;
}

/** A function expression, arrow function or class that is the default export or has its own name. */
function anonymous(kind: SymbolKind): SymbolRule {
  return {
    kind: (node, place) =>
      place.wrapper === 'export_statement' || nodeAt(node, 'name') !== undefined ? kind : undefined,
    name: (node) => nodeAt(node, 'name') ?? 'default',
  };
}

const symbols: Readonly<Record<string, SymbolRule>> = {
  call_expression: testCall,
  function_declaration: { kind: 'Func' },
  generator_function_declaration: { kind: 'Func' },
  class_declaration: { kind: 'Class' },
  method_definition: { kind: 'Method' },
  // Functions under keys count if the object is itself a constant.
  pair: {
    kind: { at: 'value', kinds: METHODS },
    only: { parents: ['Const'] },
    name: 'key',
    body: 'value.body',
    neverNested: true,
  },
  variable_declarator: {
    kind: kindOfVariable,
    name: boundNames,
    body: 'value.body',
    value: (node, text) => valueToCut(nodeAt(node, 'value'), text),
    nestedProbe: /=>|=\s*(?:async\s+)?function|=\s*class\b/,
  },
  assignment_expression: {
    kind: kindOfAssignment,
    name: nameOfAssignment,
    body: 'right.body',
    value: 'right',
    owner: ownerOfAssignment,
    nestedProbe: /^[\w$.]+\s*=\s*(?:async\s+)?(?:function|class\b|\(|[\w$]+\s*=>)/,
  },
  arrow_function: { ...anonymous('Func'), neverNested: true },
  function_expression: anonymous('Func'),
  generator_function: anonymous('Func'),
  class: anonymous('Class'),
  // `export { a, b as c } from './a'`
  export_statement: {
    kind: kindOfReExport,
    name: reExportedNames,
    reExports: reExportedModules,
    neverNested: true,
  },
  object: {
    kind: 'Const',
    only: { wrapper: 'export_statement' },
    name: () => 'default',
    neverNested: true,
  },
};

const wrappers: Readonly<Record<string, WrapperRule>> = {
  export_statement: { exported: true, keeps: true, exports: exportedNames },
  lexical_declaration: { imports: requiredModules, hint: /=|./ },
  variable_declaration: { imports: requiredModules, hint: /=|./ },
  expression_statement: {
    staysWhole,
    hint: new RegExp(`\\bexports\\b|\\.prototype\\.|\\b(?:namespace|module)\\b|${TEST_CALL}`),
  },
};

/** `exports.x = …`, `exports = module.exports = …`. */
const EXPORTING = /^(?:[\w$]{1,80}\s*=\s*)?(?:module\.)?exports\b[^=\n;({]{0,120}=(?![=>])/;

function staysWhole(statement: SyntaxNode, text: string): boolean {
  const written = opening(statement, text);
  return COMPONENT_MACRO.test(written) || EXPORTING.test(written);
}

/** `export { a, b as c }`, `export default a`: the local names. */
function exportedNames(node: SyntaxNode, text: string): readonly string[] {
  if (node.childForFieldName('source') !== null) return [];
  const names: string[] = [];
  const value = node.childForFieldName('value');
  if (value?.type === 'identifier') names.push(textOf(value, text));
  return [
    ...names,
    ...nodesAt(node, '(export_clause).(export_specifier).name').map((name) => textOf(name, text)),
  ];
}

/**
 * The file does not say what kind of names another module has. They count as types after `export type`, else as
 * constants; without names, the whole module counts.
 */
function kindOfReExport(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  const [first] = node.namedChildren;
  if (node.childForFieldName('source') === null && reExportedSpecifiers(node, text, place).length === 0)
    return undefined;
  if (first?.type === 'namespace_export') return 'Namespace';
  if (first?.type !== 'export_clause') return 'Module';
  return /^export\s+type\b/.test(text.slice(node.startIndex, first.startIndex)) ? 'Type' : 'Const';
}

/** The specifiers that export names of other modules: all after `from`, else those of imported names. */
function reExportedSpecifiers(node: SyntaxNode, text: string, place: Place): readonly SyntaxNode[] {
  const [first] = node.namedChildren;
  if (first?.type !== 'export_clause') return [];
  const specifiers = first.namedChildren.filter(({ type }) => type === 'export_specifier');
  if (node.childForFieldName('source') !== null) return specifiers;
  return specifiers.filter((specifier) => moduleOf(specifier, text, place) !== undefined);
}

function moduleOf(specifier: SyntaxNode, text: string, place: Place): string | undefined {
  const name = nodeAt(specifier, 'name');
  return name && place.importedFrom(textOf(name, text));
}

function reExportedModules(node: SyntaxNode, text: string, place: Place): readonly string[] {
  if (node.childForFieldName('source') !== null) return [sourceOf(node, text)];
  const specifiers = reExportedSpecifiers(node, text, place);
  return [...new Set(specifiers.flatMap((specifier) => moduleOf(specifier, text, place) ?? []))];
}

function sourceOf(node: SyntaxNode, text: string): string {
  return unquoted(textOf(nodeAt(node, 'source') ?? node, text));
}

/** `a` and `c` for `{ a, b as c }`, `all` for `* as all`; the module itself for `*`. */
function reExportedNames(node: SyntaxNode, text: string, place: Place): readonly string[] {
  const [first] = node.namedChildren;
  if (first?.type === 'namespace_export') return [textOf(first.firstNamedChild ?? first, text)].map(unquoted);
  if (first?.type !== 'export_clause') return [`* from ${sourceOf(node, text)}`];
  return reExportedSpecifiers(node, text, place)
    .flatMap((specifier) => nodeAt(specifier, 'alias') ?? nodeAt(specifier, 'name') ?? [])
    .map((name) => unquoted(textOf(name, text)));
}

const imports: Readonly<Record<string, ImportRule>> = {
  import_statement: { sources: importedModule },
};

function importedModule(node: SyntaxNode, text: string): readonly string[] {
  const source =
    nodeAt(node, 'source') ?? node.namedChildren.map((child) => nodeAt(child, 'source')).find(Boolean);
  return source === undefined ? [textOf(node, text)] : [unquoted(textOf(source, text))];
}

/** The start of a declaration, enough to find `require`. */
function opening(node: SyntaxNode, text: string): string {
  return text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 1_000));
}

const REQUIRE = /^require\(\s*["']([^"'\n]+)["']\s*\)/;

/** The modules of `const a = require('a')`, `{ b } = require('b')`. */
function requiredModules(node: SyntaxNode, text: string): readonly string[] {
  if (!opening(node, text).includes('require(')) return [];
  return node.namedChildren.flatMap((declarator) => {
    const value = nodeAt(declarator, 'value');
    return (value && REQUIRE.exec(opening(value, text))?.slice(1, 2)) ?? [];
  });
}

const enter = [
  'return_statement',
  'parenthesized_expression',
  'call_expression',
  'arguments',
  'unary_expression',
  'await_expression',
  'array',
  'new_expression',
  'ternary_expression',
] as const;

const enterOutside = ['sequence_expression', 'class_static_block'] as const;

/**
 * A method's name, parameters and brace. Statements that look the same are left out only at the start of a line: in a
 * block, they may hold methods that no pattern finds. Each line's indentation is read only once.
 */
const METHOD = String.raw`^(?:[ \t]+(?![ \t])[\w$*#\["']?|(?!(?:else[ \t]+)?(?:if|for|while|switch|catch|with)\b)[\w$*#\["'])[^\n;=.]{0,60}\([^;]{0,200}?\)\s{0,20}\{`;

/** Named functions, classes and methods. `=>` alone is not enough, since most arrow functions are callbacks. */
const nestedHint = new RegExp(
  String.raw`\bfunction\b|\bclass\b|=\s*(?:async\b|\(|<|[\w$]+\s*=>)|\bimport\b|\brequire\b|${TEST_CALL}|${METHOD}`,
  'm',
);

/** Also methods and functions in objects. */
const itemHint = new RegExp(`${nestedHint.source}|\\)\\s*\\{|:\\s*(?:async\\b|\\(|[\\w$]+\\s*=>)`, 'm');

const folds = {
  statement_block: 'block',
  switch_body: 'block',
  object: 'brackets',
  array: 'brackets',
  arguments: 'brackets',
  template_string: 'text',
} as const;

const values: Readonly<Record<string, ValueKind>> = {
  binary_expression: 'head',
  ternary_expression: 'head',
  member_expression: 'head',
  subscript_expression: 'head',
  call_expression: 'head',
};

/** A class field that holds a function is a method. */
export const fieldKind: KindTable = { at: 'value', kinds: METHODS, otherwise: 'Field' };

/** CommonJS exports and re-exports. */
function exported({ signature }: { readonly signature: string }): boolean {
  return /^(?:(?:module\.)?exports|export)\b/.test(signature);
}

const names = {
  names: [
    'identifier',
    'property_identifier',
    'private_property_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
  ],
  // A tag's arguments are a template string.
  arguments: ['arguments', 'template_string'],
  tails: ['new_expression', 'decorator'],
} satisfies NameRules;

/** JSX elements call components. */
export const elementHeads = { jsx_opening_element: 1, jsx_self_closing_element: 1 } as const;

/** `a` and `c` of `import { a as b, type c } from`, `{ a, c: b } = require`, `export { a as b, c } from`. */
function importNames(statement: string): readonly string[] {
  const plain = /\/[*/]/.test(statement) ? statement.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '') : statement;
  return [...plain.matchAll(/\{([^{}]*)\}(?=\s*(?:from\b|=\s*require\b))/g)]
    .flatMap(([, list = '']) => {
      const values = list.includes('type') ? list.replaceAll(/(?<=^|,)\s*type\s+(?=[\w$])/g, '') : list;
      return listedNames(values, /\s+as\b|\s*[:=]/);
    })
    .filter((name) => name !== 'default');
}

export const ecmascript = {
  kind: 'grammar',
  ...{ symbols, wrappers, imports, names },
  importNames,
  signatures: { parameters: 'a: T', result: outside(/:/), bases: outside(/\b(?:extends|implements)\b/) },
  comments: ['comment', 'html_comment', 'hash_bang_line'],
  decorators: ['decorator'],
  ...{ enter, enterOutside, nestedHint, itemHint, folds, values },
  exported,
} satisfies Omit<GrammarRules, 'id' | 'grammar'>;
