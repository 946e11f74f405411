import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of bytes that arrive in pieces. */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  /** In hexadecimal. Ends the hash. */
  end(): string;
}

export function createRunningHash(): RunningHash {
  const hash = sha256.create();
  return {
    update(bytes) {
      hash.update(bytes);
    },
    end: () => bytesToHex(hash.digest()),
  };
}

/** SHA-256 in hexadecimal. For small bytes it is faster than the browser's own, which works on another thread. */
export function hashOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
