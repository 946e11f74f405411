/**
 * Explains why a symbol that ctags names is in no outline of ours, from the syntax tree around its place instead of our
 * rules.
 */
import { Language, Parser, type Node, type Tree } from 'web-tree-sitter';
import { languageRules } from '../../src/core/languages/registry';
import { wasmFiles } from '../languages/wasmFiles';
import type { Tag } from './ctags';

/** `ctags`: not a symbol; `limit`: a known limit of ours; `ours`: our error. */
export interface Reason {
  readonly blame: 'ctags' | 'limit' | 'ours';
  readonly text: string;
}

export interface MissReader {
  reasonOf(tag: Tag): Reason;
}

/** Reads one text; call `free` when done with it. */
export async function createMissReader(
  language: string,
  text: string,
): Promise<MissReader & { free(): void }> {
  const tree = await parse(language, text);
  const lines = text.split('\n');
  return {
    reasonOf(tag) {
      const { name, line } = tag;
      const source = lines[line - 1] ?? '';
      const column = placeOf(name, source);
      if (column === undefined) return byCtags('the name does not stand there');
      const node = tree.rootNode.descendantForPosition(
        { row: line - 1, column },
        { row: line - 1, column: column + 1 },
      );
      const around = typesAround(node);
      const known = KNOWN.find(
        ({ languages, when }) => languages.includes(language) && when({ tag, source, around }),
      );
      return known?.reason ?? reasonAround(around, tree.rootNode.hasError);
    },
    free: () => tree.delete(),
  };
}

const parsers = new Map<string, Promise<Parser>>();

async function parse(language: string, text: string): Promise<Tree> {
  const rules = languageRules(language);
  if (rules?.kind !== 'grammar') throw new Error(`${language} has no grammar`);
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = wasmFiles
      .grammar(rules.grammar)
      .then((wasm) => Language.load(wasm))
      .then((grammar) => new Parser().setLanguage(grammar));
    parsers.set(language, parser);
  }
  const tree = (await parser).parse(rules.reads?.(text) ?? text);
  if (tree === null) throw new Error('no tree');
  return tree;
}

