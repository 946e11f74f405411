import { Signal } from '../../core/async/signal';
import { describe, expect, test } from 'vitest';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { summaryVersion, writtenOf, type SummaryEntry } from '../../core/summaries/entry';
import { KeptSummaries } from './keptSummaries';
import type { Engine, KeptSummary } from '../ports/engine';

const PATH = 'a.ts' as RepoPath;
const X = '1'.repeat(64) as ContentHash;
const Y = '2'.repeat(64) as ContentHash;

const byModel: SummaryEntry = {
  file_path: PATH,
  file_hash: X,
  summary: 'Better.\n',
  outline: '',
  generated_at: '2026-01-31T12:00:00.000Z',
  generator_tier: 3,
  version: summaryVersion('model'),
  kind: 'clipboard',
};

function contentOf(hash: ContentHash): FileContent {
  const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
  return { kind: 'text', hash, lines: 1, tokens: 1, encoding: 'utf-8', warnings: [], block };
}

/** Only the engine's methods for summaries. */
function keptWith(listed: readonly KeptSummary[], canStore = true): { kept: KeptSummaries; told: string[] } {
  const told: string[] = [];
  const engine = {
    keptSummaries: () => Promise.resolve(listed),
    keepSummaries: () => Promise.resolve(canStore),
    setKeepSummaries: () => Promise.resolve(),
  } as unknown as Engine;
  const changes = { soon: (paths: Iterable<RepoPath>) => told.push(...paths) };
  const kept = new KeptSummaries({ engine, changes, reading: { kept: new Signal() } }, true);
  kept.written.subscribe(() => told.push('written'));
  return { kept, told };
}

describe('whether a summary is kept', () => {
  test('absent, then cached, then stale when the file is another', () => {
    const { kept, told } = keptWith([]);
    expect(kept.statusOf(PATH, contentOf(X))).toEqual({ state: 'absent' });
    kept.learn([{ path: PATH, hash: X }]);
    kept.learn([{ path: PATH, hash: X }]);
    expect(told).toEqual([PATH]);
    expect(kept.statusOf(PATH, contentOf(X))).toEqual({ state: 'cached', by: 'heuristic' });
    expect(kept.statusOf(PATH, contentOf(Y))).toEqual({ state: 'stale', by: 'heuristic' });
  });

  test('a summary of an older version is stale and not used in views', async () => {
    const { kept } = keptWith([{ path: PATH, hash: X, written: writtenOf(byModel), current: false }]);
    await kept.load();
    expect(kept.statusOf(PATH, contentOf(X))).toEqual({ state: 'stale', by: 'clipboard' });
    expect(kept.viewWith(PATH, contentOf(X), { mode: 'summary' })).toEqual({ mode: 'summary' });
  });

  test('distinguishes summaries of earlier visits', async () => {
    const other = 'b.ts' as RepoPath;
    const { kept } = keptWith([{ path: PATH, hash: X, written: '', current: true }]);
    await kept.load();
    kept.learn([{ path: other, hash: X }]);
    expect(kept.isEarlier(PATH, contentOf(X))).toBe(true);
    expect(kept.isEarlier(other, contentOf(X))).toBe(false);
    kept.learn([{ path: PATH, hash: Y }]);
    kept.learn([{ path: PATH, hash: X }]);
    expect(kept.isEarlier(PATH, contentOf(X))).toBe(false);
  });
});

describe('a summary by a model', () => {
  test('replaces the summary in views of its content, which makes another view', async () => {
    const { kept, told } = keptWith([]);
    kept.learn([{ path: PATH, hash: X }]);
    // Texts that name the summary to use must be made again only now.
    expect(told).not.toContain('written');
    expect(await kept.keep([byModel])).toBe(true);
    expect(told).toContain('written');
    const written = writtenOf(byModel);
    expect(kept.viewWith(PATH, contentOf(X), { mode: 'summary' })).toEqual({ mode: 'summary', written });
    expect(kept.viewWith(PATH, contentOf(X), { mode: 'full' })).toEqual({ mode: 'full' });
    expect(kept.viewWith(PATH, contentOf(Y), { mode: 'summary' })).toEqual({ mode: 'summary' });
    expect(kept.statusOf(PATH, contentOf(Y))).toEqual({ state: 'stale', by: 'clipboard' });
  });

  test('is not known where it could not be stored, or nothing is kept', async () => {
    const full = keptWith([], false).kept;
    expect(await full.keep([byModel])).toBe(false);
    expect(full.statusOf(PATH, contentOf(X))).toEqual({ state: 'absent' });
    const { kept } = keptWith([]);
    await kept.setKeeping(false);
    expect(await kept.keep([byModel])).toBe(false);
  });
});
