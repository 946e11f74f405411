import { expect, test } from 'vitest';
import { pagesInMemory } from '../../../tests/pagesInMemory';
import { storageInMemory } from '../../../tests/storageInMemory';
import { Composition } from '../composition/composition.svelte';
import type { Clock } from '../ports/clock';
import { PAGE_STAYS } from './storedPages';
import { TaskUrls } from './taskUrls.svelte';

const A = 'https://a.example/a';
const B = 'https://b.example/b';

function opened(storage = storageInMemory()) {
  const pages = pagesInMemory();
  const composition = new Composition();
  let now = 1_000_000;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(wait, run) {
      const timer = { at: now + wait, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    nextFrame: (run) => {
      run();
    },
  };
  const notices: string[] = [];
  const urls = new TaskUrls({
    ...{ id: 'folder', composition, storage, clock, ...pages },
    notify: ({ text }) => notices.push(text),
  });
  return {
    ...{ urls, pages, notices, storage, timers },
    write(text: string) {
      composition.apply({ options: { task: text } }, 'Task');
    },
    pass(wait: number) {
      now += wait;
      for (const timer of timers.filter(({ at }) => at <= now)) timer.run();
    },
  };
}

test('the addresses of the task have no text until the user fetches or pastes it', async () => {
  const { urls, pages, write } = opened();
  expect(urls.list).toEqual([]);
  write(`Compare ${A} with ${B}.`);
  expect(urls.list).toEqual(
    [A, B].map((url) => ({ url, page: undefined, isReading: false, failure: undefined })),
  );
  expect([urls.read, pages.opened]).toEqual([[], []]);

  urls.openFetch(A);
  expect([urls.read, pages.opened]).toEqual([[], [A]]);
  const answers = [new TextEncoder().encode('<html><h1>One</h1>').buffer];
  pages.tell({ kind: 'fetched', url: A, address: 'https://a.example/a/', answers });
  await expect.poll(() => urls.read).toEqual([{ url: A, text: '# One', isCut: false }]);
  expect(urls.list[0]?.page).toMatchObject({ by: 'fetch', address: 'https://a.example/a/' });

  expect(await urls.paste(B, 'x'.repeat(5_000))).toBeUndefined();
  expect(urls.read[1]).toEqual({ url: B, text: 'x'.repeat(4_000), isCut: true });
  urls.leaveOut(A, true);
  expect(urls.read.map(({ url }) => url)).toEqual([B]);
  write(`Now ${A}`);
  expect([urls.list.length, urls.read]).toEqual([1, []]);
  urls.leaveOut(A, false);
  expect(urls.read).toHaveLength(1);
});

test('failures say why, and keep an earlier text', async () => {
  const { urls, pages, write } = opened();
  write(A);
  urls.openFetch(A);
  pages.tell({ kind: 'failed', url: A, reason: 'No.' });
  expect(urls.list[0]).toMatchObject({ failure: 'No.', page: undefined });
  expect(await urls.paste(A, ' \n')).toContain('it has no text');
  expect(await urls.paste(A, 'text')).toBeUndefined();
  expect(urls.list[0]?.failure).toBeUndefined();
  pages.tell({ kind: 'fetched', url: A, address: A, answers: [new Uint8Array(100).buffer] });
  await expect.poll(() => urls.list[0]?.failure).toContain('it is not text');
  expect(urls.read).toEqual([{ url: A, text: 'text', isCut: false }]);
});

test('texts are stored for a day, and other tabs see them', async () => {
  const first = opened();
  first.write(A);
  await first.urls.paste(A, 'text');
  await first.urls.flush();

  const second = opened(first.storage);
  second.write(A);
  await second.urls.load();
  expect(second.urls.read).toHaveLength(1);
  second.pass(PAGE_STAYS - 1);
  expect(second.urls.read).toHaveLength(1);
  second.pass(1);
  expect(second.urls.read).toEqual([]);

  const third = opened(first.storage);
  third.write(A);
  third.pass(PAGE_STAYS);
  await third.urls.load();
  expect(third.urls.read).toEqual([]);
  expect(await first.storage.entries('page/')).toEqual([]);
});

test('a page that arrives after the folder was closed is stored only', async () => {
  const { urls, pages, storage, timers, write } = opened();
  write(A);
  urls.openFetch(A);
  urls.close();
  let changes = 0;
  urls.changed.subscribe(() => (changes += 1));
  pages.tell({ kind: 'fetched', url: A, address: A, answers: [new TextEncoder().encode('text').buffer] });
  await expect.poll(() => storage.entries('page/')).toHaveLength(1);
  expect([changes, timers]).toEqual([0, []]);
});

test('a blocked window is reported', () => {
  const { urls, pages, notices, write } = opened();
  write(A);
  pages.block();
  urls.openFetch(A);
  expect(notices).toEqual([expect.stringContaining('blocked the window')]);
});
