import { parse } from 'smol-toml';
import { objectOf, type JsonObject } from './jsonManifest';

/** Parses a TOML manifest; undefined if it cannot be read. */
export function parseTomlManifest(text: string | undefined): JsonObject | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  try {
    return objectOf(parse(text, { maxDepth: MAX_DEPTH }));
  } catch {
    // Not TOML.
    return undefined;
  }
}

/** Longer files are data. In UTF-16 units. */
const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 32;
