import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from './contract';
import { createOutbox } from './outbox';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ended: EngineEvent = { kind: 'watched' };

function posted() {
  const events: EngineEvent[] = [];
  const outbox = createOutbox((event) => {
    events.push(event);
    return Promise.resolve();
  });
  return {
    outbox,
    events,
    done: () => events.flatMap((event) => (event.kind === 'progress' ? event.done : [])),
  };
}

test('tells progress at once, then at most four times a second', () => {
  const { outbox, done } = posted();
  for (let tenth = 0; tenth < 20; tenth += 1) {
    outbox.progress('read', tenth, 20);
    vi.advanceTimersByTime(50);
  }
  expect(done().length).toBeGreaterThan(2);
  expect(done().length).toBeLessThanOrEqual(5);
  expect(done()[0]).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(done().at(-1)).toBe(19);
});

test('tells the last progress before the end of a run, and none after it', () => {
  const { outbox, events } = posted();
  outbox.progress('read', 1, 2);
  vi.advanceTimersByTime(50);
  outbox.progress('read', 2, 2);
  vi.advanceTimersByTime(50);
  outbox.send(ended);
  vi.advanceTimersByTime(1_000);
  expect(events).toEqual([
    { kind: 'progress', step: 'read', done: 1, total: 2 },
    { kind: 'progress', step: 'read', done: 2, total: 2 },
    ended,
  ]);
});
