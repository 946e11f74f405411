/** Milliseconds. Some browsers' databases never answer, and a cache is not worth waiting for indefinitely. */
const TIMEOUT = 8_000;

/** Returns `fallback` if the task fails or times out. After a timeout, no further task is tried. */
export type Attempt = <T>(fallback: T, task: () => Promise<T>, milliseconds?: number) => Promise<T>;

export function createAttempts(usual = TIMEOUT): Attempt {
  let isSilent = false;
  return async (fallback, task, milliseconds = usual) => {
    if (isSilent) return fallback;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<typeof fallback>((resolve) => {
      timer = setTimeout(() => {
        isSilent = true;
        resolve(fallback);
      }, milliseconds);
    });
    try {
      return await Promise.race([task(), silence]);
    } catch {
      return fallback;
    } finally {
      clearTimeout(timer);
    }
  };
}
