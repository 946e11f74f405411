import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { sourceBuildId } from './.ci/sources.mjs';
import { licenseNotices } from './.ci/vite/licenses.mjs';
import { ENDPOINT_PAGE, securityHeaders } from './.ci/vite/securityHeaders.mjs';
import { serviceWorker } from './.ci/vite/serviceWorker.mjs';
import { vocabularyAssets } from './.ci/vite/vocabulary.mjs';
import { workerModules } from './.ci/vite/workerModules.mjs';

const buildId = sourceBuildId();
const licenses = licenseNotices();

export default defineConfig({
  // Relative, so that the same files work from any sub-path of any host.
  base: './',
  // One page: whatever else is asked for and missing is "not found", never the page again.
  appType: 'mpa',
  plugins: [
    svelte({ configFile: './svelte.config.mjs' }),
    vocabularyAssets(),
    securityHeaders(),
    licenses.write(),
    serviceWorker({ buildId }),
  ],
  resolve: { alias: workerModules },
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  worker: { format: 'es', plugins: () => [vocabularyAssets(), licenses.collect()] },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', ENDPOINT_PAGE],
      output: {
        // Otherwise, each set of parts that share a module gets its own chunk, and the page loads 124 files until a folder is open.
        // A group takes what its modules import, too, so chunks form no import cycles.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], minShareCount: 2 },
            // Our modules and icons. Packages are larger, and most parts need few of them.
            { name: 'shared', test: /^(?!.*\/node_modules\/(?!@lucide\/))/, minShareCount: 2 },
          ],
        },
      },
      // Core is pure: a module of which the page uses no export stays out of its bundle. That keeps view rendering in the workers.
      treeshake: { moduleSideEffects: [{ test: /\/src\/core\//, sideEffects: false }] },
    },
  },
  preview: { cors: false },
});
