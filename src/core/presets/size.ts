/** Limit on imported text, in bytes of UTF-8. */
export const MAX_IMPORT_SIZE = 1_000_000;
