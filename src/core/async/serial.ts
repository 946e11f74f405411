/** Runs tasks one after another, in the order they are given. A task that fails does not stop the next one. */
export function serial(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined); // The caller gets the error.
    return turn;
  };
}
