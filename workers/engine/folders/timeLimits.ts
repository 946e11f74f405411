/** Gives up calls on a folder that never answers, such as a network drive that is gone. */
import { NoAnswer, type FolderFile, type FolderReader } from './folderReader';

export interface TimeLimits {
  /** Milliseconds between two looks at the calls under way. */
  readonly pause: number;
  /** Looks within which a lookup or a read has to be answered. */
  readonly looks: number;
  /** Some systems read a whole folder before they give its first entry. */
  readonly looksToList: number;
  /** Looks once nothing was answered in time: in a folder that has gone silent, 10,000 files must not wait in full. */
  readonly looksInSilence: number;
  /** One more look for each so many bytes that are being read: they share the disk. */
  readonly bytesPerLook: number;
}

export const TIME_LIMITS: TimeLimits = {
  pause: 1_000,
  looks: 10,
  looksToList: 30,
  looksInSilence: 2,
  bytesPerLook: 1_000_000,
};

interface Call {
  readonly limit: number;
  readonly bytes: number;
  looks: number;
  giveUp(error: NoAnswer): void;
}

/** The same folder, but a call without an answer in time rejects with NoAnswer; a late answer is dropped. */
export function withTimeLimits(reader: FolderReader, limits: TimeLimits): FolderReader {
  const { answered } = createWatch(limits);
  const { looks, looksToList } = limits;

  function limitedFile(file: FolderFile): FolderFile {
    return {
      get size() {
        return file.size;
      },
      get modified() {
        return file.modified;
      },
      read: () => answered(file.read(), looks, file.size),
    };
  }

  return {
    ...reader,
    async *list(folder) {
      // Not `for await`: its `return` would wait for the answer that does not come.
      const slices = reader.list(folder)[Symbol.asyncIterator]();
      for (;;) {
        const slice = await answered(slices.next(), looksToList);
        if (slice.done === true) return;
        yield slice.value;
      }
    },
    file: async (path) => limitedFile(await answered(reader.file(path), looks)),
  };
}

interface Watch {
  /** Resolves with the answer if it comes in time. Its own bytes, and those pending before it, give it more looks. */
  answered<T>(asked: Promise<T>, looks: number, bytes?: number): Promise<T>;
}

/**
 * Counts looks, not time: a thread that was held up, or a machine that slept, hears the answers that came meanwhile
 * before the next look.
 */
function createWatch({ pause, looksInSilence, bytesPerLook }: TimeLimits): Watch {
  /** In the order in which they began, as the browser works on them. */
  const pending = new Map<number, Call>();
  let begun = 0;
  let bytesPending = 0;
  /** The first of the calls that were answered since the last look. */
  let earliestAnswered = Infinity;
  let isSilent = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(): void {
    if (pending.size === 0) return stop();
    for (const [number, call] of pending) {
      // It waits in line behind the calls before it, so its time starts again when one of them is answered.
      if (earliestAnswered < number) call.looks = 0;
      call.looks += 1;
      const limit = isSilent ? looksInSilence : call.limit;
      if (call.looks >= limit) {
        end(number);
        call.giveUp(new NoAnswer(limit * pause));
      }
    }
    isSilent ||= pending.size === 0;
    earliestAnswered = Infinity;
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

  async function answered<T>(asked: Promise<T>, looks: number, bytes = 0): Promise<T> {
    timer ??= setInterval(look, pause);
    const number = (begun += 1);
    bytesPending += bytes;
    const givenUp = new Promise<never>((_, giveUp) => {
      const limit = looks + Math.ceil(bytesPending / bytesPerLook);
      pending.set(number, { limit, bytes, looks: 0, giveUp });
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
