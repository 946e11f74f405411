/** Keeps the bodies of text blocks by section until the section is set again. */
import type { SectionId } from '../../../src/core/document/sections/registry';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { bodyLinesOf, type BodyLines } from '../../compute/bodyLines';
import type { ComputePool } from '../computePool';
import type { MeasuredText } from '../contract';
import { NOTHING } from './documentWriter';

/** A block of a section. Its body is not empty. */
export interface RenderedText {
  readonly key: string;
  readonly title?: string;
  readonly body: string;
}

interface KeptText extends RenderedText {
  readonly version: number;
  readonly measures: Map<TokenEncoding, Promise<BlockMeasure>>;
  lines?: BodyLines;
}

/** A message usually takes less time to count than to send, so many go together. */
const BATCH = { texts: 100, length: 500_000 };

export class KeptTexts {
  readonly #pool: ComputePool;
  readonly #keys = new Map<SectionId, readonly string[]>();
  readonly #kept = new Map<string, KeptText>();
  /** The blocks of each section that were measured last without being kept, by key. */
  readonly #measured = new Map<SectionId, ReadonlyMap<string, KeptText>>();
  #versions = 0;

  constructor(pool: ComputePool) {
    this.#pool = pool;
  }

  /** Replaces the blocks of a section. */
  set(
    section: SectionId,
    texts: readonly RenderedText[],
    encoding: TokenEncoding,
  ): Promise<readonly MeasuredText[]> {
    const kept = texts.map((text) => this.#keptOr(text, section));
    for (const key of this.#keys.get(section) ?? []) this.#kept.delete(key);
    for (const text of kept) this.#kept.set(text.key, text);
    this.#keys.set(
      section,
      kept.map(({ key }) => key),
    );
    return this.#measure(kept, encoding);
  }

  /** Measures blocks that a section could have. */
  measureTexts(
    section: SectionId,
    texts: readonly RenderedText[],
    encoding: TokenEncoding,
  ): Promise<readonly MeasuredText[]> {
    const made = texts.map((text) => this.#keptOr(text, section));
    this.#measured.set(section, new Map(made.map((text) => [text.key, text])));
    return this.#measure(made, encoding);
  }

  lines(key: string): BodyLines | undefined {
    const known = this.#kept.get(key);
    return known && (known.lines ??= bodyLinesOf(known.body));
  }

  /** The current body and its measure; undefined if there is none. */
  take(key: string, encoding: TokenEncoding): { body: string; measure: Promise<BlockMeasure> } | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#measureMissing([known], encoding);
    return { body: known.body, measure: known.measures.get(encoding) ?? Promise.resolve(NOTHING) };
  }

  /** The same text if it is known already, so that it is not measured again. */
  #keptOr(text: RenderedText, section: SectionId): KeptText {
    const known = [this.#kept.get(text.key), this.#measured.get(section)?.get(text.key)].find(
      (one) => one?.body === text.body && one.title === text.title,
    );
    return known ?? { ...text, version: (this.#versions += 1), measures: new Map() };
  }

  async #measure(texts: readonly KeptText[], encoding: TokenEncoding): Promise<readonly MeasuredText[]> {
    this.#measureMissing(texts, encoding);
    return Promise.all(
      texts.map(async ({ key, title, version, measures }) => ({
        ...{ key, version, measure: (await measures.get(encoding)) ?? NOTHING },
        ...(title !== undefined && { title }),
      })),
    );
  }

  #measureMissing(texts: readonly KeptText[], encoding: TokenEncoding): void {
    const missing = texts.filter(({ measures }) => !measures.has(encoding));
    for (const batch of batchesOf(missing)) {
      const bodies = batch.map(({ body }) => body);
      const measured = this.#pool.run({
        encoding,
        bytes: bodies.reduce((sum, body) => sum + body.length, 0),
        urgent: true,
        call: (api) => api.measureBodies(encoding, bodies),
      });
      for (const [at, { measures }] of batch.entries()) {
        const one = measured.then((all) => all[at] ?? NOTHING);
        measures.set(encoding, one);
        one.catch(() => measures.delete(encoding));
      }
    }
  }
}

function batchesOf(texts: readonly KeptText[]): readonly (readonly KeptText[])[] {
  const batches: KeptText[][] = [];
  let length = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    length += text.body.length;
    if (last !== undefined && last.length < BATCH.texts && length <= BATCH.length) last.push(text);
    else {
      batches.push([text]);
      length = text.body.length;
    }
  }
  return batches;
}
