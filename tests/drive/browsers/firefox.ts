import { existsSync } from 'node:fs';
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import type { Browser, BrowserKind } from './browser';

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Drives Firefox by WebDriver BiDi, since Playwright only drives its own build of Firefox. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  missing: executablePath === undefined ? 'firefox-esr is not installed' : undefined,
  async launch() {
    const browser = await launch({
      browser: 'firefox',
      executablePath: executablePath ?? '',
      headless: true,
    });
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    return firefoxPage(page, () => browser.close());
  },
};

function firefoxPage(page: Page, close: () => Promise<void>): Browser {
  return {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: (body, ...args) =>
      page.evaluate(`(async (...args) => {${body}})(...${JSON.stringify(args)})`) as Promise<never>, // the caller's type
    click: (selector) => page.click(selector),
    async choose(selector, paths) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null; // its selector says so
      if (input === null) throw new Error(`Nothing to choose files in: ${selector}`);
      await input.uploadFile(...paths);
    },
    async paste(selector) {
      await page.focus(selector);
      await page.keyboard.down('Control');
      await page.keyboard.press('v');
      await page.keyboard.up('Control');
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    [Symbol.asyncDispose]: close,
  };
}
