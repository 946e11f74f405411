// npm test: installs whatever is missing, runs every check, and ends with the line "N passed, N failed".
import './nodeVersion.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, ensurePackages } from './install.mjs';
import { runStage } from './stage.mjs';
import { addTallies, playwrightTally, vitestTally } from './tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache/test');
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');
const e2eReport = join(reports, 'e2e.json');

/** Stages in a row run side by side. A failure in a row that must pass ends the run. */
const rows = [
  { mustPass: true, stages: [script('lint'), script('types')] },
  { mustPass: false, stages: [vitest('unit', unitReport), script('build')] },
  { mustPass: false, stages: [vitest('browser', browserReport)] },
  { mustPass: false, stages: [playwright()] },
];

// Stages end their processes when this process exits, which a signal alone would not trigger.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @type {import('./tally.mjs').Tally} */
let total = { passed: 0, failed: 0 };
try {
  ensurePackages();
  ensureBrowser();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  total = await runRows();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total = { ...total, failed: total.failed + 1 };
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);

async function runRows() {
  let sum = { passed: 0, failed: 0 };
  for (const { mustPass, stages } of rows) {
    const tallies = await Promise.all(
      stages.map((stage) => runStage(stage, { root, alone: stages.length === 1 })),
    );
    sum = addTallies([sum, ...tallies]);
    if (mustPass && tallies.some((tally) => tally.failed > 0)) break;
  }
  return sum;
}

/**
 * A stage without its own report counts as one test.
 * @param {string} name
 * @returns {import('./stage.mjs').Stage}
 */
function script(name) {
  return {
    name,
    args: ['run', '--silent', name],
    tally: (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 }),
  };
}

/**
 * @param {'unit' | 'browser'} name
 * @param {string} report
 * @returns {import('./stage.mjs').Stage}
 */
function vitest(name, report) {
  const args = [
    'run',
    '--silent',
    name,
    '--',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return { name, args, tally: (passed) => vitestTally(report, passed) };
}

/** @returns {import('./stage.mjs').Stage} */
function playwright() {
  return {
    name: 'e2e',
    args: ['run', '--silent', 'e2e', '--', '--reporter=line,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport },
    tally: (passed) => playwrightTally(e2eReport, passed),
  };
}
