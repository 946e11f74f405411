import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { noticesOf } from './strata';

export type DropTarget = string | { readonly x: number; readonly y: number };

/**
 * Drops a real folder or file on the page, as a file manager would. The target is the middle of the selector's element,
 * a point, or by default the middle of the window.
 */
export async function dropFolder(page: Page, path: string, target?: DropTarget): Promise<void> {
  const { x, y } = await pointOf(page, target);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [resolve(path)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

/** Drops a folder on the start screen and waits until everything in it is counted. Throws if the app refuses it. */
export async function openFolder(page: Page, path: string): Promise<void> {
  await dropFolder(page, path);
  try {
    await page.locator('html:not([data-state="landing"])').waitFor({ state: 'attached', timeout: 60_000 });
  } catch (error) {
    throw new Error(`The folder was not opened. ${await noticesOf(page)}`, { cause: error });
  }
  const outcome = await page.evaluate(() =>
    Promise.race([
      globalThis.strata.whenIdle().then(() => 'open'),
      new Promise<string>((resolve) => {
        const root = document.documentElement;
        if (root.dataset['state'] === 'landing') resolve('refused');
        new MutationObserver(() => {
          if (root.dataset['state'] === 'landing') resolve('refused');
        }).observe(root, { attributes: true, attributeFilter: ['data-state'] });
      }),
    ]),
  );
  if (outcome !== 'open') throw new Error(`The folder was not opened. ${await noticesOf(page)}`);
}

async function pointOf(page: Page, target: DropTarget | undefined): Promise<{ x: number; y: number }> {
  if (typeof target === 'object') return target;
  if (target === undefined) {
    return page.evaluate(() => ({ x: Math.floor(innerWidth / 2), y: Math.floor(innerHeight / 2) }));
  }
  const box = await page.locator(target).boundingBox();
  if (box === null) throw new Error(`Nothing visible to drop on: ${target}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
