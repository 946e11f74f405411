/** Some browsers' databases never answer: nobody waits for ever for what only saves time. */
const PATIENCE = 8_000;

/** Gives `otherwise` when the task fails, or does not end in time; after that nothing is asked any more. */
export type Attempt = <T>(otherwise: T, task: () => Promise<T>) => Promise<T>;

/** `milliseconds` is another patience in tests. */
export function createAttempts(milliseconds = PATIENCE): Attempt {
  let isSilent = false;
  return async (otherwise, task) => {
    if (isSilent) return otherwise;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<typeof otherwise>((resolve) => {
      timer = setTimeout(() => {
        isSilent = true;
        resolve(otherwise);
      }, milliseconds);
    });
    try {
      return await Promise.race([task(), silence]);
    } catch {
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  };
}
