import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { withoutTrailingBlanks } from './lineIndex';

/** SHA-256, as hex, of lines without trailing blanks, joined by LF. Synchronous, because views are plain functions. */
export function hashLines(lines: readonly string[]): string {
  return hashText(lines.map(withoutTrailingBlanks).join('\n'));
}

/** Whether the lines have this hash, either without trailing blanks or unchanged, as other tools hash them. */
export function hasHash(lines: readonly string[], hash: string): boolean {
  const wanted = hash.toLowerCase();
  if (hashLines(lines) === wanted) return true;
  return lines.some((line) => line !== withoutTrailingBlanks(line)) && hashText(lines.join('\n')) === wanted;
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
