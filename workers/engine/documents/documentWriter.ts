/** Joins the bodies of a document, which come in any order, within bounded memory. */
import { endingOf, leadText } from '../../../src/core/document/plan';
import type { IHasher } from 'hash-wasm';
import { CACHES } from '../../../src/core/storage/caches';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { BlockToAssemble } from '../documentContract';

export const MARKDOWN = 'text/markdown;charset=utf-8';

/** Bytes to collect before they become a Blob, which the browser may keep on disk. */
const BYTES_PER_BLOB = 16_000_000;

export interface DocumentWriter {
  /** `hash` is the body's SHA-256. */
  put(block: number, body: Uint8Array<ArrayBuffer>, measure: BlockMeasure, hash: string): void;
  /** Bytes of a block with its lead and the separator or end after it. */
  bytesOf(block: number): number;
  measureOf(block: number): BlockMeasure;
  hashOf(block: number): string;
  blob(): Blob;
  /** SHA-256 of everything that was joined. */
  hash(): string;
  /** The bodies by hash; undefined if they are too large to keep. */
  kept(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined;
}

const utf8 = new TextEncoder();

/** Takes bodies in any order. Joins and frees each as soon as all before it are complete. `whole` is a new SHA-256. */
export function createWriter(plan: readonly Pick<BlockToAssemble, 'lead'>[], whole: IHasher): DocumentWriter {
  const bodies = new Map<number, Uint8Array<ArrayBuffer>>();
  const bytes = new Float64Array(plan.length);
  const measures: BlockMeasure[] = [];
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let gathered = 0;
  let next = 0;
  const hashes: string[] = [];
  let copies: Uint8Array<ArrayBuffer>[] | undefined = [];
  let copied = 0;

  /** Bodies are parts of larger buffers. */
  function keep(block: number, body: Uint8Array<ArrayBuffer>): void {
    copied += body.length;
    if (copied > CACHES.blocks.limits.bytes) copies = undefined;
    else if (copies !== undefined) copies[block] = body.slice();
  }

  function push(block: number, piece: Uint8Array<ArrayBuffer>): void {
    pieces.push(piece);
    whole.update(piece);
    gathered += piece.length;
    bytes[block] = (bytes[block] ?? 0) + piece.length;
  }

  function join(): void {
    blobs.push(new Blob(pieces));
    pieces = [];
    gathered = 0;
  }

  return {
    put(block, body, measure, hash) {
      bodies.set(block, body);
      hashes[block] = hash;
      keep(block, body);
      measures[block] = measure;
      for (let ready = bodies.get(next); ready !== undefined; ready = bodies.get(next)) {
        bodies.delete(next);
        push(next, utf8.encode(leadText(plan[next]?.lead ?? '')));
        push(next, ready);
        push(next, utf8.encode(endingOf(plan, next)));
        next += 1;
        if (gathered >= BYTES_PER_BLOB) join();
      }
    },
    bytesOf: (block) => bytes[block] ?? 0,
    measureOf: (block) => measures[block] ?? NOTHING,
    hashOf: (block) => hashes[block] ?? '',
    blob() {
      join();
      return new Blob(blobs, { type: MARKDOWN });
    },
    hash: () => whole.digest(),
    kept: () => copies && new Map(copies.map((copy, at) => [hashes[at] ?? '', copy])),
  };
}

/** The measure of a body that is missing. */
export const NOTHING: BlockMeasure = { tokens: 0, tokensAsLast: 0, bytes: 0, lines: 0 };
