import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, LeadKind, Place } from './rules';
import { childOf, nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { lastOfPath, listedNames } from './listedNames';
import { outside } from './topLevel';

const DEFINES: Readonly<Record<string, SymbolKind>> = {
  defmodule: 'Module',
  defimpl: 'Module',
  defprotocol: 'Interface',
  defstruct: 'Struct',
  defexception: 'Struct',
  def: 'Func',
  defp: 'Func',
  defdelegate: 'Func',
  defmacro: 'Macro',
  defmacrop: 'Macro',
  defguard: 'Macro',
  defguardp: 'Macro',
  describe: 'Namespace',
  test: 'Test',
  property: 'Test',
};

const DEFINITION =
  /\b(?:def(?:p|module|impl|protocol|struct|exception|delegate|macrop?|guardp?)?|test|property|describe)\s/;

/** Macros of the language itself. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(DEFINES).filter((name) => name.startsWith('def')),
  ...['alias', 'import', 'require', 'use', 'if', 'unless', 'case', 'cond', 'with', 'for', 'receive', 'try'],
  ...['quote', 'unquote', 'raise', 'moduledoc', 'doc', 'spec', 'type', 'typep', 'impl', 'callback'],
]);

const IMPORT = /^(?:import|alias|require|use)\s+([\w.]+)(?:\{([^}]{0,2000})\})?/;

/** Almost everything in Elixir is a call: `def`, `defmodule`, `import`. Attributes are unary operators. */
export const elixir: GrammarRules = {
  kind: 'grammar',
  id: 'elixir',
  grammar: 'elixir',
  symbols: {
    call: {
      kind: kindOfCall,
      name: nameOfCall,
      body: bodyOfCall,
      doc: moduleDoc,
      nestedProbe: new RegExp(`^${DEFINITION.source}`),
      // The value of `do:`
      expression: { unless: 'do_block' },
    },
    unary_operator: {
      kind: (node, _, text) => attributeOf(node, text)?.kind,
      only: { zone: 'item' },
      name: (node, text) => attributeOf(node, text)?.name,
      value: (node) => nodeAt(node, 'operand')?.namedChildren.at(-1)?.firstNamedChild ?? undefined,
      neverNested: true,
    },
  },
  wrappers: {
    call: { hint: new RegExp(`${IMPORT.source}|${DEFINITION.source}`), imports: importedModules },
  },
  names: { names: ['identifier', 'alias'], arguments: ['arguments'], keywords: KEYWORDS },
  importNames,
  signatures: { parameters: 'a: T', result: outside(/::/), hashComments: true },
  leads: { unary_operator: leadOfAttribute },
  enter: [
    'do_block',
    'else_block',
    'arguments',
    'anonymous_function',
    'stab_clause',
    'body',
    'binary_operator',
  ],
  nestedHint: DEFINITION,
  itemHint: new RegExp(`${DEFINITION.source}|\\b(?:import|alias|require|use)\\s`),
  folds: {
    do_block: 'block',
    map_content: 'block',
    list: 'brackets',
    tuple: 'brackets',
    string: 'lines',
    charlist: 'lines',
    sigil: 'lines',
  },
  standIns: { ...lineStandIns('#'), body: { text: '# %', endsLine: true, inside: true } },
  values: { binary_operator: 'head' },
  braces: ['do', 'end'],
  exported: ({ signature }) =>
    /^(?:def(?!p\b|macrop|guardp)|@(?:type|opaque|callback|macrocallback)\b)/.test(signature),
};

function calledName(node: SyntaxNode, text: string): string {
  return /^[a-z]+\b/.exec(text.slice(node.startIndex, node.startIndex + 20))?.[0] ?? '';
}

/** The arguments of a definition: its head, then perhaps `do: …`. */
function argumentsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childOf(node, 'arguments')?.namedChildren ?? [];
}

function kindOfCall(node: SyntaxNode, { parent }: Place, text: string): SymbolKind | undefined {
  const name = calledName(node, text);
  const kind = Object.hasOwn(DEFINES, name) ? DEFINES[name] : undefined;
  if (kind !== 'Test' && kind !== 'Namespace') return kind;
  const isTest = parent !== undefined && argumentsOf(node)[0]?.type === 'string';
  return isTest ? kind : undefined;
}

function nameOfCall(node: SyntaxNode, text: string): string | undefined {
  const called = calledName(node, text);
  if (called === 'defstruct' || called === 'defexception') return '__struct__';
  const [head, options] = argumentsOf(node);
  if (head === undefined) return undefined;
  if (called === 'defimpl') return implementationName(textOf(head, text), options && textOf(options, text));
  return called.startsWith('def') ? headName(head, text) : unquoted(textOf(head, text));
}

