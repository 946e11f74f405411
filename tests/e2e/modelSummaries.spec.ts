import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { recordRequests } from '../drive/requests';
import { copyDocument, setMode, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { completion, serveModel } from './support/modelServer';
import { chooseSetting, copyButton, readClipboard, row, runCommand } from './support/workbench';

/** Long enough for any summary to be shorter. */
const REST = '// Boats lie here.\n'.repeat(20);
const FILES = {
  'a.ts': `export const a = 1;\n${REST}`,
  'b.ts': `export const b = 2;\n${REST}`,
  'c.ts': `export const c = 3;\n${REST}`,
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Summarize with a model' });
const mark = (page: Page, name: string) => row(page, name).locator('[data-part="mode"]');

async function openDialog(page: Page, path: string): Promise<void> {
  await openFolder(page, path);
  await tick(page, '**');
  await setMode(page, 'summary');
  await runCommand(page, 'Summarize with a model');
  await expect(dialog(page).getByText('3 files, 0 summarized')).toBeVisible();
}

test('a chat writes summaries: the prompt out, the answer in, and saved when the user agrees', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openDialog(page, repository.path);
  await dialog(page).getByRole('button', { name: 'Copy prompt' }).click();
  await expect(dialog(page).getByText('Copied the prompt')).toBeVisible();
  const prompt = await readClipboard(page);
  const code = /\[\[summary (\w+) 1\]\]/.exec(prompt)?.[1] ?? '';
  expect(prompt).toContain('export const c = 3;');

  const take = async (answer: string) => {
    await dialog(page).getByLabel('Answer').fill(answer);
    await dialog(page).getByRole('button', { name: 'Read answer' }).click();
  };
  await take('Sorry, I cannot do that.');
  await expect(dialog(page).getByText('0 sections found, 3 missing')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^Save/ })).toBeDisabled();
  await take(
    `Here:\r\n\`\`\`\r\n[[summary ${code} 2]] b.ts\r\nBetter of <b>b</b>.\r\n[[end ${code}]]\r\n` +
      `[[summary ${code} 1]] a.ts\r\nBetter of a.\r\n[[end ${code}]]\r\n[[summary ${code} 9]] z.ts\r\nx\r\n\`\`\``,
  );
  await expect(dialog(page).getByText('2 sections found, 1 missing; not requested: z.ts.')).toBeVisible();
  await expect(dialog(page).getByText('Better of <b>b</b>.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Save 2 summaries' }).click();
  await whenIdle(page);

  const copied = await copyDocument(page);
  expect(copied).toContain('Better of a.');
  expect(copied).toContain('Better of <b>b</b>.');
  expect(copied).toContain('Exported constants: c');
  await expect(row(page, 'a.ts')).toHaveAttribute('title', /Summary saved, written by a chat/);
  await page.reload();
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  expect(await copyDocument(page)).toBe(copied);

  await repository.write('a.ts', `export const changed = 1;\n${REST}`);
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(mark(page, 'a.ts')).toHaveAttribute('data-mark', '◐');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('Exported constants: changed');
  await repository.write('a.ts', FILES['a.ts']);
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(mark(page, 'a.ts')).toHaveAttribute('data-mark', '●');
  expect(await copyDocument(page)).toContain('Better of a.');
});

