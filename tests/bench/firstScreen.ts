import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SITE } from './site';

/** Size in bytes, gzipped, of every script that the page names: all that must load before anything is on screen. */
export async function firstScreenScripts(): Promise<number> {
  const page = await readFile(join(SITE, 'index.html'), 'utf8');
  const names = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []);
  const sizes = await Promise.all(
    [...new Set(names)].map(async (name) => gzipSync(await readFile(join(SITE, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
