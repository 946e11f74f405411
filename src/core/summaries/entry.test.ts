import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentHash } from '../files/fileContent';
import type { RepoPath } from '../files/repoPath';
import {
  kindOf,
  readSummaryEntry,
  summaryVersion,
  writeSummaryEntry,
  writtenOf,
  type SummaryEntry,
} from './entry';

const entry: SummaryEntry = {
  file_path: 'src/a.ts' as RepoPath,
  file_hash: 'ab'.repeat(32) as ContentHash,
  summary: 'What it is about.\n',
  outline: '[Func] a (Lines 1-2)\n',
  generated_at: '2026-01-31T12:00:00.000Z',
  generator_tier: null,
  version: summaryVersion('rules'),
  kind: 'heuristic',
};

describe('readSummaryEntry', () => {
  it('gives back what was written', () => {
    expect(readSummaryEntry(writeSummaryEntry(entry), entry)).toEqual(entry);
  });

  it.each([
    ['another content', { file_hash: 'cd'.repeat(32) as ContentHash }],
    ['another file', { file_path: 'src/b.ts' as RepoPath }],
    ['another version', { version: 'earlier' }],
  ])('finds nothing for %s', (_, changed) => {
    expect(readSummaryEntry(writeSummaryEntry(entry), { ...entry, ...changed })).toBeUndefined();
  });

  it.each([
    ['no JSON', '{"file_path":'],
    ['a value that is no text', { ...entry }],
    ['a summary that is no text', JSON.stringify({ ...entry, summary: ['x'] })],
    ['an empty summary', JSON.stringify({ ...entry, summary: '' })],
    ['an unknown writer', JSON.stringify({ ...entry, kind: 'oracle' })],
    ['no agent tier', JSON.stringify({ ...entry, generator_tier: 5 })],
    ['no time', JSON.stringify({ ...entry, generated_at: 'yesterday' })],
    ['nothing', undefined],
  ])('drops %s', (_, stored) => {
    expect(readSummaryEntry(stored, entry)).toBeUndefined();
  });

  it('never throws, and returns only keys of an entry', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
        expect(readSummaryEntry(stored, entry)).toBeUndefined();
      }),
    );
    const hostile = writeSummaryEntry(entry).replace('{', '{"__proto__":{"polluted":true},"more":1,');
    expect(readSummaryEntry(hostile, entry)).toEqual(entry);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

it('identifies a summary by a model by kind and time, and one by rules not at all', () => {
  const written = writtenOf({ ...entry, kind: 'endpoint' });
  expect(kindOf(written)).toBe('endpoint');
  expect(writtenOf(entry)).toBe('');
  expect(kindOf('')).toBe('heuristic');
});
