import { readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { vocabularyAssets } from './vocabulary.mjs';
import { workerModules } from './workerModules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache/test-workers');

/** The workers that pages start; these bundle the workers they start themselves. */
const entries = [
  'workers/engine/engine.worker.ts',
  'workers/engine/computePool.faulty.worker.ts',
  'workers/conversations/conversations.worker.ts',
  'workers/documents/documents.worker.ts',
];
/** @type {Readonly<Record<string, string>>} */
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const PREFIX = '/bundled-workers/';

/**
 * Bundles the workers once and lets browser tests start the bundles. From source, a worker is hundreds of modules that every test
 * would load again, which took two thirds of the time of these tests.
 * @returns {import('vite').Plugin}
 */
export function bundledWorkers() {
  return {
    name: 'strata:bundled-workers',
    apply: 'serve',
    async configureServer(server) {
      await bundle();
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').split('?');
        if (query.includes('worker_file') && entries.includes(path.slice(1)))
          // Redirected, so that a bundle finds its own files relative to its address.
          response
            .writeHead(302, { location: `${PREFIX}${path.slice(1).replace(/.*\/|\.ts$/g, '')}.js` })
            .end();
        else if (path.startsWith(PREFIX)) void send(path.slice(PREFIX.length), response).catch(next);
        else next();
      });
    },
  };
}

/** @type {Promise<unknown> | undefined} */
let bundling;

/** Vitest may start several servers. */
function bundle() {
  bundling ??= rm(folder, { recursive: true, force: true }).then(() =>
    build({
      configFile: false,
      root,
      base: './',
      logLevel: 'error',
      plugins: [vocabularyAssets()],
      resolve: { alias: workerModules },
      worker: { format: 'es', plugins: () => [vocabularyAssets()] },
      build: {
        target: 'es2023',
        outDir: folder,
        minify: false,
        copyPublicDir: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: entries, output: { entryFileNames: '[name].js' } },
      },
    }),
  );
  return bundling;
}

/**
 * @param {string} path
 * @param {import('node:http').ServerResponse} response
 */
async function send(path, response) {
  const bytes = await readFile(join(folder, path));
  response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=600');
  response.end(bytes);
}
