import { describe, expect, it } from 'vitest';
import { OPTIONS, poolHere } from '../../../tests/engineInTests';
import { noBlockStore, noConverter, noSummaryStore } from '../../../tests/noStores';
import { reader, whenRead, type Files } from '../../../tests/referencesInTests';
import type { PastCommit } from '../../../src/core/ranking/commitIndex';
import type { EngineEvent } from '../contract';
import { createOutbox } from '../outbox';
import { Session } from '../session';

const FILES: Files = {
  'src/cookies.ts': 'export const parseCookie = 1;\n',
  'src/limits.ts': 'export const limit = 1;\n',
  'src/zone.ts': 'export const zone = 1;\n',
};

const COMMITS: readonly PastCommit[] = [
  { message: 'Reject expired sessions', paths: ['src/zone.ts', 'gone.ts'] },
  { message: 'Trim values', paths: ['src/cookies.ts'] },
];

async function opened() {
  const events: EngineEvent[] = [];
  const pool = poolHere();
  const session = new Session({
    ...OPTIONS,
    ...{ reader: reader(FILES), pool, createSearchPool: () => pool, readsGit: true },
    outbox: createOutbox((event) => Promise.resolve(void events.push(event))),
    ...{
      summaryStore: noSummaryStore,
      blockStore: noBlockStore,
      converter: noConverter,
      shelvesOf: () => ({}),
    },
  });
  await session.runs.refresh();
  const { references } = session;
  const ask = () =>
    references.rank({ task: 'Expired sessions are accepted', selected: [], excluded: [], limit: 10 });
  return {
    ...{ references, ask },
    first: async () => (await whenRead(ask)).files[0],
    news: () => events.filter(({ kind }) => kind === 'references').length,
  };
}

describe('past commits', () => {
  it('count in the next ranking, until they are taken away', async () => {
    const { references, first } = await opened();
    const before = await first();
    expect(before?.path).toBe('src/cookies.ts');
    await references.setHistory(COMMITS);
    const file = await first();
    expect(file?.path).toBe('src/zone.ts');
    expect(file?.reasons).toContain('changed in a commit with a similar message');
    await references.setHistory(undefined);
    expect(await first()).toEqual(before);
  });

  it('may be known before any file is read', async () => {
    const { references, first, news } = await opened();
    await references.setHistory(COMMITS);
    expect(news()).toBe(0);
    expect((await first())?.path).toBe('src/zone.ts');
  });

  it('replace a running ranking, and are told once', async () => {
    const { references, ask, first, news } = await opened();
    await first();
    const before = news();
    const running = ask();
    await references.setHistory(COMMITS);
    expect(await running).toBeUndefined();
    expect(news()).toBe(before + 1);
    expect((await first())?.path).toBe('src/zone.ts');
  });

  it('are replaced by newer ones', async () => {
    const { references, first, news } = await opened();
    const before = await first();
    const told = news();
    await Promise.all([references.setHistory(COMMITS), references.setHistory([])]);
    expect(await first()).toEqual(before);
    expect(news()).toBe(told + 1);
  });
});
