/** Batches events for the app, so that 100,000 entries become a few hundred messages and progress stays readable. */
import type { EngineEvent, EngineStep, IndexedFile, ScannedEntry } from './contract';

/** Milliseconds between messages of one kind: about 20 per second. */
const PACE = 50;
const ITEMS_PER_MESSAGE = 500;

export interface Outbox {
  entry(entry: ScannedEntry): void;
  indexed(file: IndexedFile): void;
  removed(ids: readonly number[]): void;
  progress(step: EngineStep, done: number, total: number): void;
  /** Sends the batched events, then this one. */
  send(event: EngineEvent): void;
  /** Resolves when the app has received all events. */
  delivered(): Promise<void>;
}

/** `post` resolves when the app has received the event. */
export function createOutbox(post: (event: EngineEvent) => Promise<void>): Outbox {
  let entries: ScannedEntry[] = [];
  let files: IndexedFile[] = [];
  let progress: EngineEvent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastPosted: Promise<void> = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    // Entries go before facts about them.
    if (entries.length > 0) deliver({ kind: 'entries', entries });
    if (files.length > 0) deliver({ kind: 'indexed', files });
    if (progress !== undefined) deliver(progress);
    entries = [];
    files = [];
    progress = undefined;
  }

  function flushSoon(): void {
    if (entries.length >= ITEMS_PER_MESSAGE || files.length >= ITEMS_PER_MESSAGE) flush();
    else timer ??= setTimeout(flush, PACE);
  }

  function deliver(event: EngineEvent): void {
    // A listener that throws must not stop the run.
    lastPosted = post(event).catch(() => undefined);
  }

  function send(event: EngineEvent): void {
    flush();
    deliver(event);
  }

  return {
    entry(entry) {
      entries.push(entry);
      flushSoon();
    },
    indexed(file) {
      files.push(file);
      flushSoon();
    },
    removed(ids) {
      for (let at = 0; at < ids.length; at += ITEMS_PER_MESSAGE) {
        send({ kind: 'removed', ids: ids.slice(at, at + ITEMS_PER_MESSAGE) });
      }
    },
    progress(step, done, total) {
      progress = { kind: 'progress', step, done, total };
      flushSoon();
    },
    send,
    async delivered() {
      flush();
      await lastPosted; // the port keeps the order, so the last response is enough
    },
  };
}
