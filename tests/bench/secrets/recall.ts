/** How many secrets of each kind a scanner finds, in each notation. */
import { CORE_SAMPLES, randomFrom, VARIANTS } from '../../secrets/vendorSamples';

export interface SampleText {
  readonly kind: string;
  readonly variant: string;
  readonly text: string;
}

export interface KindRecall {
  readonly kind: string;
  /** How many of `DRAWS` are found, by variant. */
  readonly found: Readonly<Record<string, number>>;
}

export const DRAWS = 20;
/** Variants in which each draw has to be found, of ten. */
const ENOUGH = 8;

/** Each core kind in each variant. */
export function sampleTexts(): readonly SampleText[] {
  const kinds = [...new Set(CORE_SAMPLES.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const makers = CORE_SAMPLES.filter((sample) => sample.kind === kind);
    return Object.entries(VARIANTS).flatMap(([variant, write]) =>
      Array.from({ length: DRAWS }, (_, draw) => {
        const { name, make } = makers[draw % makers.length] ?? { name: '', make: () => '' };
        return { kind, variant, text: write(name, make(randomFrom(draw))) };
      }),
    );
  });
}

/** Counts by kind. `isFound` has a flag for each sample. */
export function recallOf(samples: readonly SampleText[], isFound: readonly boolean[]): readonly KindRecall[] {
  const recalls = new Map<string, Record<string, number>>();
  for (const [at, { kind, variant }] of samples.entries()) {
    const found = recalls.get(kind) ?? {};
    found[variant] = (found[variant] ?? 0) + Number(isFound[at] ?? false);
    recalls.set(kind, found);
  }
  return Array.from(recalls, ([kind, found]) => ({ kind, found }));
}

/** The variants in which each draw is found. */
export function wholeVariants({ found }: KindRecall): number {
  return Object.values(found).filter((count) => count === DRAWS).length;
}

export function isFoundEnough(recall: KindRecall): boolean {
  return wholeVariants(recall) >= ENOUGH;
}
