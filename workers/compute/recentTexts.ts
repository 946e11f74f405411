/** The bodies a worker used last, up to a total of UTF-16 units. The newest stays even if it is longer than that. */
import type { BodyLines } from './bodyLines';

export interface RecentTexts {
  get(key: string): BodyLines | undefined;
  keep(key: string, lines: BodyLines): void;
}

/** Creates a cache for `capacity` UTF-16 units. */
export function createRecentTexts(capacity: number): RecentTexts {
  const kept = new Map<string, BodyLines>();
  let units = 0;

  function drop(key: string): void {
    units -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key, lines) {
      drop(key);
      kept.set(key, lines);
      units += lines.body.length;
      for (const oldest of kept.keys()) {
        if (units <= capacity || oldest === key) break;
        drop(oldest);
      }
    },
  };
}