test('an endpoint writes summaries, from a page of its own, four at once', async ({ app }) => {
  const { page, context } = app;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.ts`);
  await using repository = await makeRepository(
    Object.fromEntries(names.map((name) => [name, `export const ${name[0]} = 1;\n${REST}`])),
  );
  const held: { name: string; response: ServerResponse }[] = [];
  await using server = await serveModel(
    ({ body }, response) => held.push({ name: /### `(\w\.ts)`/.exec(body)?.[1] ?? '', response }),
    { key: 'open sesame' },
  );
  const requests = recordRequests(context);
  await openFolder(page, repository.path);
  await tick(page, '**');
  await setMode(page, 'summary');
  await runCommand(page, 'Summarize with a model');
  const [endpoint] = await Promise.all([
    context.waitForEvent('page'),
    dialog(page).getByRole('button', { name: 'Open endpoint page' }).click(),
  ]);
  await expect(endpoint.getByRole('heading', { name: '6 files' })).toBeVisible();
  await endpoint.getByLabel('Address').fill(server.address);
  await expect(endpoint.locator('[data-address]')).toHaveText(
    `Texts go to ${server.address}/chat/completions, and nowhere else.`,
  );
  await endpoint.getByLabel('Model').fill('small');
  const status = endpoint.locator('[data-test]');
  const check = () => endpoint.getByRole('button', { name: 'Test' }).click();
  await check();
  await expect(status).toContainText('The server rejected the key (401). It says: wrong key');
  await endpoint.getByLabel(/^API key/).fill('open sesame');
  await check();
  await expect(status).toContainText('The server responds and offers 1 model.');
  expect(server.asked.map(({ path }) => path)).toEqual(['/v1/models', '/v1/models']);
  expect(await findings(endpoint)).toEqual([]);

  await endpoint.getByRole('button', { name: `Send 6 files to ${server.address}` }).click();
  await expect.poll(() => held.length).toBe(4);
  const answerTo = (index: number, text: string, code = 200) =>
    held[index]?.response.writeHead(code).end(text);
  answerTo(0, completion(`About ${held[0]?.name}, by a model.`));
  answerTo(1, 'nonsense');
  await expect.poll(() => held.length).toBe(6);
  answerTo(2, '{}', 500);
  await expect(endpoint.getByText('3 of 6')).toBeVisible();
  await endpoint.getByRole('button', { name: 'Cancel' }).click();
  await expect(endpoint.getByRole('button', { name: 'Send 5 files' })).toBeVisible();

  await expect(dialog(page).getByText(`About ${held[0]?.name}, by a model.`)).toBeVisible();
  await expect(dialog(page).getByText('does not match this API')).toBeVisible();
  await expect(dialog(page).getByText('The server returned an error (500).')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Save 1 summary' }).click();
  await whenIdle(page);
  expect(await copyDocument(page)).toContain(`About ${held[0]?.name}, by a model.`);

  const origins = new Set(requests.map(({ url }) => new URL(url).origin));
  expect([...origins].filter((origin) => origin !== 'null').sort()).toEqual(
    [new URL(page.url()).origin, new URL(server.address).origin].sort(),
  );
  const stored = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('strata');
        opening.onsuccess = () => {
          const all = opening.result.transaction('values').objectStore('values').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );
  expect(stored).toContain(server.address);
  expect(stored).not.toContain('open sesame');
});

test('a copy offers to ask the endpoint first, and copies the new summaries', async ({ app }) => {
  const { page, context } = app;
  await using repository = await makeRepository(FILES);
  await using server = await serveModel(({ body }, response) => {
    const name = /### `(\w\.ts)`/.exec(body)?.[1] ?? '';
    if (name === 'c.ts') response.writeHead(500).end();
    else response.end(completion(`About ${name}, by a model.`));
  });
  await openDialog(page, repository.path);
  const openEndpoint = async (button: string): Promise<Page> => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return opened;
  };
  const setUp = await openEndpoint('Open endpoint page');
  await setUp.getByLabel('Address').fill(server.address);
  await setUp.getByLabel('Model').fill('small');
  await setUp.getByRole('button', { name: 'Test' }).click();
  await expect(setUp.locator('[data-test]')).toContainText('offers 1 model');
  await setUp.close();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await copyDocument(page)).toContain('Exported constants: a');

  await chooseSetting(page, 'Summaries before copying', 'Ask the endpoint first');
  const question = page.getByRole('dialog', { name: 'Ask the model first?' });
  await copyButton(page).click();
  await expect(question).toContainText('3 summaries in this document are by rules or out of date.');
  await expect(question).toContainText(`Your endpoint: small at ${server.address}.`);
  expect(await findings(page)).toEqual([]);
  expect(server.asked).toHaveLength(1);
  const endpoint = await openEndpoint('Ask the model first');
  await endpoint.getByRole('button', { name: `Send 3 files to ${server.address}` }).click();
  await expect(question.locator('[data-progress]')).toHaveText('2 of 3 files summarized, 1 failed');
  await question.getByRole('button', { name: 'Save 2 summaries and copy' }).click();
  await expect.poll(() => readClipboard(page)).toContain('About a.ts, by a model.');
  const copied = await readClipboard(page);
  expect(copied).toContain('About b.ts, by a model.');
  expect(copied).toContain('Exported constants: c');
  expect(await copyDocument(page)).toBe(copied);

  await repository.write('b.ts', `export const changed = 2;\n${REST}`);
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(mark(page, 'b.ts')).toHaveAttribute('data-mark', '◐');
  await whenIdle(page);
  await copyButton(page).click();
  await expect(question).toContainText('2 summaries in this document');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await readClipboard(page)).toBe(copied);
  await copyButton(page).click();
  await question.getByRole('button', { name: 'Copy as they are' }).click();
  await expect.poll(() => readClipboard(page)).toContain('Exported constants: changed');
});

/** The key that the page has stored for the endpoint. */
function storedKey(endpoint: Page): Promise<string | undefined> {
  return endpoint.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const opening = indexedDB.open('strata');
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('values').objectStore('values').get('endpoint');
          reading.onsuccess = () => {
            database.close();
            resolve((reading.result as { key?: string } | undefined)?.key);
          };
        };
      }),
  );
}

test('the endpoint test distinguishes refusal from CORS, and a key is remembered only on request', async ({
  app: { page, context },
  site,
}) => {
  const gone = await serveModel(() => undefined);
  await gone.close();
  await using closed = await serveModel(() => undefined, { cors: false });
  const endpoint = await context.newPage();
  await endpoint.goto(`${site.url}endpoint.html`);
  const check = async (address: string, told: string) => {
    await endpoint.getByLabel('Address').fill(address);
    await endpoint.getByRole('button', { name: 'Test' }).click();
    await expect(endpoint.locator('[data-test]')).toContainText(told);
  };
  await check(gone.address, 'No response');
  await check(closed.address, 'CORS settings block this page');
  await endpoint.getByLabel('Address').fill('http://example.com/v1');
  await expect(endpoint.locator('[data-address]')).toContainText("This address can't be used: without https");
  await expect(endpoint.getByRole('button', { name: 'Test' })).toBeDisabled();

  const key = endpoint.getByLabel(/^API key/);
  await key.fill('open sesame');
  await endpoint.reload();
  await expect(key).toHaveValue('');
  await key.fill('open sesame');
  await endpoint.getByRole('checkbox').check();
  await expect.poll(() => storedKey(endpoint)).toBe('open sesame');
  await endpoint.reload();
  await expect(key).toHaveValue('open sesame');
  await endpoint.getByRole('checkbox').uncheck();
  await expect.poll(() => storedKey(endpoint)).toBeUndefined();
  await endpoint.reload();
  await expect(key).toHaveValue('');

  const reached = await page.evaluate(
    (url) =>
      fetch(url, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
    closed.address,
  );
  expect(reached).toBe(false);
  expect(closed.asked.map(({ method, key: sent }) => [method, sent])).toEqual([
    ['GET', undefined],
    ['GET', undefined],
  ]);
});

test("the browser's own summarizer is offered where there is one, else with the reason", async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openDialog(page, repository.path);
  const here = dialog(page).getByRole('button', { name: 'Summarize in this browser' });
  await expect(here).toBeDisabled();
  await expect(dialog(page).getByText(/^Not available: /)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.evaluate(() => {
    Object.assign(globalThis, {
      Summarizer: {
        availability: () => Promise.resolve('available'),
        create: () =>
          Promise.resolve({
            inputQuota: 6_000,
            measureInputUsage: (text: string) => Promise.resolve(text.length / 4),
            summarize: (text: string) =>
              text.includes('b = 2')
                ? Promise.reject(new Error('too long for it'))
                : Promise.resolve(`Of ${text.slice(0, 40)}`),
          }),
      },
    });
  });
  await runCommand(page, 'Summarize with a model');
  await here.click();
  await expect(dialog(page).getByText('failed: too long for it')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Save 2 summaries' }).click();
  await whenIdle(page);
  const copied = await copyDocument(page);
  expect(copied).toContain('Of export const a = 1;');
  expect(copied).toContain('Exported constants: b');
});
