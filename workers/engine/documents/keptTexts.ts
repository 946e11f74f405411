/** Keeps the bodies of text blocks by section until the section is set again. */
import { sha256 } from 'hash-wasm';
import type { SectionId } from '../../../src/core/document/sections/registry';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { bodyLinesOf, type BodyLines } from '../../compute/bodyLines';
import type { ComputePool } from '../computePool';
import type { MeasuredBody, MeasuredText } from '../documentContract';
import { NOTHING } from './documentWriter';

/** A block of a section. Its body is not empty. */
export interface RenderedText
  extends NamedBody, Pick<MeasuredText, 'aliases' | 'document' | 'image' | 'items' | 'lacksEarlierForm'> {
  /** Of the content to track, if that is not the body. */
  readonly hash?: string;
  /** An earlier body to keep, too, under its own key. */
  readonly printed?: NamedBody;
}

interface NamedBody {
  readonly key: string;
  readonly title?: string;
  readonly body: string;
}

interface KeptBody extends NamedBody {
  readonly version: number;
  readonly measures: Map<TokenEncoding, Promise<BlockMeasure>>;
  hash?: Promise<string>;
  lines?: BodyLines;
}

interface MadeText {
  readonly text: RenderedText;
  readonly kept: KeptBody;
  readonly printed?: KeptBody;
}

/** A message usually takes less time to count than to send, so many go together. */
const BATCH = { texts: 100, length: 500_000 };

export class KeptTexts {
  readonly #pool: ComputePool;
  readonly #keys = new Map<SectionId, readonly string[]>();
  readonly #kept = new Map<string, KeptBody>();
  /** The bodies of each section that were measured last without being kept, by key. */
  readonly #measured = new Map<SectionId, ReadonlyMap<string, KeptBody>>();
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
    const made = this.#make(texts, section);
    const bodies = bodiesByKey(made);
    for (const key of this.#keys.get(section) ?? []) this.#kept.delete(key);
    for (const [key, body] of bodies) this.#kept.set(key, body);
    this.#keys.set(section, [...bodies.keys()]);
    return this.#measure(made, encoding);
  }

  /** Measures blocks that a section could have. */
  measureTexts(
    section: SectionId,
    texts: readonly RenderedText[],
    encoding: TokenEncoding,
  ): Promise<readonly MeasuredText[]> {
    const made = this.#make(texts, section);
    this.#measured.set(section, bodiesByKey(made));
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

  #make(texts: readonly RenderedText[], section: SectionId): readonly MadeText[] {
    return texts.map((text) => ({
      ...{ text, kept: this.#keptOr(text, section) },
      ...(text.printed && { printed: this.#keptOr(text.printed, section) }),
    }));
  }

  /** The same body if it is known already, so that it is not measured again. */
  #keptOr({ key, title, body }: NamedBody, section: SectionId): KeptBody {
    const known = [this.#kept.get(key), this.#measured.get(section)?.get(key)].find(
      (one) => one?.body === body && one.title === title,
    );
    const named = { key, body, ...(title !== undefined && { title }) };
    return known ?? { ...named, version: (this.#versions += 1), measures: new Map() };
  }

  async #measure(made: readonly MadeText[], encoding: TokenEncoding): Promise<readonly MeasuredText[]> {
    this.#measureMissing([...bodiesByKey(made).values()], encoding);
    const measured = async ({ version, measures }: KeptBody): Promise<MeasuredBody> => {
      return { version, measure: (await measures.get(encoding)) ?? NOTHING };
    };
    return Promise.all(
      made.map(async ({ text: { body, hash, printed: _, ...named }, kept, printed }) => ({
        ...named,
        ...(await measured(kept)),
        hash: hash ?? (await (kept.hash ??= sha256(body))),
        ...(printed && { printed: await measured(printed) }),
      })),
    );
  }

  #measureMissing(texts: readonly KeptBody[], encoding: TokenEncoding): void {
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

function bodiesByKey(made: readonly MadeText[]): ReadonlyMap<string, KeptBody> {
  const bodies = made.flatMap(({ kept, printed }) => (printed === undefined ? kept : [kept, printed]));
  return new Map(bodies.map((body) => [body.key, body]));
}

function batchesOf(texts: readonly KeptBody[]): readonly (readonly KeptBody[])[] {
  const batches: KeptBody[][] = [];
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
