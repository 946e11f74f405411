/** Measures one more tick as a user makes it: a click on a box in the tree, until totals and preview show the file. */
import type { Page } from '@playwright/test';
import { tick, whenIdle } from '../drive/strata';
import { allowNamedFunctions } from './namedFunctions';

/** Clicks per size of the context; the median counts. */
const CLICKS = 7;

/** The rows of the folder's tree. The rows of matches in files stay in the page after a search. */
const ROWS = '[role="tree"][aria-label="Files"] [role="treeitem"]';

/** Paths that need no escaping in a brace pattern. */
const PLAIN = /^[\w./@+-]+$/;
/** Limits on a pattern's length and on the paths in it. */
const PATTERN_LENGTH = 4_000;
const PATHS_PER_PATTERN = 200;

/** Ticks about this many files, spread over the whole folder. */
export async function tickSome(page: Page, paths: readonly string[], count: number): Promise<void> {
  const plain = paths.filter((path) => PLAIN.test(path));
  const step = Math.max(1, plain.length / count);
  const chosen = Array.from(
    { length: Math.min(count, plain.length) },
    (_, at) => plain[Math.floor(at * step)] ?? '',
  );
  for (let at = 0; at < chosen.length;) {
    const some: string[] = [];
    for (let length = 2; some.length < PATHS_PER_PATTERN; at++) {
      const path = chosen[at];
      length += 1 + (path?.length ?? 0);
      if (path === undefined || length > PATTERN_LENGTH) break;
      some.push(path);
    }
    await tick(page, some.length === 1 ? (some[0] ?? '') : `{${some.join(',')}}`);
  }
  await whenIdle(page);
}

/** Milliseconds from the click to the frame after the one with the total and the file's text. */
export async function measureTick(page: Page): Promise<readonly number[]> {
  await allowNamedFunctions(page);
  const path = await showAFile(page);
  const row = page.locator(`[role="treeitem"][data-bench-target]`);
  const box = row.locator('[data-part="box"]');
  await setTicked(page, true);
  await row.locator('.name').click();
  await page
    .locator('.document-row', { hasText: headingOf(path) })
    .first()
    .waitFor();
  // Slightly above, so that the file's place is in view while the file is not there.
  await page.locator('[role="region"][aria-label="Document"]').hover();
  await page.mouse.wheel(0, -120);
  const taken: number[] = [];
  for (let click = 0; click < CLICKS; click++) {
    await setTicked(page, false);
    await page.locator('.document-row', { hasText: headingOf(path) }).waitFor({ state: 'detached' });
    const shown = page.evaluate(whenTickShows, headingOf(path));
    await page.locator('html[data-bench-armed]').waitFor({ state: 'attached' });
    await box.click();
    taken.push(await shown);
  }
  await setTicked(page, false);
  return taken;
}

/** Opens folders until a file's row is in view, marks that row and returns the file's path. */
async function showAFile(page: Page): Promise<string> {
  for (let depth = 0; depth < 20; depth++) {
    const found = await page.evaluate((rowsOfTree) => {
      document.querySelector('[data-bench-target]')?.removeAttribute('data-bench-target');
      const rows = [...document.querySelectorAll<HTMLElement>(rowsOfTree)];
      const file = rows.find(
        (row) =>
          !row.hasAttribute('aria-expanded') &&
          /\d/.test(row.querySelector('.number.file')?.textContent ?? ''),
      );
      file?.setAttribute('data-bench-target', '');
      return file?.title.split('\n', 1)[0];
    }, ROWS);
    if (found !== undefined) return found;
    const deepest = await page.evaluate((rowsOfTree) => {
      const rows = [...document.querySelectorAll<HTMLElement>(rowsOfTree)];
      const closed = rows.filter((row) => row.ariaExpanded === 'false');
      const level = (row: HTMLElement): number => Number(row.ariaLevel);
      return closed.toSorted((a, b) => level(b) - level(a))[0]?.dataset['index'];
    }, ROWS);
    if (deepest === undefined) break;
    const row = `${ROWS}[data-index="${deepest}"]`;
    await page.locator(`${row} [data-part="twist"]`).click();
    await page.locator(`${row}[aria-expanded="true"]`).waitFor();
  }
  throw new Error('No file in the tree to tick.');
}

async function setTicked(page: Page, ticked: boolean): Promise<void> {
  const row = page.locator('[data-bench-target]');
  if (((await row.getAttribute('aria-checked')) === 'true') === ticked) return;
  await row.locator('[data-part="box"]').click();
  await page.locator(`[data-bench-target][aria-checked="${String(ticked)}"]`).waitFor();
  await whenIdle(page);
}

/** The file's heading in the document, for a path without backticks. */
function headingOf(path: string): string {
  return `### \`${path}\``;
}

/** Runs in the page. */
function whenTickShows(heading: string): Promise<number> {
  const total = (): string => document.querySelector('[data-total]')?.textContent ?? '';
  const before = total();
  const isShown = (): boolean => {
    if (total() === before) return false;
    const rows = [...document.querySelectorAll('.document-row')];
    const at = rows.findIndex((row) => row.textContent.includes(heading));
    return at !== -1 && rows[at + 3]?.querySelector('.loading') === null;
  };
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`The preview does not show ${heading}.`)), 20_000);
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = (): void => {
          if (!isShown()) return void requestAnimationFrame(look);
          // A message posted in a frame arrives after the frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(undefined);
        };
        document.documentElement.removeAttribute('data-bench-armed');
        look();
      },
      { capture: true, once: true },
    );
    document.documentElement.setAttribute('data-bench-armed', '');
  });
}
