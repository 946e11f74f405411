import { dropFolder, openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { serveWithout, serveWithScript } from './support/alteredSite';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

const crashOnSignal = `new BroadcastChannel('test').onmessage = () => { throw new Error('crashed by a test'); };`;

/** A worker that crashes on every file that begins this way, like a bug in a decoder. */
const crashAtPoison = `
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (bytes, options) {
    const text = decode.call(this, bytes, options);
    if (!text.startsWith('POISON')) return text;
    reportError(new Error('crashed by a test'));
    for (;;);
  };`;

test('a file that kills its worker is set aside, and all others are read', async () => {
  await using site = await serveWithScript('compute', crashAtPoison);
  await using app = await launchApp(site.url);
  const { page } = app;
  const others = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}.txt`, `${i}\n`]));
  await using repository = await makeRepository({ ...others, 'poison.txt': 'POISON\n' });
  await openFolder(page, repository.path);
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: 'poison.txt was set aside' }),
  ).toBeVisible();
  const { files } = await appReport(page);
  const poison = files.find(({ path }) => path === 'poison.txt');
  expect(poison?.state).toBe('failed');
  expect(poison?.reason).toContain('crashed by a test');
  expect(files.filter(({ state }) => state === 'text').length).toBe(60);
  await tick(page, '**');
  const copied = await copyDocument(page);
  expect(copied).toContain('### `poison.txt`\n\nERROR in full view mode for poison.txt');
  expect(copied.match(/^### /gm)?.length).toBe(61);
});

test('workers that crash while idle are replaced silently', async () => {
  await using site = await serveWithScript('compute', crashOnSignal);
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await page.evaluate(() => {
    new BroadcastChannel('test').postMessage('crash');
  });
  await tick(page, '**');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('### `b.txt`');
});

test('an engine that dies says so, and the composition is kept', async () => {
  await using site = await serveWithScript('engine', crashOnSignal);
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  await whenIdle(page);
  await page.evaluate(() => {
    new BroadcastChannel('test').postMessage('crash');
  });
  await expect(page.getByRole('alert')).toContainText('The file reader stopped');
  await page.reload();
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('### `a.txt`');
});

for (const worker of ['engine', 'compute'] as const)
  test(`a missing ${worker} script asks for a reload and does not blame the folder`, async () => {
    await using site = await serveWithout(worker);
    await using app = await launchApp(site.url);
    const { page } = app;
    await using repository = await makeRepository({ 'a.txt': 'a\n' });
    await dropFolder(page, repository.path);
    const bar = page.getByRole('alert');
    await expect(bar).toContainText("Couldn't load or run a part of Strata");
    await expect(page.getByText('could not be read')).toHaveCount(0);
    await Promise.all([page.waitForEvent('load'), bar.getByRole('button', { name: 'Reload' }).click()]);
  });
