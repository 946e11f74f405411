import { expect, it } from 'vitest';
import { createStepClock } from './stepClock';

/** A clock that the test advances. */
function clockAt(): { readonly pass: (milliseconds: number) => void; readonly now: () => number } {
  let at = 0;
  return { pass: (milliseconds) => (at += milliseconds), now: () => at };
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('counts shared waits of several files once', async () => {
  const { pass, now } = clockAt();
  const clock = createStepClock(now);
  const grammar = gate();
  const both = [1, 2].map((milliseconds) =>
    clock.parsing(async () => {
      await grammar.opened;
      pass(milliseconds);
    }),
  );
  pass(10);
  grammar.open();
  await Promise.all(both);
  pass(100);
  expect(clock.times()).toEqual({ parse: 13, render: 0 });
});

it('counts neither rendering nor counting between two files as parsing', async () => {
  const { pass, now } = clockAt();
  const clock = createStepClock(now);
  const last = gate();
  const parsing = clock.parsing(() => last.opened);
  pass(1);
  clock.rendering(() => pass(20));
  pass(2);
  clock.beside(() => pass(300));
  pass(4);
  last.open();
  await parsing;
  clock.rendering(() => pass(1));
  expect(clock.times()).toEqual({ parse: 7, render: 21 });
});

it('continues after failures', async () => {
  const { pass, now } = clockAt();
  const clock = createStepClock(now);
  const failing = clock.parsing(() => {
    pass(3);
    return Promise.reject(new Error('as the test wants it'));
  });
  await expect(failing).rejects.toThrow();
  pass(50);
  expect(clock.times()).toEqual({ parse: 3, render: 0 });
});
