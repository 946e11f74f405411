/** Measures find in files as a user sees it: from the last key until the first lines are shown, and until all are. */
import type { Page } from '@playwright/test';
import { allowNamedFunctions } from './namedFunctions';
import type { TaskWatch } from './taskWatch';

export interface Finding {
  /** Milliseconds until the first lines are shown, with the pause after the last key. */
  readonly first: number;
  /** Milliseconds until everything is searched. */
  readonly all: number;
  readonly longestTask: number | undefined;
}

/** A word that most code contains. */
const WORD = 'return';

/** Right after a warm opening nothing is in memory, so the first search reads from disk. */
export async function measureFindings(
  page: Page,
  watch: TaskWatch,
): Promise<{ readonly disk: Finding; readonly memory: Finding }> {
  await allowNamedFunctions(page);
  await page.getByRole('button', { name: 'Find in files' }).click();
  const disk = await measureFinding(page, watch);
  const memory = await measureFinding(page, watch);
  await page.getByRole('textbox', { name: 'Find in files' }).press('Escape');
  await page.getByRole('tree', { name: 'Files with matches' }).waitFor({ state: 'detached' });
  return { disk, memory };
}

async function measureFinding(page: Page, watch: TaskWatch): Promise<Finding> {
  const box = page.getByRole('textbox', { name: 'Find in files' });
  const lines = page.getByRole('tree', { name: 'Files with matches' });
  await box.fill('');
  await lines.waitFor({ state: 'detached' });
  await watch.begin(page);
  const shown = page.evaluate(whenFound);
  await page.locator('html[data-bench-armed]').waitFor({ state: 'attached' });
  await box.fill(WORD);
  return { ...(await shown), longestTask: await watch.longest() };
}

function whenFound(): Promise<{ first: number; all: number }> {
  return new Promise((resolve) => {
    const onInput = ({ timeStamp }: Event): void => {
      document.documentElement.removeAttribute('data-bench-armed');
      const atNextFrame = (): Promise<number> =>
        new Promise((tell) =>
          requestAnimationFrame(() => {
            tell(performance.now() - timeStamp);
          }),
        );
      let first: Promise<number> | undefined;
      // Looking at each frame instead would make the browser draw all of them.
      const observer = new MutationObserver(() => {
        if (document.querySelector('.search [role="treeitem"]') !== null) first ??= atNextFrame();
        if (first === undefined || document.querySelector('.search progress') !== null) return;
        observer.disconnect();
        void Promise.all([first, atNextFrame()]).then(([shown, all]) => {
          resolve({ first: shown, all });
        });
      });
      observer.observe(document.body, { childList: true, subtree: true });
    };
    addEventListener('input', onInput, { once: true, capture: true });
    document.documentElement.setAttribute('data-bench-armed', '');
  });
}
