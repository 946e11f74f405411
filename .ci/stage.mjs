// Runs one npm script as a stage of the test run.
import { spawn } from 'node:child_process';
import { env, execPath, kill, platform } from 'node:process';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly string[]} args what npm is called with
 * @property {Readonly<Record<string, string>>} [env]
 * @property {number} minutes after which the stage counts as hung
 * @property {(passed: boolean) => import('./tally.mjs').Tally} tally
 */

/**
 * A stage that runs alone shows its output as it comes; side by side, each shows it whole at its end.
 * @param {Stage} stage
 * @param {{ root: string, alone: boolean }} options
 */
export async function runStage(stage, { root, alone }) {
  console.log(`── ${stage.name}`);
  const started = Date.now();
  const { passed, output } = await runNpm(stage, { root, alone });
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const tally = stage.tally(passed);
  process.stdout.write(output);
  console.log(`── ${stage.name}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`);
  return tally;
}

/**
 * @param {Stage} stage
 * @param {{ root: string, alone: boolean }} options
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
function runNpm(stage, { root, alone }) {
  const npm = npmCommand();
  const child = spawn(npm.command, [...npm.args, ...stage.args], {
    cwd: root,
    env: { ...env, ...stage.env },
    stdio: ['ignore', alone ? 'inherit' : 'pipe', alone ? 'inherit' : 'pipe'],
    shell: npm.shell,
    // A group of its own, so that a hung stage can be ended with everything it started.
    detached: platform !== 'win32',
  });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`${stage.name} took more than ${stage.minutes} minutes and was ended.\n`));
    if (child.pid !== undefined) kill(platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  }, stage.minutes * 60_000);
  return new Promise((resolve) => {
    /** @param {boolean} passed */
    const settle = (passed) => {
      clearTimeout(timer);
      resolve({ passed, output: Buffer.concat(chunks).toString() });
    };
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${stage.name}: ${error.message}\n`));
      settle(false);
    });
    child.on('close', (code) => {
      settle(code === 0);
    });
  });
}

/** npm tells its scripts where it is itself; found on the PATH, Windows needs a shell to start it. */
function npmCommand() {
  const path = env.npm_execpath;
  if (path?.endsWith('.js') === true) return { command: execPath, args: [path], shell: false };
  return { command: 'npm', args: [], shell: platform === 'win32' };
}
