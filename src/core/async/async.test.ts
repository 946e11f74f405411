import { describe, expect, test } from 'vitest';
import { coalesce } from './coalesce';
import { latestWins } from './latestWins';
import { serial } from './serial';
import { Signal } from './signal';
import { runInSlices, runSteps, type Steps } from './steps';

describe('serial', () => {
  test('starts a task when the previous one has ended, even with an error', async () => {
    const inTurn = serial();
    const events: string[] = [];
    const task =
      (name: string, fails = false) =>
      async () => {
        events.push(`${name} begins`);
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([inTurn(task('a', true)), inTurn(task('b'))]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('coalesce', () => {
  test('runs immediately, and once more for all calls made in the meantime', async () => {
    const endings: (() => void)[] = [];
    let atOnce = 0;
    const call = coalesce(async () => {
      expect((atOnce += 1)).toBe(1);
      await new Promise<void>((resolve) => endings.push(resolve));
      atOnce -= 1;
    });
    const first = call();
    const later = [call(), call()];
    expect(endings).toHaveLength(1);
    endings[0]?.();
    await first;
    const last = call();
    await expect.poll(() => endings.length).toBe(2);
    endings[1]?.();
    await Promise.all([...later, last]);
    expect(endings).toHaveLength(2);
  });

  test('a run that fails rejects its own calls only', async () => {
    let runs = 0;
    const call = coalesce(() => ((runs += 1) === 1 ? Promise.reject(new Error('first')) : Promise.resolve()));
    const results = await Promise.allSettled([call(), call()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

test('latestWins: a call outdates earlier ones', () => {
  const begin = latestWins();
  const isFirstLatest = begin();
  expect(isFirstLatest()).toBe(true);
  const isSecondLatest = begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
});

describe('Signal', () => {
  test('tells its subscribers in their order, until they have enough', () => {
    const told: string[] = [];
    const signal = new Signal<number>();
    const stop = signal.subscribe((news) => told.push(`a${news}`));
    signal.subscribe((news) => {
      told.push(`b${news}`);
      if (news === 1) signal.subscribe((later) => told.push(`c${later}`));
    });
    signal.emit(1);
    stop();
    signal.emit(2);
    expect(told).toEqual(['a1', 'b1', 'b2', 'c2']);
  });

  test('can wait until what its subscribers began is done, and fails with them', async () => {
    const signal = new Signal();
    let end: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (end = resolve));
    let isDone = false;
    signal.subscribe(() => begun);
    const waiting = signal.emitAndWait().then(() => (isDone = true));
    await Promise.resolve();
    expect(isDone).toBe(false);
    end?.();
    await waiting;
    signal.subscribe(() => Promise.reject(new Error('no')));
    await expect(signal.emitAndWait()).rejects.toThrow('no');
  });
});

describe('steps', () => {
  function* countTo(most: number, onstep: () => void): Steps<number> {
    for (let at = 0; at < most; at += 1) {
      yield;
      onstep();
    }
    return most;
  }

  test('can run without a pause', () => {
    let done = 0;
    expect(runSteps(countTo(5, () => (done += 1)))).toBe(5);
    expect(done).toBe(5);
  });

  test('yield to other work after each slice', async () => {
    let [time, pauses] = [0, 0];
    const options = {
      slice: 30,
      now: () => time,
      pause: async () => void (pauses += 1),
      isWanted: () => true,
    };
    expect(
      await runInSlices(
        countTo(10, () => (time += 10)),
        options,
      ),
    ).toBe(10);
    expect(pauses).toBe(3);
  });

  test('stop in a pause once the result is no longer wanted', async () => {
    let [done, isWanted] = [0, true];
    const pause = async () => void (isWanted = false);
    const steps = countTo(10, () => (done += 1));
    expect(
      await runInSlices(steps, { slice: 0, now: () => 0, pause, isWanted: () => isWanted }),
    ).toBeUndefined();
    expect(done).toBeLessThan(2);
  });
});
