import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.mjs';

const unsafeSinks = [
  { selector: "CallExpression[callee.name='eval']", message: 'No code from text.' },
  { selector: "NewExpression[callee.name='Function']", message: 'No code from text.' },
  { selector: "MemberExpression[property.name='innerHTML']", message: 'Hostile text stays text.' },
  { selector: "MemberExpression[property.name='outerHTML']", message: 'Hostile text stays text.' },
  { selector: "MemberExpression[property.name='insertAdjacentHTML']", message: 'Hostile text stays text.' },
  {
    selector: "CallExpression[callee.object.name='document'][callee.property.name='write']",
    message: 'Hostile text stays text.',
  },
  { selector: "NewExpression[callee.name='RTCPeerConnection']", message: 'Nothing leaves the machine.' },
];

const tokenNumbers = [
  {
    selector: "CallExpression[callee.name='plural'][arguments.1.value='token']",
    message: 'Token counts are shown by TokenText, in the unit of the chosen model.',
  },
];

export default defineConfig(
  { ignores: ['dist/', 'public/sample/', 'tests/fixtures/', 'tests/corpus/', 'test-results/', '.cache/'] },
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.worker },
      parserOptions: { extraFileExtensions: ['.svelte'] },
    },
    rules: {
      'no-restricted-syntax': ['error', ...unsafeSinks, ...tokenNumbers],
      'no-console': 'error',
      'no-undef': 'off',
      eqeqeq: 'error',
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // The compiler finds what is unused, and there are no stores.
      '@typescript-eslint/no-unused-vars': 'off',
      'svelte/require-store-reactive-access': 'off',
      // Maps and Sets of the app are plain on purpose: what is shown is replaced whole ($state.raw).
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, svelteConfig },
    },
  },
  {
    // A method passed on without its object loses its `this`. Telling needs types, so it is asked of the app alone.
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['src/core/**', '**/*.test.ts'],
    languageOptions: {
      parserOptions: { project: './tsconfig.app.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }] },
  },
  {
    files: ['tests/**', '.ci/**', '*.mjs', '*.ts'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
);
