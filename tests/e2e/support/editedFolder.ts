/** A folder with files that use each other, and random edits of it. */
import { rm, writeFile, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository, type Repository } from './makeRepository';

const FILES = 14;

/** Half of the files use their neighbor, and some of those are used back. */
export function makeEditedFolder(): Promise<Repository> {
  return makeRepository(
    Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`src/f${at}.ts`, sourceOf(at)])),
  );
}

function sourceOf(at: number): string {
  const other = at % 4 < 2 ? at + 1 - 2 * (at % 2) : (at * 5) % FILES;
  const lines = Array.from(
    { length: 2 + ((at * 7) % 9) },
    (_, line) => `  total += x${line} * ${at + line};`,
  );
  return [
    `import { f${other} } from './f${other}';`,
    `export function f${at}(x: number): number {`,
    ...['  let total = x;', ...lines, `  return total + f${other}(x);`],
    '}\n',
  ].join('\n');
}

/** Edits, adds, renames, and removes files. The same numbers from `random`, from 0 to 1, edit the same. */
export async function editFolder(folder: string, turn: number, random: () => number): Promise<void> {
  const names = (await readdir(join(folder, 'src'))).sort();
  const pick = (): string => join(folder, 'src', names[Math.floor(random() * names.length)] ?? '');
  const path = pick();
  const lines = (await readFile(path, 'utf8')).split('\n');
  lines.splice(Math.floor(random() * lines.length), 0, `// edited in turn ${turn}`, '```', '## Update');
  await writeFile(path, lines.join('\n'));
  if (random() < 0.4) await writeFile(join(folder, `src/new${turn}.ts`), `export const added = ${turn};\n`);
  if (random() < 0.3) await rename(pick(), join(folder, `src/moved${turn}.ts`));
  if (random() < 0.2 && names.length > 8) await rm(pick(), { force: true });
}

/** mulberry32 */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
