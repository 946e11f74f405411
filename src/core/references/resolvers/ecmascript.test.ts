import { describe, expect, it } from 'vitest';
import { importsOf, type FolderTexts } from '../../../../tests/references/resolvedImports';

/** Resolves one import in a file at this path. */
function cases(
  files: FolderTexts,
  table: readonly (readonly [from: string, source: string, to: string])[],
): void {
  it.each(table)('%s imports %s from %s', async (from, source, to) => {
    const text = /\.(?:vue|svelte)$/.test(from)
      ? `<script>import a from '${source}';</script>`
      : `import a from '${source}';`;
    expect(await importsOf(from, { ...files, [from]: text })).toEqual([to]);
  });
}

describe('relative paths', () => {
  const files = {
    ...{
      'src/a.ts': '',
      'src/b.js': '',
      'src/b.ts': '',
      'src/c.mts': '',
      'src/d/index.tsx': '',
      'src/e.d.ts': '',
    },
    ...{
      'src/f.vue': '',
      'src/g.svelte.ts': '',
      'src/h.json': '{}',
      'src/i.svg': '',
      'src/user.service.ts': '',
    },
    ...{
      'src/j.native.tsx': '',
      'src/j.built.js': '',
      'src/j.built.d.ts': '',
      'src/e.only.d.mts': '',
      'src/e.js': '',
      'index.ts': '',
      'lib/package.json': '{ "main": "./dist/m.js" }',
    },
    'lib/dist/m.js': '',
  };
  cases(files, [
    ['src/main.ts', './a', 'src/a.ts'],
    ['src/main.ts', './a.js', 'src/a.ts'],
    ['src/main.ts', './b', 'src/b.ts'],
    ['src/main.js', './b', 'src/b.js'],
    ['src/main.ts', './c.mjs', 'src/c.mts'],
    ['src/main.ts', './d', 'src/d/index.tsx'],
    ['src/main.ts', './e', 'src/e.d.ts'],
    ['src/main.ts', './e.js', 'src/e.js'],
    ['src/main.ts', './f.vue', 'src/f.vue'],
    ['src/main.ts', './g.svelte', 'src/g.svelte.ts'],
    ['src/main.ts', './h.json', 'src/h.json'],
    ['src/main.ts', './i.svg?raw', 'src/i.svg'],
    ['src/main.ts', './user.service', 'src/user.service.ts'],
    ['src/main.ts', './j', 'src/j.native.tsx'],
    ['src/main.ts', '../lib', 'lib/dist/m.js'],
    ['src/main.ts', '..', 'index.ts'],
    ['src/d/e.ts', '../..', 'index.ts'],
    ['src/main.d.ts', './j.built.ts', 'src/j.built.js'],
    ['src/main.d.ts', './e.only.mts', 'src/e.only.d.mts'],
    ['src/main.ts', './missing', ''],
    ['src/main.ts', '../../../etc/passwd', ''],
    ['src/App.vue', './a', 'src/a.ts'],
    ['src/App.svelte', './f.vue', 'src/f.vue'],
  ]);
});

describe('tsconfig', () => {
  const files = {
    'tsconfig.json': '{ "extends": "./base", "compilerOptions": { "baseUrl": "." } }',
    'base.json': '{}',
    'config/tsconfig.json': '{}',
    'app/tsconfig.json': `{
      // Comments, and a trailing comma.
      "extends": ["../config/tsconfig.json"],
      "compilerOptions": { "paths": { "@app/*": ["./none/*", "./src/*"], "@app/special": ["./other/special.ts"], "*.css": ["./styles/*.css"], }, },
    }`,
    ...{
      'app/src/a.ts': '',
      'app/src/special.ts': '',
      'app/other/special.ts': '',
      'shared/b.ts': '',
      'app/styles/x.css': '',
    },
  };
  cases(files, [
    ['app/main.ts', '@app/a', 'app/src/a.ts'],
    ['app/main.ts', '@app/special', 'app/other/special.ts'],
    ['app/main.ts', 'x.css', 'app/styles/x.css'],
    ['app/main.ts', 'shared/b', 'shared/b.ts'],
    ['app/main.ts', 'react', '<react>'],
    ['app/main.ts', '@app/missing', '<@app/missing>'],
  ]);

  it('stops at a cycle of extended configs', async () => {
    const circle = {
      'tsconfig.json': '{ "extends": "./tsconfig.b.json" }',
      'tsconfig.b.json':
        '{ "extends": "./tsconfig.json", "compilerOptions": { "paths": { "~x": ["./x.ts"] } } }',
      ...{ 'x.ts': '', 'main.ts': "import x from '~x';" },
    };
    expect(await importsOf('main.ts', circle)).toEqual(['x.ts']);
  });
});

