/** Printed between two blocks. The block before it owns it. */
export const SEPARATOR = '\n\n---\n\n';
