/** Tells the latest of several calls from the ones before it. Each call returns whether it is still the latest. */
export function latestWins(): () => () => boolean {
  let latest = 0;
  return () => {
    const own = ++latest;
    return () => own === latest;
  };
}
