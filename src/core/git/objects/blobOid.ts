import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { byteStringToBytes } from '../byteString';
import type { Oid } from '../model';

/** The id under which git stores a file with these bytes. */
export function blobOid(bytes: Uint8Array): Oid {
  const hash = sha1.create();
  hash.update(byteStringToBytes(`blob ${bytes.length}\0`));
  hash.update(bytes);
  return bytesToHex(hash.digest()) as Oid;
}
