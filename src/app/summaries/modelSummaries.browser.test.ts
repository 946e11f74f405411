import { NO_MODELS } from '../../../tests/noModels';
import { Signal } from '../../core/async/signal';
import { describe, expect, test } from 'vitest';
import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { SummaryEntry } from '../../core/summaries/entry';
import { KeptSummaries } from './keptSummaries';
import { ModelSummaries } from './modelSummaries.svelte';
import type { PassTexts } from '../passTexts';
import type { EndpointMessage, SummaryRequest } from '../ports/endpoint';
import type { Engine, MeasuredViews, ViewsWanted } from '../ports/engine';
import type { BrowserModel } from '../ports/summaries';

const CODE = 'c0de';
const path = (name: string): RepoPath => name as RepoPath;
const hashOf = (name: string): ContentHash =>
  name.charCodeAt(0).toString(16).padStart(64, '0') as ContentHash;

/** Files of a folder in which `none.bin` has no text. */
function lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
  return Promise.resolve(
    wanted.map(({ path: name }): MeasuredViews => {
      if (name === 'none.bin') return { path: name, hash: undefined, views: [] };
      const text = { text: `text of ${name}`, outline: `outline of ${name}` };
      return { path: name, hash: hashOf(name), views: [], text };
    }),
  );
}

/** Only the browser's output parts and the engine's methods for summaries. */
function summariesWith({
  canStore = true,
  model,
  passTexts = NO_MODELS.passTexts,
}: {
  canStore?: boolean;
  model?: BrowserModel['summarize'];
  passTexts?: PassTexts;
} = {}) {
  const stored: SummaryEntry[] = [];
  const copied: Promise<Blob>[] = [];
  const opened: {
    requests: readonly SummaryRequest[];
    tell: (message: EndpointMessage) => void;
    closed: boolean;
  }[] = [];
  const engine = {
    keepSummaries: (entries: readonly SummaryEntry[]) => {
      if (canStore) stored.push(...entries);
      return Promise.resolve(canStore);
    },
  } as unknown as Engine;
  const summaries = new ModelSummaries(
    {
      summaries: new KeptSummaries(
        { engine, changes: { soon: () => undefined }, reading: { kept: new Signal() } },
        true,
      ),
      lookInto,
    },
    {
      clipboard: {
        write: (content) => {
          copied.push(content);
          return Promise.resolve({ kind: 'copied' });
        },
      },
      browserModel: {
        state: () => Promise.resolve({ kind: 'ready' }),
        summarize: model ?? (() => Promise.reject(new Error('no test asks it'))),
      },
      endpointWindow: {
        open: ({ requests }, tell) => {
          const window = { requests, tell, closed: false };
          opened.push(window);
          return { close: () => (window.closed = true) };
        },
      },
      passTexts,
      now: () => '2026-01-31T12:00:00.000Z',
      newCode: () => CODE,
    },
  );
  const drafts = () => summaries.files.map(({ draft }) => draft);
  return { summaries, stored, copied, opened, drafts };
}

const section = (number: number, text: string) => `[[summary ${CODE} ${number}]]\n${text}\n[[end ${CODE}]]\n`;

describe('the chosen files', () => {
  test('are read with their current content; files without text or beyond the limit are reported', async () => {
    const { summaries } = summariesWith();
    const many = Array.from({ length: 203 }, (_, index) => path(`${index}.ts`));
    await summaries.load([path('none.bin'), ...many]);
    expect(summaries.files).toHaveLength(199);
    expect([summaries.unreadable, summaries.beyondLimit, summaries.drafted]).toEqual([['none.bin'], 4, 0]);
  });
});

describe('a chat', () => {
  test('gets the texts under a code, and its answer becomes drafts, in any order and in parts', async () => {
    const { summaries, copied, drafts } = summariesWith();
    await summaries.load([path('a.ts'), path('b.ts'), path('c.ts')]);
    await summaries.copyPrompt();
    const prompt = await (await copied[0])?.text();
    expect(prompt).toContain(`[[summary ${CODE} 1]]`);
    expect(prompt).toContain('text of c.ts');

    summaries.takeAnswer(section(2, 'Of b.') + section(9, 'Of nothing.'));
    expect(summaries.report).toEqual({ missing: 2, unknown: ['file 9'], foreign: false });
    summaries.takeAnswer(section(1, 'Of a.'));
    expect(drafts()).toEqual([
      { kind: 'summary', summary: 'Of a.\n', by: 'clipboard' },
      { kind: 'summary', summary: 'Of b.\n', by: 'clipboard' },
      { kind: 'none' },
    ]);
  });

  test('that answers another prompt changes nothing', async () => {
    const { summaries, drafts } = summariesWith();
    await summaries.load([path('a.ts')]);
    summaries.takeAnswer('[[summary other 1]]\nx\n[[end other]]\n');
    expect([summaries.report?.foreign, drafts()]).toEqual([true, [{ kind: 'none' }]]);
  });
});

