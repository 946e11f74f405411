/** Printed between two blocks. It counts as part of the block before it. */
export const SEPARATOR = '\n\n---\n\n';
