/** Keeps the bodies of text blocks by key until they are set again or cleared. */
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { bodyLinesOf, type BodyLines } from '../../compute/bodyLines';
import type { ComputePool } from '../computePool';

interface KeptText {
  readonly body: string;
  readonly measures: Map<TokenEncoding, Promise<BlockMeasure | undefined>>;
  lines?: BodyLines;
}

export class KeptTexts {
  readonly #pool: ComputePool;
  readonly #kept = new Map<string, KeptText>();

  constructor(pool: ComputePool) {
    this.#pool = pool;
  }

  /** An empty body clears the key and has no measure. */
  set(key: string, body: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined> {
    if (body === '') this.#kept.delete(key);
    else if (this.#kept.get(key)?.body !== body) this.#kept.set(key, { body, measures: new Map() });
    return this.measure(key, encoding);
  }

  clear(key: string): void {
    this.#kept.delete(key);
  }

  body(key: string): string | undefined {
    return this.#kept.get(key)?.body;
  }

  lines(key: string): BodyLines | undefined {
    const known = this.#kept.get(key);
    return known && (known.lines ??= bodyLinesOf(known.body));
  }

  /** The measure of the current body. */
  measure(key: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined> {
    const known = this.#kept.get(key);
    if (known === undefined) return Promise.resolve(undefined);
    const measured = known.measures.get(encoding) ?? this.measureBody(known.body, encoding);
    known.measures.set(encoding, measured);
    measured.catch(() => known.measures.delete(encoding));
    return measured;
  }

  /** Measures a body without keeping it; undefined if it is empty. */
  async measureBody(body: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined> {
    if (body === '') return undefined;
    const [measured] = await this.#pool.run({
      encoding,
      bytes: body.length,
      urgent: true,
      call: (api) => api.measureBodies(encoding, [body]),
    });
    return measured;
  }
}
