import { leadsOf, printedTokens } from '../../core/document/plan';
import type { SectionId } from '../../core/document/sections/registry';
import type { DocumentBlock } from './documentBlock';

export interface SectionTotals {
  readonly section: SectionId;
  readonly tokens: number;
  readonly blocks: number;
}

/** Totals of a plan's blocks. */
export interface PlanSums {
  readonly blocks: readonly DocumentBlock[];
  readonly leads: ReadonlySet<string>;
  readonly tokens: number;
  readonly files: number;
  /** Files whose block is measured. */
  readonly measured: number;
  /** In the order in which they begin. */
  readonly sections: readonly SectionTotals[];
}

/** Adds up the blocks. Looks only at those that differ from `before`, because there may be 100,000. */
export function planSums(blocks: readonly DocumentBlock[], before?: PlanSums): PlanSums {
  return (before && followed(blocks, before)) ?? added(blocks);
}

/** Undefined if the blocks are not those of the same sections and leads. */
function followed(blocks: readonly DocumentBlock[], before: PlanSums): PlanSums | undefined {
  if (blocks.length !== before.blocks.length) return undefined;
  const sums = new Sums(before);
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as DocumentBlock; // at < length, here and below
    const old = before.blocks[at] as DocumentBlock;
    if (block === old) continue;
    if (block.section !== old.section || block.lead !== old.lead) return undefined;
    const isLast = at === blocks.length - 1;
    sums.add(old, isLast, -1);
    sums.add(block, isLast, 1);
  }
  return sums.of(blocks, before.leads);
}

function added(blocks: readonly DocumentBlock[]): PlanSums {
  const sums = new Sums();
  for (const [at, block] of blocks.entries()) sums.add(block, at === blocks.length - 1, 1);
  return sums.of(blocks, leadsOf(blocks));
}

class Sums {
  #tokens: number;
  #files: number;
  #measured: number;
  readonly #sections: Map<SectionId, { tokens: number; blocks: number }>;

  constructor(before?: PlanSums) {
    this.#tokens = before?.tokens ?? 0;
    this.#files = before?.files ?? 0;
    this.#measured = before?.measured ?? 0;
    this.#sections = new Map(before?.sections.map(({ section, ...sums }) => [section, sums]));
  }

  /** Adds the block `times` times. */
  add(block: DocumentBlock, isLast: boolean, times: 1 | -1): void {
    const tokens = times * printedTokens(block, block.leadTokens, isLast);
    const sums = this.#sections.get(block.section) ?? { tokens: 0, blocks: 0 };
    if (sums.blocks === 0) this.#sections.set(block.section, sums);
    sums.tokens += tokens;
    sums.blocks += times;
    this.#tokens += tokens;
    if (block.source.kind !== 'file') return;
    this.#files += times;
    if (block.exact) this.#measured += times;
  }

  of(blocks: readonly DocumentBlock[], leads: ReadonlySet<string>): PlanSums {
    const sections = Array.from(this.#sections, ([section, sums]) => ({ section, ...sums }));
    return {
      ...{ blocks, leads, sections },
      ...{ tokens: this.#tokens, files: this.#files, measured: this.#measured },
    };
  }
}
