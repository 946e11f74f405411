/** What may be read from outside, in bytes of UTF-8. */
export const MAX_EXCHANGE_SIZE = 1_000_000;
