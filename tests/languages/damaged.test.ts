/** A skeleton never cuts code that the grammar could not read, since nobody knows what else would go with it. */
import { describe, expect, it } from 'vitest';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { languageRules } from '../../src/core/languages/registry';
import { describedLanguages } from './describedLanguages';
import type { GrammarRules } from '../../src/core/languages/rules';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';
import { describedFile, goldens } from './goldens';
import { testFactsReader, wasmFiles } from './wasmFiles';

const reader = testFactsReader();

const ROUNDS = 6;

const grammarRules = describedLanguages()
  .map(languageRules)
  .filter((rules): rules is GrammarRules => rules?.kind === 'grammar');

describe.each(grammarRules.map((rules) => [rules.id, rules] as const))('%s', (id, rules) => {
  it('keeps every unreadable place of samples that miss a line, or gives them up', async () => {
    // The reader starts the runtime.
    await reader.factsOf('', id);
    const parser = await parserOf(rules);
    for (const { text } of goldens().filter(({ language }) => language === id)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const damaged = withoutLine(text, round / ROUNDS);
        const outcome = await reader.factsOf(damaged, id);
        if (outcome.kind === 'none') {
          expect(outcome.reason.kind).toBe('lossy');
          continue;
        }
        const places = unreadable(parser, rules.reads?.(damaged) ?? damaged);
        const hidden = places.filter(({ startIndex, endIndex }) =>
          outcome.facts.cuts.some(({ start, end }) => startIndex > start && endIndex < end),
        );
        expect(hidden.map(({ startIndex }) => damaged.slice(startIndex, startIndex + 60))).toEqual([]);
      }
    }
  });
});

it('keeps code that a missing quote made part of a string', async () => {
  const functions = Array.from({ length: 8 }, (_, index) => `export function step${index}() {}`);
  const text = ['export const first = one`;', ...functions, 'export const second = `two`;', ''].join('\n');
  const outcome = await reader.factsOf(text, 'javascript');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const { facts } = outcome;
  expect(facts.errors).toBeGreaterThan(0);
  expect(renderSkeleton(describedFile('a.js', 'javascript', text, facts)).text).toBe(text);
});

async function skeletonOf(language: string, text: string): Promise<string> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.errors).toBeGreaterThan(0);
  return renderSkeleton(describedFile('a', language, text, outcome.facts)).text;
}

it('keeps functions that a missing quote made part of a statement', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const functions = names.map(
    (name) => `${name}() {\n  list | awk '{$1=$1;print}'\n}\n\nalias ${name}='x'\n\n`,
  );
  const text = `alias a=b'\n\n${functions.join('')}`;
  const outcome = await reader.factsOf(text, 'bash');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const skeleton = renderSkeleton(describedFile('a', 'bash', text, outcome.facts)).text;
  for (const name of names) expect(skeleton).toContain(`${name}() {`);
});

it('cuts no strings and lambdas where the parser found no declaration around them', async () => {
  const text = `class Store {
  override fun first(a: Item): String = when (a) {
    is Typed<*> iff (a.isDated &&
      a.isOpen) -> "(\${super.first(a)})"
  }
  override fun second(table: Table): String {
    val columns = table.columns.join { "\${it.name} = ?" }
    check(columns.isNotEmpty())
    check(table.isOpen)
    check(table.isWritable)
    return "REPLACE \${table.name} SET $columns"
  }
  override fun third(table: Table): String {
    return "UPSERT \${table.name}"
  }
}
`;
  expect(await skeletonOf('kotlin', text)).toBe(text);
});

it.each([
  ['c', 'int first(int a) {', 'int second(int a) {'],
  ['cpp', 'int first(int a) {', 'int second(int a) {'],
  ['csharp', 'int First(int a) {', 'int Second(int a) {'],
  ['dart', 'int first(int a) {', 'int second(int a) {'],
  ['go', 'func first(a int) int {', 'func second(a int) int {'],
  ['java', 'int first(int a) {', 'int second(int a) {'],
  ['javascript', 'function first(a) {', 'function second(a) {'],
  ['kotlin', 'fun first(a: Int): Int {', 'fun second(a: Int): Int {'],
  ['php', '<?php\nfunction first($a) {', 'function second($a) {'],
  ['rust', 'fn first(a: i32) -> i32 {', 'fn second(a: i32) -> i32 {'],
  ['scala', 'def first(a: Int): Int = {', 'def second(a: Int): Int = {'],
  ['solidity', 'function first(int a) {', 'function second(int a) {'],
  ['swift', 'func first(a: Int) -> Int {', 'func second(a: Int) -> Int {'],
  ['typescript', 'function first(a: number) {', 'function second(a: number) {'],
  ['zig', 'fn first(a: i32) i32 {', 'fn second(a: i32) i32 {'],
])('hides no function behind one that lacks its brace: %s', async (language, first, second) => {
  const body = '    a(1);\n    if (b(2)) {\n    a(3);\n    a(4);\n    a(5);\n    a(6);\n';
  expect(await skeletonOf(language, `${first}\n${body}}\n${second}\n    a(7);\n    a(8);\n}\n`)).toContain(
    second,
  );
});

async function parserOf({ grammar }: GrammarRules): Promise<Parser> {
  return new Parser().setLanguage(await Language.load(await wasmFiles.grammar(grammar)));
}

/** Outermost ERROR nodes, and missing tokens. */
function unreadable(parser: Parser, text: string): readonly Node[] {
  const tree = parser.parse(text);
  if (tree === null) throw new Error('no tree');
  const places: Node[] = [];
  const waiting = [tree.rootNode];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.isError || node.isMissing) places.push(node);
    else if (node.hasError) waiting.push(...node.children);
  }
  return places;
}

/** Drops the line at this fraction of the text. */
function withoutLine(text: string, share: number): string {
  const lines = text.split('\n');
  return lines.toSpliced(Math.floor(lines.length * share), 1).join('\n');
}
