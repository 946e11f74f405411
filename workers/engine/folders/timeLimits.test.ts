import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { fileOf } from '../../../tests/engineInTests';
import type { FolderFile, FolderReader } from './folderReader';
import { readerOfFiles } from './memoryFolder';
import { TIME_LIMITS, withTimeLimits } from './timeLimits';

/** A folder whose calls the test answers. */
function heldFolder(): {
  held: FolderReader;
  reader: FolderReader;
  answer: (path: string, file?: FolderFile) => void;
} {
  const answers = new Map<string, (file: FolderFile) => void>();
  const held: FolderReader = {
    ...readerOfFiles([]),
    file: (path) => new Promise((resolve) => answers.set(path, resolve)),
  };
  return {
    held,
    reader: withTimeLimits(held, TIME_LIMITS),
    answer: (path, file = fileOf(path)) => answers.get(path)?.(file),
  };
}

/** The state of a call so far. */
function fateOf(call: Promise<unknown>): { now: string } {
  const fate = { now: 'waiting' };
  call.then(
    () => (fate.now = 'answered'),
    (error: unknown) => (fate.now = String(error)),
  );
  return fate;
}

const ask = (reader: FolderReader, path: string): Promise<FolderFile> => reader.file(path as RepoPath);
const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);

describe('a call without an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given up after its time, and says so', async () => {
    const { reader } = heldFolder();
    const fate = fateOf(ask(reader, 'a'));
    await seconds(9);
    expect(fate.now).toBe('waiting');
    await seconds(1);
    expect(fate.now).toBe('NoAnswer: no answer within 10 s');
  });

  it('has its whole time from when a call before it was answered', async () => {
    const { reader, answer } = heldFolder();
    void ask(reader, 'first');
    const second = fateOf(ask(reader, 'second'));
    await seconds(9);
    answer('first');
    await seconds(9);
    expect(second.now).toBe('waiting');
    await seconds(1);
    expect(second.now).toContain('NoAnswer');
  });

  it('is given up although calls after it are answered', async () => {
    const { reader, answer } = heldFolder();
    const first = fateOf(ask(reader, 'first'));
    for (let at = 0; at < 10; at++) {
      const later = ask(reader, 'later');
      answer('later');
      await later;
      await seconds(1);
    }
    expect(first.now).toContain('NoAnswer');
  });

  describe('that reads many files', () => {
    const held = { ...readerOfFiles([]), readBlob: () => new Promise<never>(() => undefined) };
    const readTogether = (reader: FolderReader): { now: string } =>
      fateOf(reader.readBlob?.(new Blob([])) ?? Promise.reject(new Error('it reads no blobs')));

    it('is given up soon if nothing is answered', async () => {
      const fate = readTogether(withTimeLimits(held, TIME_LIMITS));
      await seconds(2);
      expect(fate.now).toBe('waiting');
      await seconds(1);
      expect(fate.now).toContain('NoAnswer');
    });

    it('goes on while other calls are answered, but not forever', async () => {
      const reader = withTimeLimits({ ...held, file: () => Promise.resolve(fileOf('')) }, TIME_LIMITS);
      const fate = readTogether(reader);
      for (let passed = 0; passed < 30; passed += 2) {
        await ask(reader, 'later');
        await seconds(2);
        expect(fate.now).toBe('waiting');
      }
      for (let passed = 0; passed < 2; passed += 1) {
        await ask(reader, 'later');
        await seconds(1);
      }
      expect(fate.now).toContain('NoAnswer');
    });
  });

  it('is extended without end while calls before a joint read are answered', async () => {
    const folder = heldFolder();
    const reader = withTimeLimits(
      { ...folder.held, readBlob: () => new Promise<never>(() => undefined) },
      TIME_LIMITS,
    );
    const names = Array.from({ length: 60 }, (_, at) => `f${at}`);
    for (const name of names) void ask(reader, name);
    const fate = fateOf(reader.readBlob?.(new Blob([])) ?? Promise.reject(new Error('it reads no blobs')));
    for (const name of names) {
      folder.answer(name);
      await seconds(1);
      expect(fate.now).toBe('waiting');
    }
    await seconds(3);
    expect(fate.now).toContain('NoAnswer');
  });

  it('may take longer the more bytes are being read', async () => {
    const { reader, answer } = heldFolder();
    const asked = ask(reader, 'a');
    answer('a', fileOf('', { size: 400_000_000, read: () => new Promise(() => undefined) }));
    const reading = fateOf((await asked).read());
    const behind = fateOf(ask(reader, 'b'));
    await seconds(409);
    expect([reading.now, behind.now]).toEqual(['waiting', 'waiting']);
    await seconds(1);
    expect([reading.now, behind.now]).toEqual(Array(2).fill('NoAnswer: no answer within 410 s'));
  });

  it('is not blamed for a thread that was held up', async () => {
    const { reader, answer } = heldFolder();
    const fate = fateOf(ask(reader, 'a'));
    vi.setSystemTime(Date.now() + 3_600_000);
    await seconds(1);
    answer('a');
    await seconds(0);
    expect(fate.now).toBe('answered');
  });

  it('shortens the wait for the next ones, until there is an answer', async () => {
    const { reader, answer } = heldFolder();
    void ask(reader, 'a').catch(() => undefined);
    await seconds(10);
    const second = fateOf(ask(reader, 'b'));
    await seconds(2);
    expect(second.now).toBe('NoAnswer: no answer within 2 s');
    const third = ask(reader, 'c');
    answer('c');
    await third;
    const fourth = fateOf(ask(reader, 'd'));
    await seconds(9);
    expect(fourth.now).toBe('waiting');
  });

  it('costs the next ones nothing after a pause', async () => {
    const { reader } = heldFolder();
    void ask(reader, 'a').catch(() => undefined);
    await seconds(11);
    const next = fateOf(ask(reader, 'b'));
    await seconds(9);
    expect(next.now).toBe('waiting');
    await seconds(1);
    expect(vi.getTimerCount()).toBe(1);
    await seconds(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is a listing that may take longer, as some systems list all before they tell the first', async () => {
    const silent = withTimeLimits(
      { ...readerOfFiles([]), list: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }) },
      TIME_LIMITS,
    );
    const fate = fateOf(silent.list('')[Symbol.asyncIterator]().next());
    await seconds(29);
    expect(fate.now).toBe('waiting');
    await seconds(1);
    expect(fate.now).toBe('NoAnswer: no answer within 30 s');
  });
});

function never(): Promise<never> {
  return new Promise(() => undefined);
}
