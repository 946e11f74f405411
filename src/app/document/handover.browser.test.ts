import { describe, expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { modelById } from '../../core/tokens/models';
import { tokenText } from '../../core/tokens/tokenText';
import { Handover, type Handed } from './handover.svelte';
import type { Notice } from '../notify';
import type { AssembledDocument, Clipboard, ClipboardResult, Outputs } from '../ports';
import { Settings } from '../storage/settings.svelte';

const document: AssembledDocument = {
  blob: new Blob(['text']),
  tokens: 1,
  bytes: 4,
  blocks: [],
  leftOut: [],
  viewed: [],
  timings: { render: 0, assemble: 0 },
};

function handoverWith(write: Clipboard['write']): {
  handover: Handover;
  notices: Notice[];
  downloads: string[];
} {
  const notices: Notice[] = [];
  const downloads: string[] = [];
  const outputs: Outputs = {
    download: (name) => downloads.push(name),
    canChooseFolder: false,
    chooseFolder: () => Promise.resolve({ kind: 'cancelled' }),
    canWrite: () => Promise.resolve(false),
    namesIn: () => Promise.resolve([]),
    writeNew: () => Promise.resolve({ kind: 'failed', reason: 'no test writes' }),
  };
  const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
  const settings = new Settings(storageInMemory(), clock, () => undefined);
  const handover = new Handover({ write }, outputs, settings, (notice) => notices.push(notice));
  return { handover, notices, downloads };
}

function folderWith(assemble: Handed['assemble']): Handed {
  return {
    name: 'my folder',
    assemble,
    lacksFocus: false,
    tokens: tokenText(modelById('gpt-5'), 'o200k_base'),
  };
}

const refused: ClipboardResult = { kind: 'refused', reason: 'no clipboard here' };

describe('Handover', () => {
  test('downloads what the clipboard refuses, and says so', async () => {
    const { handover, notices, downloads } = handoverWith(() => Promise.resolve(refused));
    await handover.copy(
      folderWith(() => Promise.resolve(document)),
      'whole',
    );
    expect(downloads).toEqual(['my-folder.md']);
    expect(notices).toMatchObject([{ kind: 'warning', text: expect.stringContaining('no clipboard here') }]);
  });

  test('tells once why no document could be made, even where there is no clipboard', async () => {
    const failing = folderWith(() => Promise.reject(new Error('the folder is gone')));
    const { handover, notices, downloads } = handoverWith(() => Promise.resolve(refused));
    await handover.copy(failing, 'whole');
    expect(notices).toEqual([{ kind: 'error', text: 'Nothing was copied: the folder is gone' }]);
    await handover.download(failing);
    expect(notices.at(-1)?.text).toBe('Nothing was downloaded: the folder is gone');
    expect(downloads).toEqual([]);
  });

  test('knows of each folder what left it last', async () => {
    const { handover } = handoverWith(() => Promise.resolve({ kind: 'copied' }));
    const [one, other] = [
      folderWith(() => Promise.resolve(document)),
      folderWith(() => Promise.resolve(document)),
    ];
    await handover.copy(one, 'whole');
    expect(handover.lastOf(one)).toMatchObject({ tokens: 1, bytes: 4 });
    expect(handover.lastOf(other)).toBeUndefined();
  });

  test('asks for focus files before a worker gets none in full, and goes on after the answer', async () => {
    const { handover, downloads } = handoverWith(() => Promise.resolve(refused));
    const folder = { ...folderWith(() => Promise.resolve(document)), lacksFocus: true };
    await handover.copy(folder, 'whole');
    expect(handover.asksForFocus).toBe(true);
    await handover.answerFocus(false);
    expect([handover.asksForFocus, downloads]).toEqual([false, []]);

    await handover.download(folder);
    await handover.answerFocus(true);
    expect([handover.asksForFocus, downloads]).toEqual([false, ['my-folder.md']]);

    await handover.copy(folder, 'rest');
    expect(handover.asksForFocus).toBe(false);
  });
});
