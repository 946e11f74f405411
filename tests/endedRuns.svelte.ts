/** Counts the ended runs of an engine that a test controls. */
export function endedRuns() {
  let count = $state(0);
  return {
    get count() {
      return count;
    },
    end: () => {
      count += 1;
    },
  };
}