/** The module that `defimpl Size, for: Map` defines. */
function implementationName(protocol: string, options: string | undefined): string {
  const type = options === undefined ? undefined : /\bfor:\s*([\w.]+|\[[^\]]*\])/.exec(options)?.[1];
  return type === undefined ? protocol : `${protocol}.${type}`;
}

/** The name in `load(path)`, `load(path) when …`, `a + b`, `load`. */
function headName(head: SyntaxNode, text: string): string {
  if (head.type === 'call') return textOf(nodeAt(head, 'target') ?? head, text);
  if (head.type !== 'binary_operator') return textOf(head, text);
  const left = nodeAt(head, 'left');
  const right = nodeAt(head, 'right');
  if (left === undefined || right === undefined) return textOf(head, text);
  const operator = text.slice(left.endIndex, right.startIndex).trim();
  return operator === 'when' ? headName(left, text) : operator;
}

/** The block between `do` and `end`, or the value of `do:`. */
function bodyOfCall(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const block = childOf(node, 'do_block');
  if (block !== undefined) return block;
  const options = argumentsOf(node).at(-1);
  if (options?.type !== 'keywords') return undefined;
  const pair = options.namedChildren.find((child) => text.startsWith('do:', child.startIndex));
  return pair && nodeAt(pair, 'value');
}

/** `@moduledoc` at the start of a module. */
function moduleDoc(node: SyntaxNode, text: string): SyntaxNode | undefined {
  if (!/^def(?:module|protocol|impl)\b/.test(calledName(node, text))) return undefined;
  const first = childOf(node, 'do_block')?.firstNamedChild;
  return first && text.startsWith('@moduledoc', first.startIndex) ? first : undefined;
}

const ATTRIBUTE = /^@(\w+)[ \t(]+(?:(\w+[?!]?)|\S)/;

const ATTRIBUTE_KINDS: Readonly<Record<string, SymbolKind>> = {
  type: 'Type',
  typep: 'Type',
  opaque: 'Type',
  callback: 'Method',
  macrocallback: 'Method',
};

/** Attributes that inform the compiler or the reader and hold no value. */
const INFORMATIVE =
  /^(?:behaviour|derive|enforce_keys|optional_callbacks|compile|dialyzer|before_compile|after_compile|on_load|on_definition|external_resource|moduledoc|moduletag|describetag|tag|nifs|vsn)$/;

/** `@type key :: …`, `@limit 3`. */
function attributeOf(node: SyntaxNode, text: string): { kind: SymbolKind; name: string } | undefined {
  const [, attribute = '', named = ''] =
    ATTRIBUTE.exec(text.slice(node.startIndex, node.startIndex + 200)) ?? [];
  if (attribute === '' || INFORMATIVE.test(attribute)) return undefined;
  const kind = Object.hasOwn(ATTRIBUTE_KINDS, attribute) ? ATTRIBUTE_KINDS[attribute] : undefined;
  return kind === undefined ? { kind: 'Const', name: attribute } : { kind, name: named };
}

function leadOfAttribute(text: string, start: number): LeadKind | undefined {
  if (text[start] !== '@') return undefined;
  const name = /^@(\w+)/.exec(text.slice(start, start + 30))?.[1] ?? '';
  if (name === 'doc' || name === 'typedoc' || name === 'moduledoc') return 'comment';
  return /^(?:spec|impl|deprecated|since|tag)$/.test(name) ? 'decorator' : undefined;
}

/** `alias App.{Base, Other}`, `import Enum, only: […]`. */
function importedModules(node: SyntaxNode, text: string): readonly string[] {
  const written = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 2_000));
  const [, module, group] = IMPORT.exec(written) ?? [];
  if (module === undefined) return [];
  return group === undefined ? [module] : group.split(',').map((name) => module + name.trim());
}

/** `B` and `C` of `alias A.{B, C}`, `B` of `alias A.B`, `a` and `b` of `import A, only: [a: 1, b: 2]`. */
function importNames(statement: string): readonly string[] {
  const [, group, path] = /^alias\s+(?:[\w.]+\.\{([^}]*)\}|([\w.]+))/.exec(statement) ?? [];
  if (group !== undefined) return group.split(',').flatMap((name) => lastOfPath(name));
  if (path !== undefined) return lastOfPath(path);
  const only = /^import\b[^]*?\bonly:\s*\[([^\]]*)\]/.exec(statement)?.[1] ?? '';
  return listedNames(only, /:/);
}
