/** Batches events for the app, so that 100,000 entries become a few hundred messages and progress stays readable. */
import type { EngineEvent, EngineStep, IndexedFile, ScannedEntry } from './contract';

/** Milliseconds between messages of one kind: about 20 per second. */
const PACE = 50;
/** Milliseconds between messages about progress, each of which changes the screen. */
const PROGRESS_PACE = 250;
const ITEMS_PER_MESSAGE = 500;

export interface Outbox {
  entry(entry: ScannedEntry): void;
  indexed(file: IndexedFile): void;
  removed(ids: readonly number[]): void;
  progress(step: EngineStep, done: number, total: number): void;
  /** Sends the batched events, then this one. */
  send(event: EngineEvent): void;
  /** Resolves when the app has received all events so far, and the last one's listener has finished. */
  delivered(): Promise<void>;
}

/** `post` resolves when the app has received the event and its listener has finished. */
export function createOutbox(post: (event: EngineEvent) => Promise<void>): Outbox {
  let entries: ScannedEntry[] = [];
  let files: IndexedFile[] = [];
  let progress: EngineEvent | undefined;
  let progressDue = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastPosted: Promise<void> = Promise.resolve();

  /** Progress that is not due waits, unless `isLast`: after the end of a run, it would look like a running one. */
  function flush(isLast = false): void {
    clearTimeout(timer);
    timer = undefined;
    // Entries go before facts about them.
    if (entries.length > 0) deliver({ kind: 'entries', entries });
    if (files.length > 0) deliver({ kind: 'indexed', files });
    entries = [];
    files = [];
    if (progress === undefined) return;
    const now = performance.now();
    if (!isLast && now < progressDue) {
      timer = setTimeout(flush, PACE);
      return;
    }
    deliver(progress);
    progress = undefined;
    progressDue = now + PROGRESS_PACE;
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
    flush(true);
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
      flush(true);
      await lastPosted; // the port keeps the order, so the last response is enough
    },
  };
}
