// npm start: installs and builds whatever is missing, serves the app, and opens it.
import './nodeVersion.mjs';
import { spawn } from 'node:child_process';
import { env, platform } from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensurePackages } from './install.mjs';
import { serve } from './serve.mjs';

const usage = 'npm start -- [--port NUMBER] [--no-open]';

try {
  const { port, open } = readArguments();
  ensurePackages();
  ensureBuilt();
  const { url } = await serve({ port });
  console.log(`Strata runs at ${url}  (Ctrl+C ends it)`);
  if (open) openInBrowser(url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4173' }, 'no-open': { type: 'boolean', default: false } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`Not a port: ${values.port}. Usage: ${usage}`);
  return { port, open: !values['no-open'] };
}

/**
 * Opens the user's browser if there is a screen. The address is printed anyway, so a failure does no harm.
 * @param {string} url
 */
function openInBrowser(url) {
  if (env.CI !== undefined) return;
  if (platform === 'linux' && env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined) return;
  const [command, ...args] = openCommand(url);
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {
    console.log('No browser could be opened: open the address yourself.');
  });
  opener.unref();
}

/**
 * @param {string} url
 * @returns {[string, ...string[]]}
 */
function openCommand(url) {
  if (platform === 'win32') return ['cmd', '/c', 'start', '', url];
  return [platform === 'darwin' ? 'open' : 'xdg-open', url];
}
