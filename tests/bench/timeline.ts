/** What a user sees of an opening and when, recorded inside the page frame by frame. */
import type { Page } from '@playwright/test';
import { allowNamedFunctions } from './namedFunctions';

interface Frame {
  readonly at: number;
  /** Names and token numbers of the tree's rows in view. */
  readonly rows: string;
  readonly hasNumbers: boolean;
}

interface Timeline {
  dropped: number;
  /** When the app last said that nothing is left to do. */
  idle: number;
  frames: Frame[];
}

declare global {
  var timeline: Timeline;
}

/** Milliseconds since the drop. */
export interface Opening {
  /** Tree on the screen, with a first count in it. */
  readonly firstScreen: number;
  /** From then on the numbers in the tree did not change any more. */
  readonly numbers: number;
  readonly idle: number;
}

/** Begins to record; call it before the folder is dropped. */
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
        .map((row) => `${row.getAttribute('aria-label')} ${row.querySelector('.tokens')?.textContent}`)
        .join('\n');
      if (rows !== timeline.frames.at(-1)?.rows) {
        const hasNumbers = [...document.querySelectorAll('[role="treeitem"] .tokens')].some(
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
  // A sign that a number is not final yet is no other number.
  const shown = frames.map(({ at, rows }) => ({ at, rows: rows.replaceAll(/[≈\s]/g, '') }));
  const final = shown.at(-1)?.rows;
  const lastOther = shown.findLastIndex(({ rows }) => rows !== final);
  const numbers = shown[lastOther + 1]?.at ?? Number.NaN;
  return { firstScreen: first - dropped, numbers: numbers - dropped, idle: idle - dropped };
}
