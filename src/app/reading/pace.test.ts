import { expect, test } from 'vitest';
import { Pace } from './pace';

/** A page whose time passes only by `pass`. */
function pageOf(run: { readonly busy: boolean; readonly measuring: boolean }) {
  let now = 1_000;
  const timers = new Map<() => void, number>();
  const pace = new Pace(
    {
      now: () => now,
      after(milliseconds, task) {
        timers.set(task, now + milliseconds);
        return () => timers.delete(task);
      },
      nextFrame: (task) => task(),
    },
    run,
  );
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const [task, due] of [...timers])
      if (due <= now) {
        timers.delete(task);
        task();
      }
  };
  return { pace, pass };
}

test.each([
  ['files are read', { busy: true, measuring: false }],
  ['views are measured', { busy: false, measuring: true }],
])('while %s, the screen follows at once, then four times a second', (_, run) => {
  const { pace, pass } = pageOf(run);
  let shown = 0;
  const show = () => pace.run(() => (shown += 1));
  show();
  expect(shown).toBe(1);
  show();
  pass(249);
  expect(shown).toBe(1);
  pass(1);
  expect(shown).toBe(2);
});

test('otherwise the screen follows with the next frame', () => {
  const { pace } = pageOf({ busy: false, measuring: false });
  let shown = 0;
  for (let change = 0; change < 3; change += 1) pace.run(() => (shown += 1));
  expect(shown).toBe(3);
});
