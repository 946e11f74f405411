/** Adds timeouts to a folder, which may be a disconnected network drive and never respond. */
import { NoAnswer, type FolderFile, type FolderReader } from './folderReader';

export interface TimeLimits {
  /** Milliseconds between checks of the pending calls. */
  readonly pause: number;
  /** Checks until a lookup or a read times out. */
  readonly looks: number;
  /**
   * Checks without any answer until a joint read times out. Each file is then read alone. The browser does not stop the
   * joint read, so a timeout on a slow disk reads files twice.
   */
  readonly looksTogether: number;
  /** Checks until answers to later calls extend a joint read no more, because one of its files may never respond. */
  readonly looksTogetherInAll: number;
  /** Checks until a listing times out. Some systems read a whole folder before they return its first entry. */
  readonly looksToList: number;
  /** Checks after all pending calls have timed out, so that 10,000 files in a silent folder do not each wait in full. */
  readonly looksInSilence: number;
  /** Adds one check per this many pending bytes, because reads share the disk. */
  readonly bytesPerLook: number;
}

export const TIME_LIMITS: TimeLimits = {
  pause: 1_000,
  looks: 10,
  looksTogether: 3,
  looksTogetherInAll: 30,
  looksToList: 30,
  looksInSilence: 2,
  bytesPerLook: 1_000_000,
};

interface Call {
  readonly limit: number;
  readonly bytes: number;
  readonly isRetried: boolean;
  /** Since it began or was last extended. */
  looks: number;
  looksInAll: number;
  giveUp(error: NoAnswer): void;
}

/** The same folder with timeouts. A call that times out rejects with NoAnswer; a late response is dropped. */
export function withTimeLimits(reader: FolderReader, limits: TimeLimits): FolderReader {
  const { answered } = createWatch(limits);
  const { looks, looksToList, looksTogether } = limits;
  const { readBlob } = reader;

  function limitedFile(file: FolderFile): FolderFile {
    return {
      get size() {
        return file.size;
      },
      get modified() {
        return file.modified;
      },
      ...(file.blob && { blob: file.blob }),
      read: (start, end) =>
        answered(file.read(start, end), { looks, bytes: (end ?? file.size) - (start ?? 0) }),
    };
  }

  return {
    ...reader,
    async *list(folder) {
      // Not `for await`, whose `return` would wait for the missing response.
      const slices = reader.list(folder)[Symbol.asyncIterator]();
      for (;;) {
        const slice = await answered(slices.next(), { looks: looksToList });
        if (slice.done === true) return;
        yield slice.value;
      }
    },
    file: async (path) => limitedFile(await answered(reader.file(path), { looks })),
    ...(readBlob && {
      readBlob: (blob) =>
        answered(readBlob(blob), { looks: looksTogether, bytes: blob.size, isRetried: true }),
    }),
  };
}

interface Patience {
  readonly looks: number;
  /** More pending bytes allow more time. */
  readonly bytes?: number;
  /** Whether it is tried in another way after a timeout, which therefore does not show that the folder is silent. */
  readonly isRetried?: boolean;
}

interface Watch {
  /** Resolves with the response if it comes in time. */
  answered<T>(asked: Promise<T>, patience: Patience): Promise<T>;
}

/**
 * Counts checks, not time: after a blocked thread or a sleeping machine, the responses that arrived meanwhile are handled
 * before the next check.
 */
function createWatch({ pause, looksInSilence, looksTogetherInAll, bytesPerLook }: TimeLimits): Watch {
  /** In starting order, which is also the order in which the browser works. */
  const pending = new Map<number, Call>();
  let begun = 0;
  let bytesPending = 0;
  /** The earliest call that was answered since the last check. */
  let earliestAnswered = Infinity;
  let isSilent = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(): void {
    if (pending.size === 0) return stop();
    let isLost = false;
    for (const [number, call] of pending) {
      if (isExtended(number, call)) call.looks = 0;
      call.looks += 1;
      call.looksInAll += 1;
      const limit = isSilent ? looksInSilence : call.limit;
      if (call.looks >= limit) {
        end(number);
        isLost ||= !call.isRetried;
        call.giveUp(new NoAnswer(limit * pause));
      }
    }
    isSilent ||= isLost && pending.size === 0;
    earliestAnswered = Infinity;
  }

  /**
   * Calls are queued, so the time restarts when an earlier call is answered. The browser works on a joint read and later
   * calls in turn, so any answer extends it.
   */
  function isExtended(number: number, { isRetried, looksInAll }: Call): boolean {
    if (earliestAnswered < number) return true;
    return isRetried && earliestAnswered < Infinity && looksInAll < looksTogetherInAll;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    isSilent = false;
  }

  function end(number: number): void {
    bytesPending -= pending.get(number)?.bytes ?? 0;
    pending.delete(number);
  }

  async function answered<T>(
    asked: Promise<T>,
    { looks, bytes = 0, isRetried = false }: Patience,
  ): Promise<T> {
    timer ??= setInterval(look, pause);
    const number = (begun += 1);
    bytesPending += bytes;
    const givenUp = new Promise<never>((_, giveUp) => {
      const limit = looks + Math.ceil(bytesPending / bytesPerLook);
      pending.set(number, { limit, bytes, isRetried, looks: 0, looksInAll: 0, giveUp });
    });
    try {
      return await Promise.race([asked, givenUp]);
    } finally {
      if (pending.has(number)) {
        end(number);
        isSilent = false;
        earliestAnswered = Math.min(earliestAnswered, number);
      }
    }
  }

  return { answered };
}
