/**
 * A 106-bit hash of a text for cache keys. It is not cryptographic: collisions can be constructed. Runs on the page, which
 * does not load the workers' hash functions. After cyrb53 (public domain).
 */
export function shortKey(text: string): string {
  return half(text, 0) + half(text, 0x2545f491);
}

function half(text: string, seed: number): string {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36).padStart(11, '0');
}
