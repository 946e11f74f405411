import { describe, expect, test } from 'vitest';
import { handoverInTests } from '../../../tests/handoverInTests';
import { engineWith, memory, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import { documentKey, fileBlock } from '../../core/document/block';
import type { Handed } from './handover.svelte';
import type { ClipboardResult } from '../ports/clipboard';
import type { HandedDocument } from '../conversation/turns.svelte';

const document: HandedDocument = {
  ...{ part: 'whole', layout: 'sections', task: '', discussion: '', hash: '', encoding: 'o200k_base' },
  blob: new Blob(['text']),
  tokens: 1,
  bytes: 4,
  blocks: [],
  leftOut: [],
  viewed: [],
  secrets: [],
  timings: { render: 0, assemble: 0 },
  emptyTiers: 0,
  toAttach: [],
};

function folderWith(assemble: () => Promise<HandedDocument>): Handed {
  const workspace = workspaceWith(engineWith({}).engine, { ...memory, name: 'my folder' });
  const handOver: Handed['output']['handOver'] = async (_, deliver) => void (await deliver(assemble()));
  Object.assign(workspace.output, { handOver });
  return workspace;
}

const refused: ClipboardResult = { kind: 'refused', reason: 'no clipboard here' };

describe('Handover', () => {
  test('downloads what the clipboard refuses, and says so', async () => {
    const { handover, notices, downloads } = handoverInTests(() => Promise.resolve(refused));
    await handover.copy(
      folderWith(() => Promise.resolve(document)),
      'whole',
    );
    expect(downloads).toEqual(['my-folder.md']);
    expect(notices).toMatchObject([{ kind: 'warning', text: expect.stringContaining('no clipboard here') }]);
  });

  test('reports once why the document could not be assembled, even without a clipboard', async () => {
    const failing = folderWith(() => Promise.reject(new Error('the folder is gone')));
    const { handover, notices, downloads } = handoverInTests(() => Promise.resolve(refused));
    await handover.copy(failing, 'whole');
    expect(notices).toMatchObject([
      { kind: 'error', text: "Couldn't copy the document: the folder is gone" },
    ]);
    await handover.download(failing);
    expect(notices.at(-1)?.text).toBe("Couldn't download the document: the folder is gone");
    expect(downloads).toEqual([]);
  });

  test('warns of a document larger than the window, and offers to make it smaller', async () => {
    const { handover, notices, downloads } = handoverInTests(() => Promise.resolve({ kind: 'copied' }));
    const folder = folderWith(() => Promise.resolve({ ...document, tokens: 2_576_000 }));
    await handover.copy(folder, 'whole');
    await handover.download(folder);
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        text: 'Copied: 2,576,000 tokens, 0 files',
        details: ['Too large: 644% of the 400K tokens that GPT-5 family takes'],
        offer: { label: 'Shrink to fit' },
      },
      { kind: 'warning', offer: { label: 'Shrink to fit' } },
    ]);
    expect(downloads).toHaveLength(1);
  });

  test('warns of files that may hold secrets, and shows the way to them', async () => {
    const { handover, notices } = handoverInTests(() => Promise.resolve({ kind: 'copied' }));
    const { source } = fileBlock(path('.env'), { mode: 'full' });
    const folder = folderWith(() =>
      Promise.resolve({ ...document, blocks: [{ source, lead: '', hash: '', tokens: 1, bytes: 4 }] }),
    );
    const leftOut = { source: 'sensitive', rule: '.env*' } as const;
    folder.tree.addEntries([{ id: 1, path: path('.env'), kind: 'file', leftOut }]);
    await handover.copy(folder, 'whole');
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        details: ['Sensitive by its name: .env'],
        offer: { label: 'Show file', show: '.env' },
      },
    ]);
  });

  test('warns of documents that may hold secrets, too, once for each file', async () => {
    const { handover, notices } = handoverInTests(() => Promise.resolve({ kind: 'copied' }));
    const { source } = fileBlock(path('.env'), { mode: 'full' });
    const texts = ['.env', 'b/.env', 'a.md'].map(
      (each) => ({ kind: 'text', key: documentKey(each) }) as const,
    );
    const blocks = [source, ...texts].map((each) => ({
      ...{ source: each, lead: '', hash: '', tokens: 1, bytes: 4 },
    }));
    const folder = folderWith(() => Promise.resolve({ ...document, blocks }));
    const leftOut = { source: 'sensitive', rule: '.env*' } as const;
    folder.tree.addEntries([
      { id: 1, path: path('.env'), kind: 'file', leftOut },
      { id: 2, path: path('b/.env'), kind: 'file', leftOut },
    ]);
    await handover.copy(folder, 'whole');
    expect(notices).toMatchObject([
      { kind: 'warning', details: ['Sensitive by its name: .env', 'Sensitive by its name: b/.env'] },
    ]);
  });

  test('reminds of the images that a copy only links to', async () => {
    const { handover, notices } = handoverInTests(() => Promise.resolve({ kind: 'copied' }));
    const toAttach = ['a.png', 'b\u202e.png', 'c.png', 'd.png'].map((title) => ({
      ...{ key: `screenshot:${title}`, title, hash: title },
    }));
    await handover.copy(
      folderWith(() => Promise.resolve({ ...document, toAttach })),
      'whole',
    );
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        details: ['Attach 4 images in the chat: a.png, b\\u202e.png, c.png, 1 more'],
        offer: { label: 'Show images', command: 'screenshots' },
      },
    ]);
  });

  test('knows of each folder what left it last', async () => {
    const { handover } = handoverInTests(() => Promise.resolve({ kind: 'copied' }));
    const [one, other] = [
      folderWith(() => Promise.resolve(document)),
      folderWith(() => Promise.resolve(document)),
    ];
    await handover.copy(one, 'whole');
    expect(handover.lastOf(one)).toMatchObject({ tokens: 1, bytes: 4 });
    expect(handover.lastOf(other)).toBeUndefined();
  });

  test('asks for focus files before a worker gets none in full, and goes on after the answer', async () => {
    const { handover, downloads } = handoverInTests(() => Promise.resolve(refused));
    const folder = folderWith(() => Promise.resolve(document));
    Object.defineProperty(folder.document, 'lacksFocus', { value: true });
    await handover.copy(folder, 'whole');
    expect(handover.asksForFocus(folder)).toBe(true);
    await handover.answerFocus(false);
    expect([handover.asksForFocus(folder), downloads]).toEqual([false, []]);

    await handover.download(folder);
    await handover.answerFocus(true);
    expect([handover.asksForFocus(folder), downloads]).toEqual([false, ['my-folder.md']]);

    await handover.copy(folder, 'rest');
    expect(handover.asksForFocus(folder)).toBe(false);
  });

  test('asks for focus files again only after the selection or the role has changed', async () => {
    const { handover, downloads } = handoverInTests(() => Promise.resolve(refused));
    const folder = folderWith(() => Promise.resolve(document));
    Object.defineProperty(folder.document, 'lacksFocus', { value: true });
    const asksFor = async () => {
      await handover.download(folder);
      const asks = handover.asksForFocus(folder);
      await handover.answerFocus(true);
      return asks;
    };
    expect([await asksFor(), await asksFor()]).toEqual([true, false]);
    folder.composition.apply({ options: { task: 'Fix it.' } }, 'Type');
    expect(await asksFor()).toBe(false);
    const item = folder.composition.newItem(path('a.ts'));
    folder.composition.apply({ items: new Map([[item.path, item]]) }, 'Tick');
    expect([await asksFor(), await asksFor()]).toEqual([true, false]);
    folder.composition.apply({ options: { agentTier: 1 } }, 'Choose a role');
    expect(await asksFor()).toBe(true);
    expect(downloads).toHaveLength(6);
  });

  test('asks for focus files only in the folder whose document is to leave the app', async () => {
    const { handover } = handoverInTests(() => Promise.resolve(refused));
    const [one, other] = [
      folderWith(() => Promise.resolve(document)),
      folderWith(() => Promise.resolve(document)),
    ];
    Object.defineProperty(one.document, 'lacksFocus', { value: true });
    await handover.copy(one, 'whole');
    expect([handover.asksForFocus(one), handover.asksForFocus(other)]).toEqual([true, false]);
  });

  test('asks about summaries that a model could write, once for the same ones', async () => {
    const { handover, downloads } = handoverInTests(() => Promise.resolve(refused), true);
    const folder = folderWith(() => Promise.resolve(document));
    let paths = [path('a.ts')];
    Object.assign(folder, { summariesToAsk: () => paths });
    await handover.download(folder);
    expect([handover.asksForSummaries(folder), downloads]).toEqual([['a.ts'], []]);
    await handover.answerSummaries(false);
    expect([handover.asksForSummaries(folder), downloads]).toEqual([undefined, []]);
    await handover.download(folder);
    await handover.answerSummaries(true);
    expect(downloads).toHaveLength(1);
    await handover.download(folder);
    expect(downloads).toHaveLength(2);
    paths = [path('b.ts')];
    await handover.download(folder);
    expect(handover.asksForSummaries(folder)).toEqual(['b.ts']);
    await handover.copy(folder, 'rest');
    expect(downloads).toHaveLength(3);
  });

  test('asks about no summaries without an endpoint', async () => {
    const { handover, downloads } = handoverInTests(() => Promise.resolve(refused));
    const folder = folderWith(() => Promise.resolve(document));
    Object.assign(folder, { summariesToAsk: () => [path('a.ts')] });
    await handover.download(folder);
    expect(downloads).toHaveLength(1);
  });
});
