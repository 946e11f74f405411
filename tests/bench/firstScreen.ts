import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const MAX_FIRST_SCREEN_SCRIPTS = 150_000;

/** Size in bytes, gzipped, of every script that the page names: all that must load before anything is on screen. */
export async function firstScreenScripts(site: string): Promise<number> {
  const page = await readFile(join(site, 'index.html'), 'utf8');
  const names = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []);
  const sizes = await Promise.all(
    [...new Set(names)].map(async (name) => gzipSync(await readFile(join(site, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
