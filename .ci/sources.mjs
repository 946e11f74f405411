// Hashes everything the build is made from. The hash names the build and shows whether dist/ is up to date.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'endpoint.html',
  'LICENSE',
  'index.html',
  'package.json',
  'package-lock.json',
  'svelte.config.mjs',
  'tsconfig.app.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  '.ci/licenses',
  '.ci/sources.mjs',
  '.ci/vite',
  'public',
  'src',
  'workers',
];

/**
 * The package version and a hash of all sources: the same tree always has the same build id.
 * @returns {string}
 */
export function sourceBuildId() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesBelow).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${version}-${hash.digest('hex').slice(0, 12)}`;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  return listFiles(path).filter((file) => !file.includes('.test.'));
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
