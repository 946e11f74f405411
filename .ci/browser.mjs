// Finds the Chromium that tests, drive and benches run in. Plain Node: it runs before packages are installed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env, platform } from 'node:process';

/**
 * The executable of an installed Chrome, Chromium or Edge, else of Playwright's own Chromium. `CHROME_PATH` takes
 * precedence.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return [env.CHROME_PATH, ...installedBrowsers(), playwrightBrowser()].find(
    (path) => path !== undefined && isUsable(path),
  );
}

/** @returns {string[]} */
function installedBrowsers() {
  if (platform === 'win32') return windowsBrowsers();
  if (platform === 'darwin') return [...macBrowsers(), ...onPath(['google-chrome', 'chromium', 'chrome'])];
  return [
    ...onPath(linuxNames),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
  ];
}

const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** @param {readonly string[]} names */
function onPath(names) {
  // A cron job or a service may have a PATH without the usual places.
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(
    (folder) => folder !== '',
  );
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function macBrowsers() {
  const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  const places = ['/Applications', join(homedir(), 'Applications')];
  return apps.flatMap((app) => places.map((place) => `${place}/${app}.app/Contents/MacOS/${app}`));
}

function windowsBrowsers() {
  const programs = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  const places = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
    (place) => place !== undefined,
  );
  return [
    ...programs.flatMap((program) => places.map((place) => join(place, program))),
    ...(env.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => [join(folder, 'chrome.exe'), join(folder, 'msedge.exe')]),
  ];
}

/** @returns {string | undefined} */
function playwrightBrowser() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    // Packages are not installed yet, or Playwright has no build for this platform.
    return undefined;
  }
}

/** @param {string} path */
function isUsable(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  return !isSnapStub(path);
}

/**
 * In place of chromium-browser, Ubuntu ships a script that only says which snap to install.
 * @param {string} path
 */
function isSnapStub(path) {
  return (
    path.endsWith('chromium-browser') &&
    statSync(path).size < 10_000 &&
    readFileSync(path, 'utf8').includes('snap install')
  );
}
