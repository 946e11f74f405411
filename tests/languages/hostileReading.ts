/** Holds for every text, however it was made: its facts are sound and every view renders, or there is a reason. */
import { expect } from 'vitest';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { RepoPath } from '../../src/core/files/repoPath';
import { renderView } from '../../src/core/views/renderView';
import type { FactsReader } from '../../workers/compute/parse';
import { sliceOf } from '../arbitraries/slices';
import { expectSoundFacts } from './soundFacts';

/** Milliseconds for parsing and everything after it; anything slower hangs, even on a busy machine. */
export const HANGS = 60_000;

const VIEWS: readonly ViewRequest[] = [
  { mode: 'summary' },
  { mode: 'outline' },
  { mode: 'skeleton', keep: 'all' },
  { mode: 'skeleton', keep: 'signatures' },
  { mode: 'skeleton', keep: 'definitions' },
  { mode: 'masked', mask: [{ symbol: 'f', level: 'def' }] },
  { mode: 'custom', slices: [sliceOf(1, 1)] },
];

export async function expectReadable(reader: FactsReader, language: string, text: string): Promise<void> {
  await reader.factsOf('', language);
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') {
    expect(outcome.reason.kind).toMatch(/too-slow|too-large/);
    return;
  }
  expectSoundFacts(text, outcome.facts);
  const source = { path: 'a' as RepoPath, text, facts: outcome.facts };
  for (const view of VIEWS) expect(renderView(view, source).failed).toBeUndefined();
}
