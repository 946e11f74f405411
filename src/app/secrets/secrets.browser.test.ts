import { expect, test, vi } from 'vitest';
import { handoverInTests, openFiles } from '../../../tests/handoverInTests';
import { KEY, PASSWORD, valuesIn } from '../../../tests/secretsInTests';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Clock } from '../ports/clock';
import type { Storage } from '../ports/storage';
import type { Workspace } from '../workspace.svelte';
import type { HeldExports } from './heldExports.svelte';
import type { SecretChoice } from './secretChoices.svelte';
import { textGate } from './textGate';

const FILES = [
  { path: 'src/a.ts', text: `const key = '${KEY}';\nconst password = '${PASSWORD}';\n` },
  { path: 'src/b.ts', text: `pay('${KEY}');\n` },
  { path: 'tests/c.test.ts', text: `pay('${KEY.replace('q8', 'z7')}');\n` },
];

async function opened(storage: Storage = storageInMemory()) {
  const { engine, workspace } = await openFiles(FILES, { storage });
  const tools = handoverInTests();
  const copy = () => tools.handover.copy(workspace, 'whole');
  const answer = (choice: SecretChoice) => answerHeld(workspace, tools.heldExports, choice);
  return { ...tools, engine, workspace, copy, answer };
}

async function answerHeld(
  workspace: Workspace,
  heldExports: HeldExports,
  choice: SecretChoice,
): Promise<void> {
  const open = heldExports.of(workspace)?.secrets.filter(({ decision }) => decision === 'open') ?? [];
  void workspace.secrets.decide(new Map(open.map(({ fingerprint }) => [fingerprint, choice])));
  await heldExports.answer(true);
}

/** Everything in the storage as one text. */
async function stored(storage: Storage): Promise<string> {
  const entries = await storage.entries('');
  return JSON.stringify(entries, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );
}

test('a copy with secrets waits, and nothing leaves if the user cancels', async () => {
  const { copy, copied, handover, heldExports, notices, workspace } = await opened();
  await copy();
  expect(heldExports.of(workspace)).toMatchObject({ verb: 'copy' });
  expect(handover.running).toBe(false);
  await heldExports.answer(false);
  expect(heldExports.of(workspace)).toBeUndefined();
  expect([copied, notices]).toEqual([[], []]);
  expect(handover.lastOf(workspace)).toBeUndefined();
  expect(workspace.conversation.turns.list ?? []).toEqual([]);
});

test('masked secrets stay masked with the same placeholder in all later copies and visits, and no value is stored', async () => {
  const storage = storageInMemory();
  const first = await opened(storage);
  await first.copy();
  await first.answer('mask');
  expect(first.copied[0]).toContain("const key = '[[secret:stripe-key#1]]';");
  expect(first.copied[0]).toContain("pay('[[secret:stripe-key#1]]');");
  expect(first.notices).toMatchObject([
    {
      kind: 'done',
      text: expect.stringContaining('2 secrets masked'),
      details: [expect.stringContaining('1 possible secret in tests')],
    },
  ]);
  await first.workspace.flush();
  expect(valuesIn(await stored(storage))).toEqual([]);

  const later = await opened(storage);
  await later.copy();
  expect(later.heldExports.of(later.workspace)).toBeUndefined();
  expect(later.copied).toEqual(first.copied);
});

test('what is allowed once is asked about again, what is allowed here is not', async () => {
  const storage = storageInMemory();
  const { answer, copied, copy, heldExports, workspace } = await opened(storage);
  await copy();
  await answer('once');
  expect(valuesIn(copied[0] ?? '')).toEqual([KEY, PASSWORD]);
  await copy();
  expect(heldExports.of(workspace)).toBeDefined();
  await answer('here');
  await copy();
  expect(copied).toHaveLength(3);
  await workspace.flush();
  expect(valuesIn(await stored(storage))).toEqual([]);
});

test('the check can be switched off for a folder, which the next visit knows', async () => {
  const storage = storageInMemory();
  const first = await opened(storage);
  await first.workspace.secrets.setOff(true);
  await first.copy();
  expect(valuesIn(first.copied[0] ?? '')).toEqual([KEY, PASSWORD]);
  const later = await opened(storage);
  await later.copy();
  expect(later.workspace.secrets.isOff).toBe(true);
  expect(later.copied).toHaveLength(1);
});

