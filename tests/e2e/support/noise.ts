import { randomBytes } from 'node:crypto';

/** In bytes. */
export const MB = 1_000_000;

/** Incompressible text. */
export function noise(bytes: number): string {
  return randomBytes(bytes / 2)
    .toString('hex')
    .replaceAll(/(.{7})./g, '$1 ');
}
