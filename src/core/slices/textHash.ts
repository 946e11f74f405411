import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { withoutTrailingBlanks } from './lineIndex';

/** SHA-256 of lines without their trailing blanks, joined by LF, as hex. At once: a view is a plain function. */
export function hashLines(lines: readonly string[]): string {
  return hashText(lines.map(withoutTrailingBlanks).join('\n'));
}

/** Whether this is the hash of these lines, without their trailing blanks or as they are, which other tools write. */
export function hasHash(lines: readonly string[], hash: string): boolean {
  const wanted = hash.toLowerCase();
  if (hashLines(lines) === wanted) return true;
  return lines.some((line) => line !== withoutTrailingBlanks(line)) && hashText(lines.join('\n')) === wanted;
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
