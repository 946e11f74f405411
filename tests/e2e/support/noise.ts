import { randomBytes } from 'node:crypto';

/** Bytes. */
export const MB = 1_000_000;

/** Words that no database can store in less. */
export function noise(bytes: number): string {
  return randomBytes(bytes / 2)
    .toString('hex')
    .replaceAll(/(.{7})./g, '$1 ');
}
