/** Thrown for a document that can't be converted. The message is the reason for the user and follows a colon. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** What parsers throw for elements within elements within elements. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

export const TOO_DEEP = 'its elements are nested too deeply';
