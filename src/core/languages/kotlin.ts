import type { SymbolKind } from '../facts/fileFacts';
import { blank } from './blank';
import type { GrammarRules, Place } from './rules';
import { child, childOf, nodeAt, nodesAt, textOf, valueAfterEquals, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

const TYPE_BODY = ['(class_body)', '(enum_class_body)'];

export const kotlin: GrammarRules = {
  kind: 'grammar',
  id: 'kotlin',
  grammar: 'kotlin',
  symbols: {
    class_declaration: {
      kind: {
        at: ['(interface)', '(enum_class_body)'],
        kinds: { interface: 'Interface', enum_class_body: 'Enum' },
        otherwise: 'Class',
      },
      body: TYPE_BODY,
      signatureTo: delegateMembers,
    },
    object_declaration: { kind: 'Class', body: TYPE_BODY, signatureTo: delegateMembers },
    companion_object: {
      kind: 'Class',
      name: (node) => nodeAt(node, 'name') ?? 'Companion',
      body: TYPE_BODY,
    },
    function_declaration: {
      kind: kindOfFunction,
      member: 'Method',
      body: '(function_body)',
      owner: receiver,
      expression: givenValue,
    },
    secondary_constructor: {
      kind: 'Method',
      name: () => 'constructor',
      body: '(block)',
      neverNested: true,
    },
    property_declaration: {
      kind: 'Const',
      member: 'Field',
      names: [
        '(multi_variable_declaration).(variable_declaration).(identifier)',
        '(variable_declaration).(identifier)',
      ],
      body: [],
      value: assigned,
      signatureTo: implementation,
      owner: receiver,
      neverNested: true,
    },
    class_parameter: {
      // Constructor parameters that are also properties
      kind: { at: ['(val)', '(var)'], kinds: { val: 'Field', var: 'Field' } },
      name: '(identifier)',
      value: assigned,
      neverNested: true,
    },
    enum_entry: { kind: 'Field', name: '(identifier)', body: TYPE_BODY, neverNested: true },
    type_alias: { kind: 'Type', name: 'type', neverNested: true },
  },
  bodies: {
    getter: { body: '(function_body)', expression: givenValue },
    setter: { body: '(function_body)', expression: givenValue },
    anonymous_initializer: { body: '(block)' },
  },
  imports: { import: { sources: importedName } },
  comments: ['line_comment', 'block_comment'],
  names: {
    names: ['identifier'],
    arguments: ['value_arguments', 'annotated_lambda'],
    typeArguments: ['type_arguments'],
  },
  // `C` of `import a.b.C as D`
  importNames: { path: /^import(?!.*\.\*)\s+(?:[\w`]+\.)*`?(\w+)`?/ },
  signatures: { parameters: 'a: T', result: outside(/:/), bases: outside(/:/) },
  decorators: ['annotation'],
  modifiers: ['modifiers'],
  enter: [
    'class_body',
    'enum_class_body',
    'delegation_specifiers',
    'delegation_specifier',
    'explicit_delegation',
    'primary_constructor',
    'class_parameters',
    'function_body',
    'if_expression',
    'when_expression',
    'when_entry',
    'do_while_statement',
    'try_expression',
    'catch_block',
    'finally_block',
    'throw_expression',
    'call_expression',
    'annotated_lambda',
    'lambda_literal',
    'value_arguments',
    'value_argument',
    'object_literal',
    'navigation_expression',
    'parenthesized_expression',
    'assignment',
    'binary_expression',
    'infix_expression',
    'as_expression',
    'anonymous_function',
  ],
  nestedHint: /\b(?:fun|class|interface|object)\b/,
  folds: {
    lambda_literal: 'brackets',
    value_arguments: 'brackets',
    collection_literal: 'brackets',
    multiline_string_literal: 'text',
  },
  values: {
    when_expression: 'brackets',
    class_body: 'brackets',
    call_expression: 'head',
    navigation_expression: 'head',
    index_expression: 'head',
    unary_expression: 'head',
    as_expression: 'head',
    infix_expression: 'head',
    binary_expression: 'head',
  },
  reads,
  keyword: /\b(?:fun|val|var|class|interface|object|typealias|constructor)\b/,
  exported: ({ signature }) => !/\b(?:private|internal|protected)\b/.test(signature),
};

/** The members of a type's first delegate, which come before its own: `class Store : Base by object : Base { … }`. */
function delegateMembers(node: SyntaxNode): SyntaxNode | undefined {
  const members =
    '(delegation_specifiers).(delegation_specifier).(explicit_delegation).(object_literal).(class_body)';
  return nodesAt(node, members)[0];
}

/** Fields with members are enum entries. */
function kindOfFunction(_: SyntaxNode, { parent, zone, block }: Place): SymbolKind {
  return parent === 'Field' && zone === 'item' && block === 'members' ? 'Method' : 'Func';
}

/** The type an extension is for, without type arguments: `String` for `fun String?.shout()`. */
function receiver(node: SyntaxNode, text: string): string | undefined {
  const dot = node.children.findIndex(({ type }) => type === '.');
  const type = node.children[dot - 1];
  return type && /^\(?([\w.]+)/.exec(textOf(type, text))?.[1];
}

/** A property's accessors, or the lambda or members at the end of its delegate. */
function implementation(node: SyntaxNode): SyntaxNode | undefined {
  const accessor = childOf(node, 'getter', 'setter');
  const part = child('property_delegate')(node)?.lastChild?.lastChild;
  return accessor ?? (part?.type === 'annotated_lambda' || part?.type === 'class_body' ? part : undefined);
}

/** The value of a declaration, or its delegate. */
function assigned(node: SyntaxNode): SyntaxNode | undefined {
  return valueAfterEquals(node) ?? childOf(node, 'property_delegate')?.lastChild ?? undefined;
}

/** An expression body stays an expression: the return type may be inferred from it. */
function givenValue(body: SyntaxNode): SyntaxNode | undefined {
  return body.firstChild?.type === '=' ? body.namedChildren.at(-1) : undefined;
}

function importedName(node: SyntaxNode, text: string): readonly string[] {
  const name = child('qualified_identifier')(node);
  if (name === undefined) return [];
  return [textOf(name, text) + (node.lastChild?.type === '*' ? '.*' : '')];
}

/** A one-line type such as `object Single { val a = 1 }`, not a string template. */
const ONE_LINE_TYPE =
  /^(?=[^\n]{0,300}$)(?![^\n]{0,300}\$\{)[^\n{]{0,200}\b(?:class|object|interface)\b[^\n]{0,300}\}/gm;

/** A guard: `is Join if isSafe() ->`. */
const GUARD =
  /^([ \t]*(?:!?(?:is|in)[ \t]+[^\n"{}>]{1,200}(?:>[^\n"{}>]{0,100})?|else|[A-Z][\w.]{0,100}))[ \t](if[ \t(][^\n{}]{1,400}?|if[ \t]?\((?:[^(){}]|\((?:[^(){}]|\([^(){}]{0,200}\)){0,200}\)){1,400}\))(?=\s{1,80}->)/gm;

/** An infix call after a lambda: `} get Tasks.id`. */
const INFIX_AFTER_LAMBDA =
  /(?<=^[ \t]{0,80}\}[ \t])(?!(?:else|while|catch|finally|as|is|in|by|where)\b)([a-z]\w{0,60})(?=[ \t][\w"(])/gm;

/** The infix calls `a get b` and `a set b`, which the grammar takes for accessors of a property. */
const INFIX_ACCESS = /(?<=[\w)}\]"][ \t])(?<!\b(?:fun|val|var)[ \t])(?:get|set)(?=[ \t][\w"(])/g;

/** Context parameters, and annotations on a separate line before an accessor. */
const BEFORE_DECLARATION =
  /^[ \t]*(?:context\([^()\n]{1,400}\)(?=\s)|@\w{1,80}(?:\([^()\n]{0,200}\))?[ \t]*\n(?=[ \t]*[gs]et\())/gm;

/** A string in which a single dollar sign is literal: `$$"{ "a": $$b }"`. */
const DOLLARS = /\${2,5}"(?!"")(?:[^"\\\n]|\\.){0,1000}"/g;

/** A name, except before a type parameter's constraint. */
const WHERE = /\bwhere\b(?!\s{1,80}(?:@\w{1,80}\s{1,8})?[A-Z]\w{0,80}\s{0,8}:)/g;

/**
 * The grammar takes the body in `class Store : Base by delegate {` for a lambda. The end of the line is checked first,
 * because few lines match it.
 */
const DELEGATE_OF_TYPE =
  /\bby(?=[ \t]+[\w.]{1,100}(?:\([^()\n]{0,200}\))?[ \t]{0,80}\{[ \t]*$)(?<=^[^\n"{}=]{0,200}(?:\)|\b(?:class|object)[ \t]\w{1,80})[ \t]{0,8}:[^\n"{}=]{1,200}[ \t]by)[ \t]+[\w.]{1,100}(?:\([^()\n]{0,200}\))?/gm;

/**
 * The grammar lacks `fun interface` and `actual` constructors and parameters, and requires semicolons in one-line
 * types.
 */
function reads(text: string): string {
  return text
    .replaceAll(/\bfun(?=[ \t]+interface\b)/g, '   ')
    .replaceAll(/\bactual(?=[ \t]+(?:constructor\b|va[lr][ \t][^\n]{0,200},[ \t]*\n))/g, '      ')
    .replaceAll(
      /\bclass[ \t]+\w+[^\n(){}"]{0,200}\n(?=[ \t]*(?:@\w+(?:\([^()\n]*\))?[ \t]+)*(?:\w+[ \t]+)*constructor[ \t]*\()/g,
      (header) => `${header.slice(0, -1)} `,
    )
    .replaceAll(GUARD, (_, pattern: string, guard: string) => `${pattern} ${blank(guard)}`)
    .replaceAll(INFIX_AFTER_LAMBDA, (name) => '+'.padEnd(name.length))
    .replaceAll(INFIX_ACCESS, '+  ')
    .replaceAll(BEFORE_DECLARATION, blank)
    .replaceAll(DOLLARS, (string) => string.replaceAll('$', '_').replace(/^_+/, blank))
    .replaceAll(WHERE, 'there')
    .replaceAll(DELEGATE_OF_TYPE, blank)
    .replaceAll(ONE_LINE_TYPE, (line) => line.replaceAll(/(?<=[^\s{;,/]) (?=\})/g, ';'))
    .replace(/[^\n]$/, END_LINE);
}

/** After an annotation, the grammar's scanner searches for the end of the line and never stops if the file has none. */
const END_LINE = '$&\n';
