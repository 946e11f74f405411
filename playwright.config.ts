import { defineConfig } from '@playwright/test';

/** Each test starts its own browser by tests/drive; this only says how tests are run. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // On a busy machine a browser can miss a click or an event. The last lines name what passed only the second time.
  retries: 1,
  forbidOnly: true,
  // Both end what hangs; a busy machine takes its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: '.cache/test/e2e.json' }]],
});
