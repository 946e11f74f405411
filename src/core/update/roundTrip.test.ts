/** A reader that knows only the earlier blocks and the text of an update gets exactly the present blocks. */
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { anyChangedDocument, type PresentWithBody } from '../../../tests/arbitraries/anyChangedDocument';
import { renderPlan } from '../../../tests/planned';
import { appliedUpdate, contentsOf } from '../../../tests/readback/appliedUpdate';
import { leadText, measurePlan } from '../document/plan';
import type { TokenCounter } from '../tokens/encoding';
import { differencesOf, neededBodies } from './differences';
import { DIFF_USES, type DiffUse } from './diffUse';
import { renderUpdate } from './renderUpdate';

const counter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

it('gives exactly the present blocks, whatever has changed', () => {
  fc.assert(
    fc.property(anyChangedDocument(), fc.constantFrom(...DIFF_USES), ({ before, now, gone }, diffs) => {
      const lost = new Set(before.filter((_, at) => gone.has(at)).map(({ hash }) => hash));
      for (const { hash } of now) lost.delete(hash);
      const update = updateOf(before, now, { diffs, lost });
      expect(appliedUpdate(before, update)).toEqual(contentsOf(now));
    }),
    { numRuns: 200 },
  );
});

interface Printing {
  readonly diffs: DiffUse;
  /** Hashes of bodies that are gone. */
  readonly lost: ReadonlySet<string>;
}

/** The text of the update, whose tokens are counted exactly. */
function updateOf(
  base: readonly PresentWithBody[],
  present: readonly PresentWithBody[],
  { diffs, lost }: Printing,
): string {
  const bodies = new Map([...base, ...present].map(({ hash, body }) => [hash, body]));
  const differences = differencesOf(base, present);
  const needed = neededBodies(differences);
  const blocks = renderUpdate(differences, {
    ...{ diffs, counter },
    bodyOf: (hash) => (needed.has(hash) && !lost.has(hash) ? bodies.get(hash) : undefined),
  });
  const text = renderPlan(blocks, ({ body }) => body);
  const { tokens } = measurePlan(blocks, {
    body: ({ measure }) => measure,
    lead: (lead) => counter.count(leadText(lead)),
  });
  expect(tokens).toBe(counter.count(text));
  return text;
}