test('decisions go on without a storage', async () => {
  const storage = storageInMemory();
  const { answer, copied, copy } = await opened({
    ...storage,
    update: (key, ...more) =>
      key.startsWith('secrets') ? Promise.reject(new Error('full')) : storage.update(key, ...more),
  });
  await copy();
  await answer('mask');
  expect(copied).toHaveLength(1);
  expect(valuesIn(copied[0] ?? '')).toEqual([]);
});

test('other texts wait, too, and get the same placeholders', async () => {
  const { answer, copied, copy, handover, heldExports, workspace } = await opened();
  const pass = textGate({ heldExports, workspace: () => workspace });
  const message = {
    id: '1',
    role: 'user',
    content: `My key is ${KEY}.`,
    time: 0,
    collapsed: false,
    place: 1,
  };
  const copying = handover.copyMessage(message, pass);
  await expect.poll(() => heldExports.of(workspace)).toBeDefined();
  await answer('mask');
  await copying;
  expect(copied).toEqual(['My key is [[secret:stripe-key#1]].']);
  const canceled = pass([{ key: 'preset', text: `password = "${PASSWORD}"` }], 'share');
  await expect.poll(() => heldExports.of(workspace)).toBeDefined();
  await heldExports.answer(false);
  await expect(canceled).rejects.toThrow('canceled');
  await copy();
  await answer('mask');
  expect(copied[1]).toContain('[[secret:stripe-key#1]]');
});

test('without a folder, a text with secrets stays', async () => {
  const { heldExports } = handoverInTests();
  const pass = textGate({ heldExports, workspace: () => undefined });
  expect(await pass([{ key: 'preset', text: 'plain' }], 'share')).toEqual(['plain']);
  await expect(pass([{ key: 'preset', text: `key = "${KEY}"` }], 'share')).rejects.toThrow('Open a folder');
});

test('the document is searched before it is copied, and again where it changes', async () => {
  const { workspace } = await opened();
  const { secretWatch, secrets } = workspace;
  await secretWatch.follow();
  expect(secretWatch.list.map(({ path, fileLine, decision }) => [path, fileLine, decision])).toEqual([
    ['src/a.ts', 1, 'open'],
    ['src/a.ts', 2, 'open'],
    ['src/b.ts', 1, 'open'],
  ]);
  expect([secretWatch.valueCount, secretWatch.openCount]).toEqual([2, 2]);
  const [first] = secretWatch.list;
  await secrets.decide(new Map([[first?.fingerprint ?? '', 'mask']]));
  expect([secretWatch.valueCount, secretWatch.openCount]).toEqual([2, 1]);
  workspace.setOptions({ task: `Why is ${KEY.replace('q8', 'r6')} refused?` }, 'Edit task');
  await expect
    .poll(async () => {
      await secretWatch.follow();
      return secretWatch.list.at(-1);
    })
    .toMatchObject({ key: 'section:task', decision: 'open' });
});

test('a copy shows its secrets, and what it has searched is not searched again', async () => {
  const { copy, engine, workspace } = await opened();
  const search = vi.spyOn(engine, 'findSecrets');
  await copy();
  const { secretWatch } = workspace;
  expect(secretWatch.valueCount).toBe(2);
  await secretWatch.follow();
  expect(search).not.toHaveBeenCalled();
  workspace.setOptions({ task: `Why ${KEY}?` }, 'Edit task');
  await expect.poll(() => (secretWatch.follow(), secretWatch.list.length)).toBe(4);
  expect(search.mock.calls.map(([blocks]) => blocks.length)).toEqual([1]);
});

test('many blocks are searched a part at a time, and only once', async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({
    path: `src/${at}.ts`,
    text: at % 100 === 99 ? `pay('${KEY}');\n` : `pay(${at});\n`,
  }));
  const after: Clock['after'] = (_, task) => (queueMicrotask(task), () => undefined);
  const { engine, workspace } = await openFiles(many, { after });
  const search = vi.spyOn(engine, 'findSecrets');
  await workspace.secretWatch.follow();
  expect(workspace.secretWatch.list.map(({ path }) => path)).toEqual([
    'src/199.ts',
    'src/299.ts',
    'src/99.ts',
  ]);
  await workspace.secretWatch.follow();
  const sizes = search.mock.calls.map(([blocks]) => blocks.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(workspace.document.blocks.length);
  expect(Math.max(...sizes)).toBeLessThan(200);
});
