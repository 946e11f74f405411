import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { KilledWork } from './kills';
import { whenIdle } from './strata';

const FILES = ['a.txt', 'b.txt', 'c.txt'];

/** The end of every version but the first: long enough that writing takes a moment. */
const FILLER = 'a line that stays\n'.repeat(10_000);

/**
 * Writes reply after reply: change k makes version k of all files. Each file must be one whole version, all of the same or of two
 * that follow each other; finishing the batch, or undoing it, must make them the same.
 */
export const writtenReplies: KilledWork = {
  longest: 1_200,
  files: FILES,
  async look(page, folder) {
    const found = await versionsIn(folder);
    if (typeof found === 'string') return { done: 0, fault: found };
    const [lowest, highest] = [Math.min(...found), Math.max(...found)];
    if (highest > lowest + 1) return { done: lowest, fault: `versions ${found.join(', ')} are mixed` };
    const mended = await mend(page, highest % 2 === 0 ? 'Finish' : 'Undo');
    const after = await versionsIn(folder);
    const isEven = typeof after !== 'string' && new Set(after).size === 1;
    const fault = isEven ? undefined : `after ${mended}: ${String(after)}`;
    return { done: isEven ? (after[0] ?? 0) : lowest, fault };
  },
  work,
};

/** The version of each file, or what is wrong with the folder. */
async function versionsIn(folder: string): Promise<readonly number[] | string> {
  // A browser that is killed leaves the file in which it was collecting the next text.
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.crswap'));
  if (names.sort().join() !== FILES.join()) return `the folder has ${names.join(', ')}`;
  const versions: number[] = [];
  for (const name of FILES) {
    const text = await readFile(join(folder, name), 'utf8');
    const version = /^version (\d+)\n/.exec(text)?.[1];
    const isWhole = version === undefined ? text === `${name}\n` : text === `version ${version}\n${FILLER}`;
    if (!isWhole) return `${name} is neither old nor new: ${text.length} characters`;
    versions.push(Number(version ?? 0));
  }
  return versions;
}

/** Ends a batch that was interrupted. Resolves to what was done. */
async function mend(page: Page, how: 'Finish' | 'Undo'): Promise<string> {
  await page.getByRole('tab', { name: 'Reply' }).click();
  await page.getByRole('tabpanel', { name: 'Reply' }).locator('.reply').waitFor();
  await whenIdle(page);
  const written = page.getByRole('region', { name: 'Written' });
  const open = written.getByRole('listitem').filter({ hasText: 'not finished' });
  if ((await open.count()) === 0) return 'nothing';
  await open
    .first()
    .getByRole('button', { name: new RegExp(`^${how}`) })
    .click();
  await open.first().waitFor({ state: 'detached' });
  await whenIdle(page);
  return how;
}

/** Runs in the page. */
async function work(first: number): Promise<void> {
  const { acknowledged } = globalThis as unknown as { acknowledged(change: number): Promise<void> };
  const filler = 'a line that stays\n'.repeat(10_000);
  for (let change = first; ; change += 1) {
    const blocks = ['a.txt', 'b.txt', 'c.txt'].map(
      (name) => `${name}\n\`\`\`\nversion ${change}\n${filler}\`\`\`\n`,
    );
    await globalThis.strata.readReply(blocks.join('\n'), 'all');
    await globalThis.strata.writeReply();
    await acknowledged(change);
  }
}
