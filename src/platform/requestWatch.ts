/** Time limits of requests. */

export interface RequestLimits {
  /** Milliseconds without data. */
  readonly silence: number;
  /** Milliseconds for everything; no limit by default. */
  readonly whole?: number;
}

/** Aborts with the outer signal, after this time without data, or when all time is over. */
export function watchRequest({ silence, whole }: RequestLimits, outer: AbortSignal) {
  const inner = new AbortController();
  const abort = (): void => {
    inner.abort();
  };
  let timer = setTimeout(abort, silence);
  const end = whole === undefined ? undefined : setTimeout(abort, whole);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: inner.signal,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, silence);
    },
    end() {
      clearTimeout(timer);
      clearTimeout(end);
      outer.removeEventListener('abort', abort);
    },
  };
}
