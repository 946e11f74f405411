// Runs one npm script as a stage of the test run.
import { spawn } from 'node:child_process';
import { env, execPath, platform } from 'node:process';
import { endTree } from './endTree.mjs';

/**
 * How long a stage may be silent. Test runners write at least a dot per test, and a busy machine can spend minutes
 * between two, so silence shows that a stage hangs, and total time does not.
 */
const SILENCE_MINUTES = 10;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly string[]} args what npm is called with
 * @property {Readonly<Record<string, string>>} [env]
 * @property {(passed: boolean) => import('./tally.mjs').Tally} tally
 */

/** @typedef {{ setTimeout(task: () => void, ms: number): any, clearTimeout(timer: any): void }} Timers */

/**
 * Runs a stage. A stage that runs alone streams its output; stages side by side print theirs when they end.
 * @param {Stage} stage
 * @param {{ root: string, alone: boolean, timers?: Timers }} options
 */
export async function runStage(stage, { root, alone, timers = globalThis }) {
  console.log(`── ${stage.name}`);
  const started = Date.now();
  /** @type {Buffer[]} */
  const held = [];
  const passed = await runNpm(stage, root, timers, (chunk) => {
    if (alone) process.stdout.write(chunk);
    else held.push(chunk);
  });
  process.stdout.write(Buffer.concat(held));
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const tally = stage.tally(passed);
  console.log(`── ${stage.name}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`);
  return tally;
}

/**
 * @param {Stage} stage
 * @param {string} root
 * @param {Timers} timers
 * @param {(chunk: Buffer) => void} show
 * @returns {Promise<boolean>} whether it passed
 */
function runNpm(stage, root, timers, show) {
  const npm = npmCommand();
  const child = spawn(npm.command, [...npm.args, ...stage.args], {
    cwd: root,
    env: { ...env, ...stage.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: npm.shell,
    // A separate process group can be ended as one.
    detached: platform !== 'win32',
  });
  const end = () => {
    if (child.pid !== undefined) endTree(child.pid);
    // A surviving process must not keep the output open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  const hangs = () => {
    show(Buffer.from(`${stage.name} was ended after ${SILENCE_MINUTES} minutes without any output.\n`));
    end();
  };
  let timer = timers.setTimeout(hangs, SILENCE_MINUTES * 60_000);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      timers.clearTimeout(timer);
      timer = timers.setTimeout(hangs, SILENCE_MINUTES * 60_000);
      show(chunk);
    });
  process.once('exit', end);
  return new Promise((resolve) => {
    /** @param {boolean} passed */
    const settle = (passed) => {
      timers.clearTimeout(timer);
      process.off('exit', end);
      resolve(passed);
    };
    child.on('error', (error) => {
      show(Buffer.from(`${stage.name}: ${error.message}\n`));
      settle(false);
    });
    child.on('close', (code) => {
      settle(code === 0);
    });
  });
}

/** npm tells its scripts its own path. An npm found on the PATH needs a shell on Windows. */
function npmCommand() {
  const path = env.npm_execpath;
  if (path?.endsWith('.js') === true) return { command: execPath, args: [path], shell: false };
  return { command: 'npm', args: [], shell: platform === 'win32' };
}
