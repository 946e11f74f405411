/** Records inside the page, frame by frame, what a user sees while a folder opens. */
import type { Page } from '@playwright/test';
import { allowNamedFunctions } from './namedFunctions';

interface Frame {
  readonly at: number;
  /** Names and token counts of the tree's visible rows. */
  readonly rows: string;
  readonly hasNumbers: boolean;
}

interface Timeline {
  dropped: number;
  /** When the app last reported that nothing is left to do. */
  idle: number;
  frames: Frame[];
}

declare global {
  var timeline: Timeline;
}

/** Milliseconds since the drop. */
export interface Opening {
  /** The tree is on screen and shows a first count. */
  readonly firstScreen: number;
  /** The numbers in the tree no longer change. */
  readonly numbers: number;
  readonly idle: number;
}

/** Starts recording; call it before the folder is dropped. */
export async function recordOpening(page: Page): Promise<void> {
  await allowNamedFunctions(page);
  await page.evaluate(() => {
    const timeline: Timeline = { dropped: 0, idle: 0, frames: [] };
    globalThis.timeline = timeline;
    addEventListener('drop', () => (timeline.dropped = performance.now()), { capture: true, once: true });
    new MutationObserver(() => {
      if (document.documentElement.dataset['state'] === 'idle') timeline.idle = performance.now();
    }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-state'] });
    const look = (): void => {
      const rows = [...document.querySelectorAll('[role="treeitem"]')]
        .map((row) => `${row.getAttribute('aria-label')} ${row.querySelector('.number.file')?.textContent}`)
        .join('\n');
      if (rows !== timeline.frames.at(-1)?.rows) {
        const hasNumbers = [...document.querySelectorAll('[role="treeitem"] .number.file')].some(
          ({ textContent }) => /\d/.test(textContent),
        );
        timeline.frames.push({ at: performance.now(), rows, hasNumbers });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Call it when the app is idle. */
export async function readOpening(page: Page): Promise<Opening> {
  const { dropped, idle, frames } = await page.evaluate(() => globalThis.timeline);
  const first = frames.find(({ hasNumbers }) => hasNumbers)?.at ?? Number.NaN;
  // Losing its estimate sign does not change a number.
  const shown = frames.map(({ at, rows }) => ({ at, rows: rows.replaceAll(/[≈\s]/g, '') }));
  const final = shown.at(-1)?.rows;
  const lastOther = shown.findLastIndex(({ rows }) => rows !== final);
  const numbers = shown[lastOther + 1]?.at ?? Number.NaN;
  return { firstScreen: first - dropped, numbers: numbers - dropped, idle: idle - dropped };
}
