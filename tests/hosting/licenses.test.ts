import { expect, test } from 'vitest';
import { noticesOf } from '../../.ci/vite/licenses.mjs';

const packages = `${process.cwd()}/node_modules`;

test('a module of this project needs no notice', () => {
  expect(noticesOf(`${process.cwd()}/src/main.ts`)).toEqual([]);
  expect(noticesOf('\0rolldown/runtime.js')).toEqual([]);
});

test('a module of a package brings the license of the package', () => {
  const [notice, ...others] = noticesOf(`${packages}/svelte/src/internal/client/render.js`);
  expect(notice?.name).toMatch(/^svelte \d/);
  expect(notice?.text).toContain('Permission is hereby granted');
  expect(others).toEqual([]);
});

test('a package without a license file brings the text of the license it names', () => {
  const [notice] = noticesOf(`${packages}/@humanwhocodes/momoa/dist/momoa.js`);
  expect(notice?.text).toContain('Apache License');
});

test("a grammar brings its authors' license as well as its package's", () => {
  const names = noticesOf(`${packages}/@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm?url`);
  expect(names.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^@vscode\/tree-sitter-wasm \d/),
    'tree-sitter-java (github.com/tree-sitter/tree-sitter-java)',
  ]);
  expect(names[1]?.text).toContain('Ayman Nadeem');
});

test('a grammar with unknown authors fails the build', () => {
  expect(() => noticesOf(`${packages}/@vscode/tree-sitter-wasm/wasm/tree-sitter-ini.wasm?url`)).toThrow(
    'notices.json has no entry for tree-sitter-ini',
  );
});

test('a list made from another work brings the license of that work', () => {
  const [notice] = noticesOf(`${process.cwd()}/src/core/secrets/tokenKinds.ts`);
  expect(notice?.name).toBe('gitleaks (github.com/gitleaks/gitleaks)');
});
