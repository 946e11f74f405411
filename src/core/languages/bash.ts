import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place, StandIn } from './rules';
import { nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { looksLikeZsh, zshAsBash } from './zsh';

/** A body must contain a command. */
const BODY: StandIn = { text: ': # %', endsLine: true, inside: true };

export const bash: GrammarRules = {
  kind: 'grammar',
  id: 'bash',
  grammar: 'bash',
  symbols: {
    function_definition: {
      kind: { match: /^@test/, kinds: { '@test': 'Test' }, otherwise: 'Func' },
      name: functionName,
      standIn: standInOfBody,
    },
    variable_assignment: {
      kind: kindOfVariable,
      only: { zone: 'item', parents: [] },
      value: 'value',
      neverNested: true,
    },
    // `alias ll='ls -l'`
    command: {
      kind: { match: /^alias /, kinds: { 'alias ': 'Const' } },
      only: { zone: 'item' },
      name: { at: 'argument', match: /^([^=\s]+)=/ },
      neverNested: true,
    },
  },
  wrappers: {
    declaration_command: {},
    variable_assignments: {},
    command: { hint: /^(?:\.|source)\s/, imports: sourcedFiles },
  },
  names: { names: ['variable_name'], calls: ['command_name'], arguments: [] },
  enter: ['subshell', 'case_item', 'c_style_for_statement', 'do_group', 'list', 'redirected_statement'],
  nestedHint: /\(\s*\)|\bfunction\s/,
  itemHint: /\(\s*\)|\bfunction\s|(?:^|[\s;&|])(?:\.|source)\s/,
  folds: {
    compound_statement: 'block',
    array: 'brackets',
    string: 'text',
    heredoc_redirect: 'lines',
  },
  standIns: {
    body: BODY,
    brackets: { text: '# %', endsLine: true },
    statement: { text: ": '%'" },
    hidden: { text: "'... % hidden ...'" },
  },
  blank: '',
  emptyBodies: [':', ':;', 'true', 'true;'],
  reads: (text) => reads(looksLikeZsh(text) ? zshAsBash(text) : text),
  exported: ({ name }) => !name.startsWith('_'),
};

/** The bash grammar; zsh forms are rewritten for it. */
export const zsh: GrammarRules = { ...bash, id: 'zsh', reads: (text) => reads(zshAsBash(text)) };

/** The name of a Bats test is in quotes. */
function functionName(node: SyntaxNode, text: string): SyntaxNode | string | undefined {
  const name = nodeAt(node, 'name');
  // An anonymous function runs in place.
  if (name === undefined || /^(?:\(|function\b)/.test(text.slice(name.startIndex, name.startIndex + 9)))
    return undefined;
  if (!text.startsWith('@test', node.startIndex)) return name;
  const line = text.slice(node.startIndex + '@test'.length, node.startIndex + 400).split('\n', 1)[0] ?? '';
  return unquoted(line.replace(/\s*\{\s*$/, '').trim());
}

function standInOfBody(body: SyntaxNode): StandIn {
  if (body.type === 'compound_statement') return BODY;
  return body.type === 'subshell' ? { text: "(: '%')", braces: ['(', ')'] } : { text: "{ : '%'; }" };
}

/** Variables that are declared, exported, or in capitals; the others are the script's own. */
function kindOfVariable(node: SyntaxNode, { wrapper }: Place, text: string): SymbolKind | undefined {
  const name = nodeAt(node, 'name');
  if (name?.type !== 'variable_name') return undefined;
  return wrapper === 'declaration_command' || /^[A-Z_][A-Z0-9_]*$/.test(textOf(name, text))
    ? 'Const'
    : undefined;
}

const SOURCES = /^(?:\.|source)\s/;

function sourcedFiles(node: SyntaxNode, text: string): readonly string[] {
  if (!SOURCES.test(text.slice(node.startIndex, node.startIndex + 10))) return [];
  const file = nodeAt(node, 'argument');
  return file === undefined ? [] : [unquoted(textOf(file, text))];
}

const BATS_TEST = /^([ \t]*)(@test [^\n]*[^\n ]) ?\{[ \t]*$/gm;

/**
 * Extglob patterns such as `@(a|b)` and `!(-*)`, with parentheses nested up to one deep. Patterns with quotes are not
 * matched, so that no quote loses its partner.
 */
const EXTGLOB = /(?<!\$)[?*+@!]\((?:[^()\n"'`$]|\$\w|\((?:[^()\n"'`$]|\$\w)*\)){1,200}\)/g;

/** The pattern of `[[ $a =~ ^(b|c)$ ]]`. */
const MATCHED = /=~ +((?:\\\n|[^\n]){1,200}?) +(?:\]\]|&&|\|\|)/g;

/** The pattern in `${a%%[<(]*}`, if it has characters that the grammar does not accept there. */
const TAKEN_OFF = /(\$\{\w{1,80}(?:##?|%%?))([^}\n"'`$\\]{0,100}[[\]({<>|&;][^}\n"'`$\\]{0,100})(?=\})/g;

/** An operator known only at run time: `[ "$operator" "$file" ]`. */
const ANY_OPERATOR = /(?<=\[ )"?\$\w{1,80}"?(?= "?\$\w{1,80}"? \])/g;

/**
 * The end of a line with only a brace. After a statement with two pipes, the grammar may take the brace, this line end,
 * and all words up to the next closing brace for arguments. A single word after it may end a here-document.
 */
const END_OF_BRACE =
  /(?<=^[ \t]{0,80}\})\n(?=(?:[ \t]{0,80}(?:#[^\n]{0,400})?\n){0,40}[ \t]{0,80}(?:\{[ \t]{0,20}$|[\w.:-]{1,80}[ \t]{1,20}\S))/gm;

/**
 * Rewrites forms that the grammar misreads. It takes patterns for commands, and a Bats test, `@test "adds" {`, is a
 * function with an unusual name.
 */
function reads(text: string): string {
  const plain = text
    .replaceAll(EXTGLOB, (pattern) => 'x'.repeat(pattern.length))
    .replaceAll(TAKEN_OFF, (_, head: string, pattern: string) => head + 'x'.repeat(pattern.length))
    // Within a string, this does not begin arithmetic.
    .replaceAll('"((', '"xx')
    .replaceAll(END_OF_BRACE, ';')
    .replaceAll(ANY_OPERATOR, (operator) => `-${'e'.repeat(operator.length - 1)}`)
    .replaceAll(MATCHED, (whole, pattern: string) =>
      whole.replace(pattern, () => 'x'.repeat(pattern.length)),
    );
  return text.includes('@test ') ? plain.replaceAll(BATS_TEST, testAsFunction) : plain;
}

function testAsFunction(whole: string, indent: string, head: string): string {
  const room = whole.trimEnd().length - indent.length - '() {'.length;
  return head.length < 8 ? whole : `${indent}${'t'.repeat(room)}() {`.padEnd(whole.length);
}
