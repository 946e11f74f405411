import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sourceBuildId } from '../../.ci/sources.mjs';
import { firstScreenScripts, MAX_FIRST_SCREEN_SCRIPTS } from '../bench/firstScreen';

test('building twice gives the same files', { timeout: 300_000 }, async () => {
  const parent = mkdtempSync(join(tmpdir(), 'strata-build-'));
  const [first, second] = [join(parent, 'first'), join(parent, 'second')];
  try {
    await Promise.all([build(first), build(second)]);
    const hashes = hashesOf(first);
    expect(hashesOf(second)).toEqual(hashes);
    expect(Object.keys(hashes)).toEqual(
      expect.arrayContaining(['index.html', 'sw.js', 'version.json', '_headers']),
    );
    expect(pageScripts(first)).not.toMatch(/symbol not found|slice out of range/); // views are rendered in workers
    expect(await firstScreenScripts(first)).toBeLessThan(MAX_FIRST_SCREEN_SCRIPTS);
    expect(JSON.parse(readFileSync(join(first, 'version.json'), 'utf8'))).toEqual({ build: sourceBuildId() });
    expectLicenses(readFileSync(join(first, 'licenses.txt'), 'utf8'), Object.keys(hashes));
  } finally {
    rmSync(parent, { recursive: true });
  }
});

/** Runs in a separate process, because a test runner sets NODE_ENV, which changes the build. */
async function build(folder: string): Promise<void> {
  const args = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
}

/** Packages of the page, of workers, and of both must be named, as must every grammar, each with its license text. */
function expectLicenses(text: string, files: readonly string[]): void {
  expect(text).toContain(readFileSync('LICENSE', 'utf8').trim());
  for (const name of ['svelte', 'web-tree-sitter', 'comlink', 'valibot', '@codemirror/view', 'smol-toml'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  const grammars = files.flatMap(
    (file) => /assets\/(tree-sitter-[a-z-]+?)(?:_interface)?-[\w-]{8}\.wasm/.exec(file)?.[1] ?? [],
  );
  expect(grammars.length).toBeGreaterThan(20);
  for (const grammar of [...grammars, 'tiktoken'])
    expect(text).toMatch(new RegExp(`^(?:@[a-z-]+/)?${grammar.replace('tsx', 'typescript')} `, 'm'));
  for (const license of ['Apache License', 'free of charge', 'ISC']) expect(text).toContain(license);
}

/** The scripts that the page names, which have to arrive before the first screen. */
function pageScripts(folder: string): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const names = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []);
  expect(names).not.toEqual([]);
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(folder.length + 1),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  );
}