/** A name of letters must occur as a whole word. */
function placeOf(name: string, source: string): number | undefined {
  const last = name.split(/::|\.|:|\\|#/).at(-1) ?? name;
  const before = /^\w/.test(last) ? '(?<!\\w)' : '';
  const after = /\w$/.test(last) ? '(?!\\w)' : '';
  const pattern = new RegExp(before + escaped(last) + after);
  return pattern.exec(source)?.index;
}

/** From the innermost node outward. */
function typesAround(node: Node | null): readonly string[] {
  const types: string[] = [];
  for (let at = node; at !== null; at = at.parent) types.push(at.isError ? 'ERROR' : at.type);
  return types;
}

function reasonAround(around: readonly string[], hasErrors: boolean): Reason {
  const inText = around.some((type) => TEXTS.test(type));
  // In a broken tree, an apparent string or body may not be one.
  if (around.includes('ERROR') || (hasErrors && (inText || around.some((type) => BODIES.test(type)))))
    return limit('it stands where the text does not parse');
  if (inText) return byCtags('it stands in a comment or a string');
  return { blame: 'ours', text: around.slice(0, 5).join(' < ') };
}

const TEXTS = /comment|(?:^|_)string(?!_interpolation)|heredoc_body|char_literal|regex/;
const BODIES = /^(?:compound_statement|block|body_statement|statement_block|lambda_literal)$/;

interface Place {
  readonly tag: Tag;
  readonly source: string;
  readonly around: readonly string[];
}

interface Known {
  readonly languages: readonly string[];
  readonly when: (place: Place) => boolean;
  readonly reason: Reason;
}

/** Verdicts for whole classes of misses, after inspection. The first match counts. */
const KNOWN: readonly Known[] = [
  {
    languages: ['bash'],
    when: ({ tag, source }) =>
      !new RegExp(
        `(?:^|[;&|({]|\\b(?:do|then|else))\\s*(?:function\\s+${escaped(tag.name)}\\b|${escaped(tag.name)}\\s*\\(\\s*\\))`,
      ).test(source) || tag.name.endsWith('='),
    reason: byCtags('an array or an argument, taken for a function'),
  },
  {
    languages: ['lua'],
    when: ({ tag, source }) => !new RegExp(`${escaped(tag.name)}\\s*=\\s*function\\b`).test(source),
    reason: byCtags('a variable, taken for a function since one is in its value'),
  },
  {
    languages: ['lua'],
    when: ({ around, tag }) => around.includes('table_constructor') || /[[{]/.test(tag.name),
    reason: limit('a function in a table that is no declaration, or under a computed name'),
  },
  {
    languages: ['javascript', 'typescript', 'tsx', 'jsx'],
    when: ({ tag }) => /^(?:if|for|while|switch|as|extends|function|get|set)$/.test(tag.name),
    reason: byCtags('a keyword, taken for a name'),
  },
  {
    languages: ['javascript', 'typescript', 'tsx', 'jsx'],
    when: ({ around }) => /^(?:(?:generator_)?function(?:_expression)?|class)$/.test(around[1] ?? ''),
    reason: limit('the inner name of a function or class expression, known to itself alone'),
  },
  {
    languages: ['javascript'],
    when: ({ tag, source }) =>
      new RegExp(`${escaped(tag.name)}\\s*=\\s*function\\s*\\(\\)\\s*\\{$`).test(source),
    reason: limit('a function that is called at once, or bound to a local name'),
  },
  {
    languages: ['python'],
    when: ({ tag, source }) => new RegExp(`\\b${escaped(tag.name)}\\s*=\\s*lambda\\b`).test(source),
    reason: limit('a lambda that is bound to a local name'),
  },
  {
    languages: ['javascript'],
    when: ({ tag, around }) =>
      tag.kind === 'class' && !around.slice(1, 3).some((type) => /^class/.test(type)),
    reason: byCtags('an object or a prototype, taken for a class'),
  },
  {
    languages: ['javascript'],
    when: ({ tag, source }) =>
      new RegExp(`${escaped(tag.name)}(?:\\.(?:call|apply)\\(|\\.prototype\\b|\\s*=\\s*\\()`).test(source),
    reason: byCtags('a call, its result or the owner of a prototype, taken for a function'),
  },
  {
    languages: ['javascript'],
    when: ({ around }) =>
      around.includes('object') ||
      around.slice(1, 3).some((type) => /member_expression|subscript/.test(type)),
    reason: limit('a function in an object, or assigned to a member, that is no declaration'),
  },
  {
    languages: ['kotlin'],
    when: ({ tag, around }) => tag.kind === 'method' && !around.slice(1, 3).includes('function_declaration'),
    reason: byCtags('a variable or a parameter, taken for a method'),
  },
  {
    languages: ['kotlin'],
    when: ({ around }) => around.includes('annotated_expression'),
    reason: limit(
      'the grammar takes an annotation with a dot or arguments, and its class, for an expression',
    ),
  },
  {
    languages: ['csharp'],
    when: ({ around }) => around.slice(0, 6).some((type) => /^type_parameter/.test(type)),
    reason: byCtags('a type parameter or its constraint, taken for a type'),
  },
  {
    languages: ['csharp'],
    when: ({ around }) =>
      around.slice(0, 5).some((type) => /^(?:invocation|object_creation)_expression$/.test(type)),
    reason: byCtags('a call, taken for a method'),
  },
  {
    languages: ['c', 'cpp'],
    when: ({ tag }) => tag.kind === 'member' && /^__[a-z]/.test(tag.name.replace(/^_+/, '__')),
    reason: byCtags('an attribute, taken for a member'),
  },
  {
    languages: ['c', 'cpp'],
    when: ({ tag, source }) => tag.kind === 'macro' && /^\s*#\s*define\s+\w+\s*$/.test(source),
    reason: byCtags('an include guard, which is no constant'),
  },
  {
    languages: ['c', 'cpp'],
    when: ({ tag, source }) =>
      tag.kind !== 'macro' &&
      /^(?!TEST(?:_F|_P)?$)[A-Z][A-Z\d_]+$/.test(tag.name) &&
      source.includes(`${tag.name}(`),
    reason: byCtags('a macro in use, taken for a function'),
  },
  {
    languages: ['c', 'cpp'],
    when: ({ around }) => around[1] === 'call_expression' && around.at(-1) === 'translation_unit',
    reason: byCtags('a macro in use, taken for a function'),
  },
  {
    languages: ['c', 'cpp', 'csharp'],
    when: ({ around }) => /^(?:preproc_if|declaration_list|translation_unit)$/.test(around[0] ?? ''),
    reason: limit('one of the heads that directives choose for a function'),
  },
  {
    languages: ['ruby'],
    when: ({ tag, source }) => source.includes(`def ${tag.name}.`),
    reason: byCtags('the receiver of a method, taken for its name'),
  },
];

function byCtags(text: string): Reason {
  return { blame: 'ctags', text };
}

function limit(text: string): Reason {
  return { blame: 'limit', text };
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w]/g, (char) => `\\${char}`);
}
