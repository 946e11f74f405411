import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { byteStringToBytes, bytesToByteString } from '../byteString';

const VERSION = 'version https://git-lfs.github.com/spec/v1\n';

/** Pointers are shorter than this; so a longer file isn't one. */
const MAX_POINTER = 1_024;

/**
 * The pointer that Git LFS stores instead of a file's content. An empty file, and a pointer that was never replaced by
 * its content, stay as they are.
 */
export function lfsPointer(content: Uint8Array): Uint8Array {
  if (content.length === 0 || isLfsPointer(content)) return content;
  const oid = bytesToHex(sha256(content));
  return byteStringToBytes(`${VERSION}oid sha256:${oid}\nsize ${content.length}\n`);
}

/** Whether bytes are a pointer of Git LFS. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= MAX_POINTER) return false;
  const text = bytesToByteString(bytes);
  return text.startsWith(VERSION) && /^oid sha256:[0-9a-f]{64}\nsize \d+\n$/m.test(text);
}
