import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import type { DriveCommand, Tick } from './commandLine';
import { copyChanges, copyDocument, tick, tickChanged, untick, whenIdle } from './strata';

type Turns = Pick<DriveCommand, 'folder' | 'ticks'> & Pick<Required<DriveCommand>, 'turns'>;

/** Copies the document turn by turn. Returns what each turn left on the clipboard. */
export async function takeTurns(page: Page, { folder, ticks, turns }: Turns): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let turn = 1; turn <= turns.count; turn += 1) {
    if (turn > 1) {
      if (turns.between !== undefined) {
        await runBetween(folder, turns.between, turn);
        await refresh(page);
        await applyTicks(page, ticks);
      }
      // A copy that fails must not look like the one before.
      await page.evaluate(() => navigator.clipboard.writeText(''));
    }
    texts.push(await (turn > 1 && turns.changesOnly ? copyChanges(page) : copyDocument(page)));
  }
  return texts;
}

/** Ticks and unticks in order. Returns the globs that match no file. */
export async function applyTicks(page: Page, ticks: readonly Tick[]): Promise<readonly string[]> {
  const unmatched: string[] = [];
  for (const each of ticks) {
    if (each.kind === 'changed') {
      await tickChanged(page, each.start);
      continue;
    }
    const { kind, glob } = each;
    const matches = await (kind === 'tick' ? tick(page, glob) : untick(page, glob));
    if (matches === 0) unmatched.push(glob);
  }
  return unmatched;
}

/** Reads the folder again, as the user does, and resolves when everything is counted. */
export async function refresh(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await whenIdle(page);
}

/** Rejects if the command fails. Its output goes to the standard error, because the standard output is the user's. */
async function runBetween(folder: string, command: string, turn: number): Promise<void> {
  const shell = spawn(command, {
    ...{ cwd: folder, shell: true, stdio: ['ignore', 2, 2] },
    env: { ...process.env, TURN: String(turn) },
  });
  await once(shell, 'close');
  if (shell.exitCode !== 0) throw new Error(`--between failed before turn ${turn}: ${command}`);
}
