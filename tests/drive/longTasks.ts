import type { Page } from '@playwright/test';

declare global {
  var longTasks: number[];
}

/** Runs in the page before anything else: collects the durations of long main-thread tasks. */
export function observeLongTasks(): void {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.longTasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Milliseconds of the longest main-thread task since the start or the last reset; 0 if none took 50 ms. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...globalThis.longTasks));
}

export async function resetLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.longTasks = [];
  });
}
