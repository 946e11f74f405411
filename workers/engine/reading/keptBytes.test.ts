import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { createKeptBytes, type KeptBytes } from './keptBytes';

const path = 'a.ts' as RepoPath;
const hash = 'a'.repeat(64) as ContentHash;
const other = 'b'.repeat(64) as ContentHash;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}

function keep(kept: KeptBytes, at: RepoPath, text: string): void {
  kept.put(at, bytesOf(text));
  kept.settle(at, hash);
}

describe('kept bytes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are given for the hash that came out of them, and for no other', () => {
    const kept = createKeptBytes();
    kept.put(path, bytesOf('one'));
    expect(kept.get(path, hash)).toBeUndefined();
    kept.settle(path, hash);
    expect(kept.get(path, other)).toBeUndefined();
    expect(textOf(kept.get(path, hash))).toBe('one');
    kept.put(path, bytesOf('two'));
    expect(kept.get(path, hash)).toBeUndefined();
  });

  it('survive that what was put in and what was given is transferred', () => {
    const kept = createKeptBytes();
    const bytes = bytesOf('one');
    kept.put(path, bytes);
    kept.settle(path, hash);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    const given = kept.get(path, hash);
    if (given !== undefined) structuredClone(given, { transfer: [given.buffer] });
    expect(textOf(kept.get(path, hash))).toBe('one');
  });

  it('are no more than there is room for, and leave room when they are of no use', () => {
    const kept = createKeptBytes(5);
    keep(kept, path, 'four');
    const second = 'b.ts' as RepoPath;
    keep(kept, second, 'two');
    expect(kept.get(second, hash)).toBeUndefined();
    kept.settle(path, undefined);
    keep(kept, second, 'two');
    expect(textOf(kept.get(second, hash))).toBe('two');
  });

  it('are let go when nobody has asked for a while', () => {
    const kept = createKeptBytes(100, 1_000);
    keep(kept, path, 'one');
    vi.advanceTimersByTime(900);
    expect(kept.get(path, hash)).toBeDefined();
    vi.advanceTimersByTime(900);
    expect(kept.get(path, hash)).toBeDefined();
    vi.advanceTimersByTime(1_100);
    expect(kept.get(path, hash)).toBeUndefined();
  });
});
