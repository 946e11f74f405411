/** Serves the built app and the bench's own page from one origin. */
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ensureBuilt } from '../../.ci/build.mjs';
import { serveDist, type ServedDist } from '../drive/serveDist';
import { CACHE } from './cache';

/** Relative to the app's address. */
export const BENCH_PAGE = 'bench/bench.html';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = fileURLToPath(new URL('./page/bench.html', import.meta.url));
export const SITE = join(CACHE, 'site');

/**
 * The site is a copy, so that a build made in the meantime does not change the measurements. `readable` skips
 * minification, for profiles with the sources' function names.
 */
export async function serveSite(readable: boolean): Promise<ServedDist> {
  await rm(SITE, { recursive: true, force: true });
  if (readable) {
    await build({ root, logLevel: 'error', build: { outDir: SITE, minify: false } });
  } else {
    ensureBuilt();
    await cp(join(root, 'dist'), SITE, { recursive: true });
  }
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(page, '..'),
    base: './',
    worker: { format: 'es' },
    build: {
      outDir: join(SITE, 'bench'),
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: page },
    },
  });
  return serveDist({ folder: SITE });
}

/** Address of the o200k vocabulary, relative to the app's. */
export async function vocabularyPath(): Promise<string> {
  const assets = await readdir(join(SITE, 'assets'));
  const name = assets.find((asset) => asset.startsWith('o200k_base') && asset.endsWith('.bin'));
  if (name === undefined) throw new Error('The build has no o200k vocabulary.');
  return `assets/${name}`;
}
