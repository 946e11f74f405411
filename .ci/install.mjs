// Installs whatever is missing: the packages in the lock file, and a browser if none is found.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, getuid, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules/.installed');

/** Runs `npm ci` unless node_modules already matches the lock file. No package's install script runs. */
export function ensurePackages() {
  if (packagesAreInstalled()) return;
  console.error('Installing packages…');
  const { status } = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) throw new Error('npm ci failed: see above. Is the npm registry reachable?');
  writeFileSync(stamp, lockHash());
}

function packagesAreInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8').trim() === lockHash();
  // After a manual install, npm's own copy of the lock file is newer than the lock file.
  const npmStamp = join(root, 'node_modules/.package-lock.json');
  return existsSync(npmStamp) && statSync(npmStamp).mtimeMs >= statSync(lockFile).mtimeMs;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/**
 * Finds a browser or installs one: Debian's if run as root, else Playwright's.
 * @returns {string} its executable
 */
export function ensureBrowser() {
  const browser =
    findBrowser() ?? (installDebianChromium() || installPlaywrightChromium() ? findBrowser() : undefined);
  if (browser === undefined) {
    throw new Error(
      'No browser found: install Chrome, Chromium or Edge, or set CHROME_PATH to the executable of one.',
    );
  }
  return browser;
}

function installDebianChromium() {
  if (!existsSync('/etc/debian_version') || getuid?.() !== 0) return false;
  console.error('Installing Chromium with apt…');
  const packages = ['chromium', 'fonts-liberation'];
  run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]).status === 0;
}

function installPlaywrightChromium() {
  console.error('Downloading Chromium with Playwright…');
  const withSystemLibraries = platform === 'linux' && getuid?.() === 0 ? ['--with-deps'] : [];
  const cli = join(root, 'node_modules/playwright-core/cli.js');
  return run(execPath, [cli, 'install', ...withSystemLibraries, 'chromium']).status === 0;
}

/** @param {readonly string[]} args */
function npm(args) {
  // npm tells its scripts its own path. An npm found on the PATH needs a shell on Windows.
  if (env.npm_execpath?.endsWith('.js') === true) return run(execPath, [env.npm_execpath, ...args]);
  return spawnSync('npm', args, { cwd: root, stdio: toStderr, shell: platform === 'win32' });
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  return spawnSync(command, args, {
    cwd: root,
    stdio: toStderr,
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Standard output belongs to the caller, for a report for example.
 * @type {['ignore', 2, 2]}
 */
const toStderr = ['ignore', 2, 2];
