import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '../drive/browsers/browser';
import { firefox } from '../drive/browsers/firefox';
import { webkit } from '../drive/browsers/webkit';
import { onlyFiles, parsers } from '../readback/filesInMarkdown';
import { expect, test } from './support/app';
import { makeRepository, type Repository } from './support/makeRepository';

const SAMPLE = 'button[data-verb="sample"]';
const COPY = 'button[data-verb="copy"]';
const FOLDER_INPUT = 'input[type="file"][webkitdirectory]';

for (const kind of [firefox, webkit])
  test(`${kind.name}: sample, folder, modes, copy, reload`, async ({ site }, info) => {
    test.skip(kind.missing !== undefined, kind.missing);
    await using browser = await kind.launch();
    try {
      await browser.goto(site.url);
      await whenState(browser, 'landing');
      await sampleIsCopied(browser);
      await reloadKeepsTheSample(browser);
      await folderIsOpened(browser, site.url);
    } catch (error) {
      await info.attach('page', { body: await browser.screenshot(), contentType: 'image/png' });
      throw error;
    }
  });

async function sampleIsCopied(browser: Browser): Promise<void> {
  await browser.click(SAMPLE);
  await whenIdle(browser);
  const copied = await copyAndPaste(browser);
  expect(copied).toContain('## Files');
  expect(await documentTokens(browser)).toBeGreaterThan(1_000);
}

async function reloadKeepsTheSample(browser: Browser): Promise<void> {
  const before = await tickedFiles(browser);
  await browser.reload();
  await whenIdle(browser);
  expect(before.length).toBeGreaterThan(0);
  expect(await tickedFiles(browser)).toEqual(before);
}

async function folderIsOpened(browser: Browser, url: string): Promise<void> {
  await using repository = await makeRepository(files, { name: 'project' });
  await browser.run('sessionStorage.clear();');
  await browser.goto(url);
  await whenState(browser, 'landing');
  await chooseFolder(browser, repository);
  await whenIdle(browser);
  expect(await browser.run('return strata.tick("**");')).toBe(Object.keys(files).length);
  await whenIdle(browser);

  const full = await copyAndPaste(browser);
  expect(onlyFiles(parsers.commonmark?.(full) ?? []).map(({ path }) => path)).toEqual(
    Object.keys(files).sort(),
  );
  expect(full).toContain(await readFile(join(repository.path, 'src/sum.py'), 'utf8'));

  await browser.run('await strata.setMode("skeleton");');
  await whenIdle(browser);
  const skeletons = await copyAndPaste(browser);
  expect(skeletons).toContain('def total(prices: list[float]) -> float:');
  expect(skeletons).not.toContain('result += price');
  const { errors } = await browser.run<{ errors: string[] }>('return strata.report();');
  expect(errors).toEqual([]);
}

const files = {
  'README.md': '# Project\n\nSums prices.\n',
  'src/sum.py': `def total(prices: list[float]) -> float:
    result = 0.0
    for price in prices:
        result += price
    print("the total of all prices is", result)
    return result
`,
};

/**
 * Chooses a folder without a dialog, which no driver can answer. The files are chosen one by one and get the paths
 * below the folder that the dialog would have given them.
 */
async function chooseFolder(browser: Browser, { path }: Repository): Promise<void> {
  const paths = Object.keys(files);
  await browser.run(
    `const [selector, paths] = args;
     const input = document.querySelector(selector);
     Object.assign(input, { webkitdirectory: false, multiple: true });
     const name = (file) => paths.find((path) => path.endsWith('/' + file.name)) ?? 'project/' + file.name;
     document.addEventListener("change", () => {
       // Keeps a reference, because properties set on a file are lost with its wrapper.
       globalThis.chosenFiles = [...input.files];
       for (const file of chosenFiles) Object.defineProperty(file, 'webkitRelativePath', { value: name(file) });
     }, { capture: true, once: true });`,
    FOLDER_INPUT,
    paths.map((each) => `project/${each}`),
  );
  await browser.choose(
    'input[type="file"][multiple]',
    paths.map((each) => join(path, each)),
  );
  await browser.run(untilState('!== "landing"'));
}

/** Copies with the button and pastes into a neutral field, as a user pastes into a chat. */
async function copyAndPaste(browser: Browser): Promise<string> {
  await browser.click(COPY);
  await whenIdle(browser);
  await browser.run(
    `const chat = document.createElement('textarea');
     chat.id = 'chat';
     chat.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 99';
     document.body.append(chat);`,
  );
  await browser.paste('#chat');
  return browser.run<string>(
    `const chat = document.querySelector('#chat');
     if (chat.value === '')
       await new Promise((resolve) => chat.addEventListener('input', resolve, { once: true }));
     const { value } = chat;
     chat.remove();
     return value;`,
  );
}

async function whenIdle(browser: Browser): Promise<void> {
  await browser.run(`${untilState('!== "landing"')} await strata.whenIdle();`);
}

async function whenState(browser: Browser, state: string): Promise<void> {
  await browser.run(untilState(`=== "${state}"`));
}

/** A script that waits until the page reports this state. */
function untilState(condition: string): string {
  return `const root = document.documentElement;
    while (root.dataset.state === undefined || !(root.dataset.state ${condition}))
      await new Promise((resolve) => {
        new MutationObserver((_, observer) => { observer.disconnect(); resolve(); })
          .observe(root, { attributes: true, attributeFilter: ['data-state'] });
      });`;
}

function tickedFiles(browser: Browser): Promise<readonly string[]> {
  return browser.run(
    'return (await strata.report()).files.filter(({ ticked }) => ticked).map(({ path }) => path);',
  );
}

async function documentTokens(browser: Browser): Promise<number> {
  return browser.run('return (await strata.report()).document.tokens;');
}
