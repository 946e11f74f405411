/** Thrown when the user cancels, which needs no message. */
export class Canceled extends Error {
  constructor() {
    super('canceled');
    this.name = 'Canceled';
  }
}

/** Whether a text does not leave because the user has canceled. */
export function isCanceled(leaving: Promise<unknown>): Promise<boolean> {
  return leaving.then(
    () => false,
    (error: unknown) => error instanceof Canceled,
  );
}
