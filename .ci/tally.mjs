// Counts tests from the JSON reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * @param {string} path
 * @param {boolean} passed whether the runner succeeded: a failure outside any test must count too
 * @returns {Tally}
 */
export function vitestTally(path, passed) {
  const report = readReport(path);
  return atLeastOneFailure(
    { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0 },
    passed,
  );
}

/**
 * @param {string} path
 * @param {boolean} passed
 * @returns {Tally}
 */
export function playwrightTally(path, passed) {
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(path).stats ?? {};
  return atLeastOneFailure({ passed: expected + flaky, failed: unexpected }, passed);
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  return tallies.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    {
      passed: 0,
      failed: 0,
    },
  );
}

/**
 * @param {Tally} tally
 * @param {boolean} passed
 */
function atLeastOneFailure(tally, passed) {
  return passed ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
}

/**
 * An empty report if the runner died before it wrote one.
 * @param {string} path
 */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
