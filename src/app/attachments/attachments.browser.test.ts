import { expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Notice } from '../notify';
import { Attachments } from './attachments.svelte';

const blob = 'aZ9+/Bq4'.repeat(400);
const url = `data:image/png;base64,iVBORw0KGgoA${blob}`;
const DAY = 24 * 60 * 60 * 1000;

function opened(browser = { storage: storageInMemory(), ...attachmentsInMemory() }) {
  const notices: Notice[] = [];
  const time = { now: 0 };
  const attachments = new Attachments({
    ...{ id: 'folder', ...browser, tabs: { alone: (_name, task) => task() } },
    clock: { now: () => time.now, after: () => () => undefined, nextFrame: () => undefined },
    notify: (notice) => notices.push(notice),
  });
  return { attachments, notices, browser, time };
}

test('large data is stored apart from its text, once, under a name', async () => {
  const { attachments } = opened();
  expect(await attachments.takeOut(`See ${url}!`)).toBe('See file+session://./image-1.png!');
  expect(await attachments.takeOut(url)).toBe('file+session://./image-1.png');
  expect(await attachments.takeOut(blob)).toBe('file+session://./data-1.bin');
  expect(await attachments.takeOut('short')).toBe('short');
  const { type, bytes, isSent } = attachments.byName('image-1.png') ?? {};
  expect({ type, bytes, isSent }).toEqual({
    type: 'image/png',
    bytes: ((12 + blob.length) * 3) / 4,
    isSent: false,
  });
});

test('a document has the data until it has been sent, in every tab and after a reload', async () => {
  const { attachments, browser } = opened();
  const text = await attachments.takeOut(`See ${url}`);
  expect(attachments.attachedTo([text])).toMatchObject([{ kind: 'data', name: 'image-1.png' }]);
  const document = {};
  attachments.printedIn(document, [text]);
  await attachments.sent(document);
  expect(attachments.attachedTo([text])).toEqual([]);
  const later = opened(browser).attachments;
  await later.load();
  expect(later.attachedTo([text])).toEqual([]);
  await later.sendAgain('image-1.png');
  expect(later.attachedTo([text])).toMatchObject([{ kind: 'data' }]);
  expect(later.attachedTo(['file+session://./other.png'])).toEqual([{ kind: 'gone', name: 'other.png' }]);
});

test('data that does not fit stays in its text', async () => {
  const { attachments, notices } = opened({ storage: storageInMemory(), ...attachmentsInMemory(10) });
  expect(await attachments.takeOut(`See ${url}!`)).toBe(`See ${url}!`);
  expect(notices).toMatchObject([{ kind: 'warning' }]);
  expect(notices[0]?.text).toContain('there is no room');
});

test('unused attachments go after a day', async () => {
  const { attachments, time, browser } = opened();
  const text = await attachments.takeOut(url);
  await attachments.collect([]);
  time.now += DAY;
  await attachments.collect([text]);
  time.now += 2 * DAY;
  await attachments.collect([]);
  expect(attachments.byName('image-1.png')).toBeDefined();
  time.now += DAY + 1;
  await attachments.collect([]);
  expect(attachments.byName('image-1.png')).toBeUndefined();
  expect((await browser.attachmentStore.room()).used).toBe(0);
});

test('files that the user adds keep their names, each once', async () => {
  const { attachments } = opened();
  const file = (name: string, text: string) => new File([text], name, { type: 'image/png' });
  expect(await attachments.add(file('A plan (new).png', 'a'))).toBe(
    'file+session://./A%20plan%20%28new%29.png',
  );
  expect(await attachments.add(file('other.png', 'a'))).toBe('file+session://./A%20plan%20%28new%29.png');
  expect(await attachments.add(file('A plan (new).png', 'b'))).toBe(
    'file+session://./A%20plan%20%28new%29-2.png',
  );
  expect(await attachments.add(file('..', 'c'))).toBe('file+session://./image-1.png');
});

test('a file that the user adds stays readable when the file on disk is gone', async () => {
  const { attachments } = opened();
  const onDisk = new File(['text'], 'a.md');
  await attachments.add(onDisk);
  onDisk.text = () => Promise.reject(new Error('it has been deleted'));
  expect(await attachments.byName('a.md')?.data.text()).toBe('text');
});
