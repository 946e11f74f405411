import { openFolder } from './drive/dropFolder';
import { launchApp } from './drive/launchApp';
import { serveDist } from './drive/serveDist';
import { tick, setSetting, whenIdle } from './drive/strata';
await using site = await serveDist();
await using app = await launchApp(site.url);
const { page } = app;
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
await page.setViewportSize({ width: 1440, height: 900 });
await openFolder(page, '/tmp/sec');
await tick(page, '**');
await setSetting(page, 'task', 'Why does pay() fail with vX9-kq2-Lm7-Rt4?');
await whenIdle(page);
await page.getByText('3 secrets').first().click();
await page.locator('[role=treeitem]', { hasText: 'src' }).first().locator('[data-part=twist]').click();
await page.waitForTimeout(400);
await page.screenshot({ path: '/tmp/s1.png' });
await page.getByRole('button', { name: 'src/release.sh:2' }).click();
await page.waitForTimeout(400);
await page.screenshot({ path: '/tmp/s2.png' });
await page.locator('[data-verb="copy"]').first().click();
await page.locator('dialog').waitFor();
await page.waitForTimeout(300);
const selects = page.locator('dialog select');
await selects.nth(1).selectOption('once');
await selects.nth(3).selectOption('here');
await page.screenshot({ path: '/tmp/s3.png' });
await page.getByRole('button', { name: /copy$/, exact: false }).last().click();
await whenIdle(page);
await page.waitForTimeout(400);
await page.emulateMedia({ colorScheme: 'dark' });
await page.screenshot({ path: '/tmp/s4.png' });
const text = await page.evaluate(() => navigator.clipboard.readText());
console.log(
  text
    .split('\n')
    .filter((l) => /sk_|ghp|secret|pay\(\)/.test(l))
    .join('\n'),
);
await page.locator('[data-verb="copy"]').first().click();
await page.locator('dialog').waitFor();
await page.waitForTimeout(200);
await page.screenshot({ path: '/tmp/s5.png' });
await page.keyboard.press('Escape');
await page.getByRole('switch', { name: 'Search for secrets in this folder' }).click();
await page.setViewportSize({ width: 1024, height: 700 });
await page.waitForTimeout(300);
await page.screenshot({ path: '/tmp/s6.png' });
