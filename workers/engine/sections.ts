/** The blocks that are not files: rendered when they are set, kept until they are set again. */
import type { BlockMeasure } from '../../src/core/compose/block';
import type { SectionId } from '../../src/core/compose/sections';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { bodyLinesOf, type BodyLines } from '../compute/bodyLines';
import type { ComputePool } from './computePool';

export interface Sections {
  /** An empty body takes the section away, and measures nothing. */
  set(section: SectionId, body: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined>;
  clear(section: SectionId): void;
  body(section: SectionId): string | undefined;
  lines(section: SectionId): BodyLines | undefined;
  /** Of a body that is not kept. */
  measureBody(body: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined>;
  /** Of the body as it stands now. */
  measure(section: SectionId, encoding: TokenEncoding): Promise<BlockMeasure | undefined>;
}

interface KeptSection {
  readonly body: string;
  readonly measures: Map<TokenEncoding, Promise<BlockMeasure | undefined>>;
  lines?: BodyLines;
}

export function createSections(pool: ComputePool): Sections {
  const kept = new Map<SectionId, KeptSection>();

  function measure(section: SectionId, encoding: TokenEncoding): Promise<BlockMeasure | undefined> {
    const known = kept.get(section);
    if (known === undefined) return Promise.resolve(undefined);
    const measured = known.measures.get(encoding) ?? measureBody(known.body, encoding);
    known.measures.set(encoding, measured);
    measured.catch(() => known.measures.delete(encoding));
    return measured;
  }

  async function measureBody(body: string, encoding: TokenEncoding): Promise<BlockMeasure | undefined> {
    if (body === '') return undefined;
    const [measured] = await pool.run({
      encoding,
      bytes: body.length,
      urgent: true,
      call: (api) => api.measureBodies(encoding, [body]),
    });
    return measured;
  }

  return {
    set(section, body, encoding) {
      if (body === '') kept.delete(section);
      else if (kept.get(section)?.body !== body) kept.set(section, { body, measures: new Map() });
      return measure(section, encoding);
    },
    clear(section) {
      kept.delete(section);
    },
    body: (section) => kept.get(section)?.body,
    lines(section) {
      const known = kept.get(section);
      return known && (known.lines ??= bodyLinesOf(known.body));
    },
    measureBody,
    measure,
  };
}
