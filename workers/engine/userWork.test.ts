import { describe, expect, it } from 'vitest';
import { UserWork } from './userWork';

describe('user work', () => {
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
});
