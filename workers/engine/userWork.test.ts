import { afterEach, describe, expect, it, vi } from 'vitest';
import { UserWork } from './userWork';

describe('user work', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends with the last request, even if it fails', async () => {
    const work = new UserWork();
    const over: string[] = [];
    await work.ended();
    let end = (): void => undefined;
    let fail = (): void => undefined;
    const first = work.during(() => new Promise<void>((resolve) => (end = resolve)));
    const second = work.during(
      () => new Promise<void>((_, reject) => (fail = () => reject(new Error('lost')))),
    );
    const waiting = work.ended().then(() => over.push('over'));
    end();
    await first;
    await Promise.resolve();
    expect(over).toEqual([]);
    fail();
    await expect(second).rejects.toThrow('lost');
    await waiting;
    expect(over).toEqual(['over']);
  });

  it.each(['been answered', 'failed'])('ends a second after the last key has %s', async (outcome) => {
    vi.useFakeTimers();
    const work = new UserWork();
    const answerLast = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (outcome === 'failed') throw new Error('lost');
      return 'last';
    };
    const isOver = vi.fn();
    expect(await work.duringTyping(async () => 'first')).toBe('first');
    void work.ended().then(isOver);
    await vi.advanceTimersByTimeAsync(999);
    const last = work.duringTyping(answerLast);
    const answered =
      outcome === 'failed' ? expect(last).rejects.toThrow('lost') : expect(last).resolves.toBe('last');
    await vi.advanceTimersByTimeAsync(500 + 999);
    await answered;
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toHaveBeenCalled();
  });
});
