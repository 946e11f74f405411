/** Measures the time during which at least one task runs, in milliseconds. */
export function createBusyClock(): { begin(): void; end(): void; elapsed(): number } {
  let running = 0;
  let since = 0;
  let total = 0;
  return {
    begin() {
      if (running === 0) since = performance.now();
      running += 1;
    },
    end() {
      running -= 1;
      if (running === 0) total += performance.now() - since;
    },
    elapsed: () => total + (running === 0 ? 0 : performance.now() - since),
  };
}
