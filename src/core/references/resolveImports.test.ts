import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../facts/fileFacts';
import { NO_REFERENCES } from '../facts/references';
import type { RepoPath } from '../files/repoPath';
import type { ModuleFacts } from './moduleFacts';
import { createImportResolver, isManifest, moduleFactsOf } from './resolveImports';
import { RESOLVERS } from './resolvers/registry';

const LANGUAGES = RESOLVERS.map(({ languages: [language = ''] }) => language);

function resolve(language: string, sources: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const importing = 'a/x' as RepoPath;
  const facts: ModuleFacts = { language, imports: [{ sources }], declares: [], defines: [] };
  const entries = Object.entries(files) as [RepoPath, string][]; // Plain paths, as a folder lists them.
  return createImportResolver({
    paths: [importing, ...entries.map(([path]) => path)],
    manifests: new Map(entries.filter(([path]) => isManifest(path))),
    facts: new Map([[importing, facts]]),
  })(importing);
}

describe.each(LANGUAGES)('%s', (language) => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    '',
    '.',
    '..',
    '/',
    '../../..',
    '\0',
    '*',
    '{',
    '::',
    '😀',
    'a.'.repeat(900),
  ])('finds nothing for %j in an empty folder', (source) => {
    expect(resolve(language, [source]).flatMap(({ files }) => files)).toEqual([]);
  });

  it('does not look up a one-megabyte name', () => {
    const source = 'a.'.repeat(500_000);
    expect(resolve(language, [source])).toEqual([{ files: [], outside: [source], hasPackage: false }]);
  });
});

describe('hostile text', () => {
  const seeds = [
    '(*',
    '"',
    '"\\',
    "'''",
    '"""',
    'use a\n',
    'use {{\n',
    "require('a' ",
    "require('a')",
    '@import {',
    "declare module 'a",
    'A',
    '/*',
    '//',
    '  from a import (',
    '#include <',
    ' ',
    '\n',
  ];
  const manifests = [
    'package.json',
    'tsconfig.json',
    'go.mod',
    'Cargo.toml',
    'composer.json',
    'Package.swift',
    'dune',
    'a.rockspec',
    'build.zig',
  ];

  // A superlinear pattern would take much longer.
  it.each([
    ...seeds,
    'A.',
    'a::',
    'if (',
    '(library',
    '.target(',
    '{',
    'replace a => ',
    'const a = b.createModule(.{',
    '"a", .module = ',
  ])(
    'is read in little time: %j',
    (seed) => {
      const text = seed.repeat(Math.ceil(300_000 / seed.length));
      for (const language of LANGUAGES) {
        // Files without symbols or imports.
        const facts = {
          ...{ language, symbols: [], imports: [], references: NO_REFERENCES },
        } as unknown as FileFacts;
        expect(moduleFactsOf(facts, text).language).toBe(language);
        const files = Object.fromEntries(manifests.map((name) => [name, text]));
        expect(resolve(language, ['b'], files).flatMap((each) => each.files)).toEqual([]);
      }
    },
    10_000,
  );
});

it('does not depend on the order of the folder', () => {
  const files = { 'c/y.h': '', 'b/y.h': '', 'z/z/y.h': '' };
  const reversed = Object.fromEntries(Object.entries(files).toReversed());
  expect(resolve('c', ['y.h'], files)).toEqual([{ files: ['b/y.h'], outside: [], hasPackage: false }]);
  expect(resolve('c', ['y.h'], reversed)).toEqual([{ files: ['b/y.h'], outside: [], hasPackage: false }]);
});

it.each([
  ['a package that is imported twice', ['m/p', 'm/p'], true],
  ['a package and one without files', ['m/p', 'm/q'], true],
  ['packages of one file', ['m/q', 'm/r', 'm/s'], false],
])('knows whether a module is a package of several files: %s', (_, sources, hasPackage) => {
  const files = {
    ...{ 'go.mod': 'module m', 'p/b.go': '', 'p/c.go': '' },
    ...{ 'q/q_test.go': '', 'r/r.go': '', 's/s.go': '' },
  };
  expect(resolve('go', sources, files)).toMatchObject([{ hasPackage }]);
});
