import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { MAX_COSTLY_WILDCARDS, MAX_RULES, parseIgnoreFile, parseRules } from './ignoreFile';
import { createIgnoreStack, decide, enterFolder } from './ignoreStack';

const GITIGNORE = '.gitignore' as RepoPath;

/** A file's rules, each as `line text`. */
const rulesOf = (text: string): string[] => parseRules(text).rules.map((rule) => `${rule.line} ${rule.text}`);

describe('lines', () => {
  test.each<[title: string, text: string, rules: string[]]>([
    ['blank lines and comments count as lines', '\n# a\n\nfoo\n', ['4 foo']],
    ['the last line needs no end', 'a\nb', ['1 a', '2 b']],
    ['a byte order mark goes', '\uFEFFfoo\n', ['1 foo']],
    ['CRLF, also at the end of the file', 'a\r\nb\r\n\r\nc\r', ['1 a', '2 b', '4 c']],
    ['one CR only', 'a\r\r\n', ['1 a\r']],
    ['trailing blanks go', 'a   \nb \r\n   \n', ['1 a', '2 b']],
    ['an escaped blank stays', 'a\\ \nb\\  \nc \\ \n', ['1 a\\ ', '2 b\\ ', '3 c \\ ']],
    ['an escaped backslash protects nothing', 'a\\\\ \n', ['1 a\\\\']],
    ['a tab is part of the name', 'a\t\n', ['1 a\t']],
    ['escaped # and !', '\\#a\n\\!b\n', ['1 \\#a', '2 \\!b']],
    ['a # further in is a letter', 'a#b\n #c\n', ['1 a#b', '2  #c']],
  ])('%s', (_, text, rules) => {
    expect(rulesOf(text)).toEqual(rules);
    expect(parseRules(text).problems).toEqual([]);
  });

  test('properties of a rule', () => {
    const [negated, plain] = parseRules('!/a/b/\nc').rules;
    expect(negated).toMatchObject({ text: '!/a/b/', negated: true, foldersOnly: true });
    expect(plain).toMatchObject({ text: 'c', negated: false, foldersOnly: false });
  });
});

describe('bad lines are named and skipped', () => {
  test('each with its line', () => {
    const { rules, problems } = parseRules(`a\n[b\n${'x'.repeat(70_000)}\n!\n/\nc\\\nd`);
    expect(rules.map((rule) => rule.text)).toEqual(['a', 'd']);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(problems[1]?.reason).toContain('longer than');
  });

  test('a hundred of them, then a number', () => {
    const { rules, problems } = parseRules('[\n'.repeat(1000) + 'good\n');
    expect(rules.map((rule) => rule.text)).toEqual(['good']);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.reason).toContain('900 more');
  });

  test('100,000 lines: the first 20,000 rules hold', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `name${index}`).join('\n');
    const { rules, problems } = parseRules(text);
    expect(rules).toHaveLength(MAX_RULES);
    expect(problems).toMatchObject([{ line: MAX_RULES + 1 }]);
    // Nothing is skipped at the exact limit.
    expect(parseRules(text.split('\n').slice(0, MAX_RULES).join('\n')).problems).toEqual([]);
  });

  test('100,000 hostile lines: the scan ends', { timeout: 60_000 }, () => {
    const hostile = [
      '*a'.repeat(20) + 'b',
      '**/a/'.repeat(12) + 'b',
      '(a+)+$',
      '[',
      '**/*a'.repeat(20),
      'a'.repeat(70_000),
    ];
    const text = Array.from(
      { length: 100_000 },
      (_, index) => (index % 6 === 5 && index > 50 ? '' : hostile[index % 6]) + String(index),
    ).join('\n');
    const file = parseIgnoreFile({ kind: '.gitignore', folder: '', file: GITIGNORE }, text);
    expect(file.problems.at(-1)?.reason).toContain(`${MAX_COSTLY_WILDCARDS} wildcards`);
    const user = parseIgnoreFile({ kind: 'user', folder: '', file: 'user' }, '');
    const stack = enterFolder(createIgnoreStack({ userPatterns: user }), '', [file]);
    for (let i = 0; i < 10_000; i++)
      decide(stack, `${'a/'.repeat(i % 20)}${'a'.repeat(i % 60)}x${i}` as RepoPath, false);
  });
});
