/**
 * Runs the task once at a time. All calls made during a run share one further run. A call resolves, or rejects, with a
 * run that began after it.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function run(): Promise<void> {
    next = undefined;
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  }

  return () => {
    if (next === undefined && running === undefined) return run();
    return (next ??= Promise.allSettled([running]).then(run));
  };
}