describe('packages of the folder', () => {
  const files = {
    'package.json': '{ "name": "root", "imports": { "#internal/*": "./src/internal/*.js" } }',
    'src/internal/a.ts': '',
    'packages/ui/package.json': `{ "name": "@x/ui", "exports": {
      ".": { "types": "./dist/index.d.ts", "import": "./dist/index.mjs" },
      "./locales/*": { "@x/source": "./src/locales/*", "default": "./locales/*" },
      "./button": "./dist/esm/button.js", "./icons/*": { "import": "./dist/icons/*.js" }, "./styles.css": "./src/styles.css" } }`,
    ...{
      'packages/ui/src/index.ts': '',
      'packages/ui/src/button.tsx': '',
      'packages/ui/src/icons/star.ts': '',
      'packages/ui/src/locales/fr.ts': '',
    },
    'packages/ui/src/styles.css': '',
    'tsconfig.json':
      '{ "compilerOptions": { "paths": { "old": ["./types/old.d.ts"], "shim": ["./types/shim.d.ts"] } } }',
    'packages/app/tsconfig.json': '{ "extends": "missing" }',
    'packages/ui/tsconfig.build.json': '{}',
    ...{ 'types/old.d.ts': '', 'types/shim.d.ts': '' },
    'packages/old/package.json': '{ "name": "old", "main": "lib/main.js" }',
    ...{ 'packages/old/src/main.ts': '', 'packages/old/src/deep/x.ts': '' },
    'src/a.ts': '',
  };
  cases(files, [
    ['packages/app/main.ts', '@x/ui', 'packages/ui/src/index.ts'],
    ['packages/app/main.ts', '@x/ui/button', 'packages/ui/src/button.tsx'],
    ['packages/app/main.ts', '@x/ui/icons/star', 'packages/ui/src/icons/star.ts'],
    ['packages/app/main.cts', '@x/ui/locales/fr.cjs', 'packages/ui/src/locales/fr.ts'],
    ['packages/app/main.ts', '@x/ui/styles.css', 'packages/ui/src/styles.css'],
    ['packages/app/main.ts', '@x/ui/missing', ''],
    ['packages/app/main.ts', '@x/other', '<@x/other>'],
    ['packages/app/main.ts', 'old', 'packages/old/src/main.ts'],
    ['packages/app/main.ts', 'old/src/deep/x', 'packages/old/src/deep/x.ts'],
    ['packages/ui/main.ts', 'old', 'types/old.d.ts'],
    ['packages/app/main.ts', 'shim', 'types/shim.d.ts'],
    ['packages/app/main.ts', '#internal/a', 'src/internal/a.ts'],
    ['packages/app/main.ts', '#none', '<#none>'],
    ['packages/app/main.ts', 'node:fs', '<node:fs>'],
    ['packages/app/main.ts', 'constructor', '<constructor>'],
    ['packages/app/main.ts', '__proto__', '<__proto__>'],
    ['packages/app/main.ts', '@/a', 'src/a.ts'],
  ]);
});

it('finds dynamic imports', async () => {
  const files = {
    'main.js': `const a = require('./a'); async function f() { await import(/* webpackChunkName: "b" */ './b'); require('./c')(); }`,
    ...{ 'a.js': '', 'b.js': '', 'c.js': '' },
  };
  expect(await importsOf('main.js', files)).toEqual(['a.js', 'b.js', 'c.js']);
});

it('skips calls of require in strings and comments', async () => {
  const code = '// require("./c")\nconst text = `\n  require("./b")`;\n\nconst a = require("./a");';
  const files = {
    'main.js': code,
    'Main.vue': `<template><p/></template>\n<script>\n${code}\n</script>`,
    ...{ 'a.js': '', 'b.js': '', 'c.js': '' },
  };
  expect(await importsOf('main.js', files)).toEqual(['a.js']);
  expect(await importsOf('Main.vue', files)).toEqual(['a.js']);
});

it('finds imports in JSDoc, and modules that a file extends or another one declares', async () => {
  const files = {
    'a.js': `/** @import { A, B as C } from './b.js' */\n/**\n * @import D,\n *   { E } from "./c.js"\n * @import * as F from './d.js' */
/** @type {import('./e.js').G} */\nexport const x = 1; const css = \`@import url(x.css); from './f.js'\`;`,
    'extends.ts': `import './c.js';\ndeclare module './b.js' {}`,
    'declares.d.ts': `declare module 'virtual' {\n  import a from './a.js';\n}\ndeclare module '*.svg' {}`,
    'uses.ts': `import 'virtual';\nimport 'other';`,
    ...{ 'b.js': '', 'c.js': '', 'd.js': '', 'e.js': '', 'f.js': '' },
  };
  expect((await importsOf('a.js', files)).toSorted()).toEqual(['b.js', 'c.js', 'd.js', 'e.js']);
  expect(await importsOf('extends.ts', files)).toEqual(['c.js', 'b.js']);
  expect(await importsOf('uses.ts', files)).toEqual(['declares.d.ts', '<other>']);
});

it.each([
  '[',
  '{ "name": ',
  '/*',
  `"${'\\"'.repeat(400_000)}`,
  `{ "a": ${'['.repeat(50_000)}`,
  '/*/'.repeat(300_000),
  ', '.repeat(400_000),
])('ignores a manifest that is not JSON', async (text) => {
  const files = {
    'tsconfig.json': text,
    'package.json': text,
    'a.ts': "import b from './b'; import c from 'c';",
    'b.ts': '',
  };
  expect(await importsOf('a.ts', files)).toEqual(['b.ts', '<c>']);
});
