const HASH = 64;
const HEX = /^(?:[0-9a-f]{64})+$/;

/** All SHA-256 hashes in a stored value, as lower-case hex. A record may join many of them into one string. */
export function mentionedHashes(stored: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [stored];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') addHashes(value, found);
    else if (Array.isArray(value) || value instanceof Set || value instanceof Map)
      for (const part of value) waiting.push(part);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) waiting.push(part);
  }
  return found;
}

function addHashes(text: string, found: Set<string>): void {
  if (text.length % HASH !== 0 || !HEX.test(text)) return;
  for (let at = 0; at < text.length; at += HASH) found.add(text.slice(at, at + HASH));
}
