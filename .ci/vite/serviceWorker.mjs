// Builds workers/service into dist/sw.js after everything else is on disk, because the worker contains the list of all
// files.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { headersByPath, responseHeaders } from './securityHeaders.mjs';

/** Files for the host, not for the app. */
const notServed = new Set(['_headers', 'sw.js', 'version.json']);

/**
 * @param {{ buildId: string }} options
 * @returns {import('vite').Plugin}
 */
export function serviceWorker({ buildId }) {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'strata:service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) throw new Error('The service worker needs a build that writes to a folder.');
        const files = await filesToKeep(dir);
        await buildWorker(join(config.root, 'workers/service/service.worker.ts'), dir, { buildId, files });
        await writeFile(join(dir, 'version.json'), `${JSON.stringify({ build: buildId })}\n`);
      },
    },
  };
}

/**
 * Every file the app may request, with the hash that the browser checks it against.
 * @param {string} folder
 */
async function filesToKeep(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !notServed.has(path) && !path.endsWith('.map'))
    .sort();
  return Promise.all(
    paths.map(async (path) => {
      const digest = createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('base64');
      return { path, integrity: `sha256-${digest}` };
    }),
  );
}

/**
 * @param {string} entry
 * @param {string} folder
 * @param {{ buildId: string, files: readonly { path: string, integrity: string }[] }} release
 */
async function buildWorker(entry, folder, { buildId, files }) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __RELEASE__: JSON.stringify({
        buildId,
        fingerprint: fingerprintOf(files),
        files,
        headers: responseHeaders,
        headersByPath,
      }),
    },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      // A classic script, because not every browser accepts a module as a service worker.
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
}

/** @param {readonly { integrity: string }[]} files */
function fingerprintOf(files) {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
}