describe('keeping', () => {
  test('stores only drafts, each with its content and writer', async () => {
    const { summaries, stored } = summariesWith();
    await summaries.load([path('a.ts'), path('b.ts')]);
    summaries.takeAnswer(section(2, 'Of b.'));
    expect(stored).toEqual([]);
    expect(await summaries.keep()).toBe(true);
    expect(stored).toMatchObject([
      {
        file_path: 'b.ts',
        file_hash: hashOf('b.ts'),
        summary: 'Of b.\n',
        outline: 'outline of b.ts',
        kind: 'clipboard',
      },
    ]);
  });

  test('says when there is no room', async () => {
    const { summaries } = summariesWith({ canStore: false });
    await summaries.load([path('a.ts')]);
    summaries.takeAnswer(section(1, 'Of a.'));
    expect(await summaries.keep()).toBe(false);
  });
});

describe("the browser's model", () => {
  test('writes the missing summaries one by one, and shows failures with their files', async () => {
    const asked: string[] = [];
    const { summaries, drafts } = summariesWith({
      model: (text) => {
        asked.push(text);
        return Promise.resolve(
          text.endsWith('b.ts') ? { kind: 'failed', reason: 'too long' } : { kind: 'text', text: 'Written.' },
        );
      },
    });
    await summaries.load([path('a.ts'), path('b.ts'), path('c.ts')]);
    summaries.takeAnswer(section(1, 'Of a.'));
    await summaries.summarizeHere();
    expect(asked).toEqual(['text of b.ts', 'text of c.ts']);
    expect(drafts().slice(1)).toEqual([
      { kind: 'failed', reason: 'too long' },
      { kind: 'summary', summary: 'Written.\n', by: 'browser' },
    ]);
  });

  test('stops on request, and the current file is as before', async () => {
    const { summaries, drafts } = summariesWith({
      model: (_text, _about, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve({ kind: 'failed', reason: 'stopped' });
          });
        }),
    });
    await summaries.load([path('a.ts'), path('b.ts')]);
    const written = summaries.summarizeHere();
    expect([summaries.running, drafts()[0]?.kind]).toEqual([true, 'running']);
    summaries.stop();
    await written;
    expect([summaries.running, drafts()]).toEqual([false, [{ kind: 'none' }, { kind: 'none' }]]);
  });
});

describe("the endpoint's page", () => {
  test('gets the files without a summary, and its answers count only for them', async () => {
    const { summaries, opened, drafts } = summariesWith();
    await summaries.load([path('a.ts'), path('b.ts'), path('c.ts')]);
    summaries.takeAnswer(section(1, 'Of a.'));
    expect(await summaries.openEndpoint()).toBe(true);
    expect(opened[0]?.requests.map(({ name }) => name)).toEqual(['b.ts', 'c.ts']);
    opened[0]?.tell({ kind: 'answer', name: 'b.ts', text: 'Of b.' });
    opened[0]?.tell({ kind: 'failed', name: 'c.ts', reason: 'no answer' });
    opened[0]?.tell({ kind: 'answer', name: 'elsewhere.ts', text: 'x' });
    expect(drafts().slice(1)).toEqual([
      { kind: 'summary', summary: 'Of b.\n', by: 'endpoint' },
      { kind: 'failed', reason: 'no answer' },
    ]);
  });

  test('and a chat get the texts without the secrets that the user masks, or nothing', async () => {
    const passTexts: PassTexts = (texts) =>
      Promise.resolve(texts.map(({ text }) => text.replace('text', '[[secret:k#1]]')));
    const { summaries, copied, opened } = summariesWith({ passTexts });
    await summaries.load([path('a.ts')]);
    await summaries.copyPrompt();
    expect(await (await copied[0])?.text()).toContain('[[secret:k#1]] of a.ts');
    await summaries.openEndpoint();
    expect(JSON.stringify(opened[0]?.requests)).toContain('[[secret:k#1]] of a.ts');
    const refused = summariesWith({ passTexts: () => Promise.reject(new Error('you canceled')) });
    await refused.summaries.load([path('a.ts')]);
    await expect(refused.summaries.openEndpoint()).rejects.toThrow('you canceled');
    expect(refused.opened).toEqual([]);
  });

  test('is one, and closed with the rest', async () => {
    const { summaries, opened } = summariesWith();
    await summaries.load([path('a.ts')]);
    await summaries.openEndpoint();
    await summaries.openEndpoint();
    expect(opened.map(({ closed }) => closed)).toEqual([true, false]);
    summaries.stop();
    expect(opened.map(({ closed }) => closed)).toEqual([true, true]);
  });
});
