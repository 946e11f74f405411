/** Tracks the latest of several calls. Each call gets a function that returns whether it is still the latest. */
export function latestWins(): () => () => boolean {
  let latest = 0;
  return () => {
    const own = ++latest;
    return () => own === latest;
  };
}
