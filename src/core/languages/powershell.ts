import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place } from './rules';
import { childOf, nodeAt, type SyntaxNode } from './syntax';
import { outside } from './topLevel';
import { NO_RESULT } from './signature';

const ITEM_HINT =
  /\b(?:function|filter|workflow|class|enum)\s+\w|^(?:using|Import-Module|\.)\s|^(?:\[[^\]]*\])?\$|^(?:Describe|Context|It)\s/i;

const ASSIGNED = /^(?:\[[^\]\n]{1,80}\]\s*)?\$(?:(?:script|global|local|private):)?(\w+)\s*=/i;

const TEST = /^(Describe|Context|It)\s+(?:-Name\s+)?(["'])(.{1,200}?)\2/i;

const IMPORTS =
  /^(?:using\s+(?:module|namespace|assembly)|Import-Module(?:\s+-Name)?|\.)\s+([^\s|;]+|"[^"\n]+")/i;

/** The code after the `param` block, which belongs to the signature. */
const BODY = '(script_block).script_block_body';

export const powershell: GrammarRules = {
  kind: 'grammar',
  id: 'powershell',
  grammar: 'powershell',
  symbols: {
    function_statement: {
      kind: 'Func',
      // `global:Set-It`
      name: { at: '(function_name)', match: /^(?:\w+:)?(.*)/s },
      body: BODY,
      doc: helpInside,
    },
    class_statement: {
      kind: 'Class',
      name: '(simple_name)',
      signatureTo: '({)',
    },
    enum_statement: { kind: 'Enum', name: '(simple_name)', signatureTo: '({)' },
    class_method_definition: {
      kind: 'Method',
      name: '(simple_name)',
      body: BODY,
      doc: helpInside,
    },
    class_property_definition: { kind: 'Field', name: { at: '(variable)', match: /[^$]+/ } },
    enum_member: { kind: 'Field', name: '(simple_name)' },
    // Variables of a script, not of a function.
    assignment_expression: {
      kind: 'Const',
      only: { zone: 'item', wrapper: 'pipeline', parents: [] },
      name: { match: ASSIGNED },
      value: 'value',
      neverNested: true,
    },
    // A Pester test: `Describe "it" { … }`
    command: { kind: kindOfCommand, name: { match: TEST }, body: lastBlock, neverNested: true },
  },
  wrappers: {
    pipeline: { hint: ITEM_HINT, imports: { match: IMPORTS } },
    // The parameters of a script or function are its signature.
    param_block: { keeps: true },
  },
  names: {
    names: ['variable', 'simple_name', 'type_identifier'],
    calls: ['command_name'],
    arguments: ['argument_list'],
    sigil: /^[$@](?:global:|script:|local:|using:)?/i,
  },
  signatures: { parameters: 'a: T', result: NO_RESULT, bases: outside(/:/), hashComments: true },
  decorators: ['attribute'],
  enter: [
    'pipeline_chain',
    'elseif_clauses',
    'elseif_clause',
    'switch_clauses',
    'switch_clause',
    'catch_clauses',
    'script_block',
    'script_block_body',
    'script_block_expression',
    'named_block_list',
    'named_block',
    'command_elements',
    'array_literal_expression',
    'unary_expression',
  ],
  containers: ['statement_list'],
  nestedHint: /\b(?:function|filter|workflow|class|enum)\s+\w/i,
  itemHint: ITEM_HINT,
  folds: {
    statement_block: 'block',
    switch_body: 'brackets',
    hash_literal_expression: 'brackets',
    array_expression: 'brackets',
    script_block_expression: 'brackets',
    sub_expression: 'brackets',
    expandable_here_string_literal: 'lines',
    verbatim_here_string_characters: 'lines',
  },
  standIns: {
    body: { text: '<# % #>', inside: true },
    brackets: { text: '<# % #>' },
    statement: { text: '<# % #>' },
    hidden: { text: '<# % hidden #>' },
  },
  blank: '$hidden ',
  bodyComment: '# ',
  reads,
  exported: ({ signature }) => !/^\s*hidden\b/i.test(signature),
};

/** Comment-based help at the start of the code between the braces. */
function helpInside(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const comment = childOf(node, 'comment');
  return comment !== undefined && text.startsWith('<#', comment.startIndex) ? comment : undefined;
}

const TESTING: Readonly<Record<string, SymbolKind>> = {
  describe: 'Namespace',
  context: 'Namespace',
  it: 'Test',
};

function kindOfCommand(node: SyntaxNode, _: Place, text: string): SymbolKind | undefined {
  const name = TEST.exec(text.slice(node.startIndex, node.startIndex + 250))?.[1];
  return name === undefined ? undefined : TESTING[name.toLowerCase()];
}

/** The block passed as last argument. */
function lastBlock(node: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | undefined = nodeAt(node, 'command_elements')?.namedChildren.at(-1);
  while (at !== undefined && at.type !== 'script_block_expression') at = at.firstNamedChild ?? undefined;
  return at && nodeAt(at, BODY);
}

const blank = (whole: string): string => ' '.repeat(whole.length);

/** `using module X` before a script's parameters. */
const USING = /^using\s[^\n]*(?=\n(?:using\s[^\n]*\n|[ \t]*\n|[ \t]*#[^\n]*\n){0,50}[ \t]*(?:\[|param\b))/gim;
/** `[Flags()]` before a type, `: base($name)` of a constructor. */
const BEFORE_TYPE = /^[ \t]*\[[^\n]{1,200}\][ \t]*(?=(?:class|enum)[ \t])/gim;
const BASE_CALL = /\)[ \t]*:[ \t]*base[ \t]*\([^()\n]{0,200}\)/gi;
/** `$Home\a.ps1`, `Get-Thing, Get-Other`, `= { }`. */
const PATH_AFTER = /(\$\w+)([\\/][\w.\\/-]{1,200})/g;
const BARE_LIST = /(?<=[^:\n][ \t])[A-Za-z][\w.-]{0,80}(?:, ?[A-Za-z*][\w.*-]{0,80}){1,20}(?![\w\]])/g;
/** A block with only comments, in place of a value. */
const EMPTY_BLOCK = /\{(?<=["'=,)\w][ \t]{0,80}\{)((?:\s|<#[^#]{0,300}#>|#[^\n]{0,200}\n){0,200})\}/g;

/** Rewrites syntax that the grammar does not know to something else of the same length. */
function reads(text: string): string {
  return text
    .replaceAll(USING, (whole) => `#${whole.slice(1)}`)
    .replaceAll(BEFORE_TYPE, blank)
    .replaceAll(BASE_CALL, (whole) => `)${blank(whole.slice(1))}`)
    .replaceAll(PATH_AFTER, (_, variable: string, path: string) => variable + 'x'.repeat(path.length))
    .replaceAll(BARE_LIST, unlisted)
    .replaceAll(EMPTY_BLOCK, filledBlock);
}

/** Commands take arguments without commas; attributes need them. */
function unlisted(whole: string, offset: number, text: string): string {
  const before = text.slice(Math.max(0, offset - 200), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*\[/.test(line) ? whole : whole.replaceAll(',', ' ');
}

function filledBlock(whole: string, inside: string, offset: number, text: string): string {
  const before = text.slice(Math.max(0, offset - 120), offset);
  if (/\b(?:class|enum)\s+[\w:, .]+$|\bswitch\b[^{}]*$/i.test(before)) return whole;
  if (inside !== '') return `{0${inside.slice(1).replaceAll(/[^\n]/g, ' ')}}`;
  return /(?:["'=,]|[ \t]-\w+)[ \t]*$/.test(before) ? "''" : whole;
}
