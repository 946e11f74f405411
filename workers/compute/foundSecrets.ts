import type { BodyFinding } from '../../src/core/secrets/secretsInBody';
import type { BodySecrets } from './contract';

/** The secrets of a body; undefined for none. A failure must not look like a body without secrets. */
export function foundSecrets(find: () => readonly BodyFinding[]): BodySecrets | undefined {
  try {
    const found = find();
    return found.length === 0 ? undefined : found;
  } catch (error) {
    return { unscanned: error instanceof Error ? error.message : String(error) };
  }
}
