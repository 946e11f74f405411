import { sha256 } from 'hash-wasm';
import { CACHES } from '../../../src/core/storage/caches';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { ComputePool } from '../computePool';
import type { FoundSecret } from '../documentContract';
import { measureBodies } from './bodyMeasures';
import { NOTHING, type DocumentWriter } from './documentWriter';
import type { BlockToJudge, MaskedValues, MaskScope, SecretMasks } from './masking';

export interface HeldBlock extends Omit<BlockToJudge, 'body'> {
  /** Its index in the document. */
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly measure: BlockMeasure;
}

interface Masking {
  readonly masks: SecretMasks;
  readonly scope: MaskScope;
  readonly pool: ComputePool;
  readonly encoding: TokenEncoding;
}

interface WrittenSecrets {
  readonly secrets: readonly FoundSecret[];
  /** The hashes of bodies with secrets that the user has allowed. */
  readonly secret: ReadonlySet<string>;
  readonly values: MaskedValues;
}

/**
 * Holds the blocks of a document back until all its secrets are known, because a value that is masked in one block is masked in
 * all. Of a very large document, it holds only the blocks with secrets.
 */
export class HeldBlocks {
  readonly #writer: Pick<DocumentWriter, 'put'>;
  #blocks: HeldBlock[] = [];
  #bytes = 0;

  constructor(writer: Pick<DocumentWriter, 'put'>) {
    this.#writer = writer;
  }

  add(block: HeldBlock): void {
    this.#blocks.push(block);
    this.#bytes += block.bytes.length;
    if (this.#bytes <= CACHES.blocks.limits.bytes) return;
    for (const { at, bytes, measure, hash, secrets } of this.#blocks)
      if (secrets === undefined) this.#writer.put(at, bytes, measure, hash);
    this.#blocks = this.#blocks.filter(({ secrets }) => secrets !== undefined);
  }

  async secrets(masks: SecretMasks): Promise<readonly FoundSecret[]> {
    return (await masks.judge(toJudge(this.#inOrder))).found;
  }

  /** Writes all blocks, with masks. */
  async write({ masks, scope, ...counting }: Masking): Promise<WrittenSecrets> {
    const blocks = this.#inOrder;
    const { found, masked, allowed, values } = await masks.judge(toJudge(blocks), scope);
    const measures = await measureBodies(masked, counting);
    const utf8 = new TextEncoder();
    const secret = new Set<string>();
    for (const [index, { at, bytes, measure, hash }] of blocks.entries()) {
      const body = masked.get(index);
      const written = body === undefined ? bytes : utf8.encode(body);
      const writtenHash = body === undefined ? hash : await sha256(written);
      this.#writer.put(
        at,
        written,
        body === undefined ? measure : (measures.get(index) ?? NOTHING),
        writtenHash,
      );
      if (allowed.has(index)) secret.add(writtenHash);
    }
    return { secrets: found, secret, values };
  }

  get #inOrder(): readonly HeldBlock[] {
    return this.#blocks.toSorted((one, other) => one.at - other.at);
  }
}

function toJudge(held: readonly HeldBlock[]): readonly BlockToJudge[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return held.map((block) => ({ ...block, body: () => decoder.decode(block.bytes) }));
}
