import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './.ci/browser.mjs';
import { bundledWorkers } from './.ci/vite/bundledWorkers.mjs';
import { vocabularyAssets } from './.ci/vite/vocabulary.mjs';

const executablePath = findBrowser();
/** Vitest leaves one core alone, which on two cores is half of the machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Tests in Node. */
const inNode = {
  maxWorkers,
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On Node 20 the optimizing compiler can take seconds over a second grammar's wasm.
  execArgv: ['--liftoff-only'],
};
const excluded = ['**/*.browser.test.ts', '**/node_modules/**'];

/** `*.browser.test.ts` need a real browser; every other test runs in Node. */
export default defineConfig({
  test: {
    // pdf.js waits for neither of these when a damaged file has told it enough to answer.
    onUnhandledError: ({ name = '' }) => !/^(?:XRefEntry|ParserEOF)Exception$/.test(name),
    projects: [
      {
        plugins: [vocabularyAssets()],
        test: {
          name: 'core',
          ...inNode,
          include: ['src/core/**/*.test.ts'],
          exclude: excluded,
          // Core is pure, so its tests can share its modules. Loading them for each file takes 40 % of the time.
          isolate: false,
        },
      },
      {
        plugins: [vocabularyAssets()],
        test: {
          name: 'unit',
          ...inNode,
          include: ['{src,workers,tests}/**/*.test.ts'],
          exclude: [...excluded, 'src/core/**'],
        },
      },
      {
        plugins: [svelte({ configFile: './svelte.config.mjs' }), vocabularyAssets(), bundledWorkers()],
        worker: { format: 'es', plugins: () => [vocabularyAssets()] },
        // What tests reach only by way of a page or a worker: whatever Vite finds late reloads the page in mid-test.
        optimizeDeps: {
          entries: [
            'index.html',
            'workers/**/*.worker.ts',
            'src/ui/**/*.svelte',
            'src/ui/panels/file/codeEditor.ts',
            'src/core/presets/exchange.ts',
          ],
        },
        test: {
          name: 'browser',
          maxWorkers,
          include: ['{src,workers,tests}/**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A busy machine takes its time to show what a test waits for.
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: ['--no-sandbox', '--disable-gpu'],
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
