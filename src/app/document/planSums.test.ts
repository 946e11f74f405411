import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileBlock, textBlock } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import { measurePlan, planDocument } from '../../core/document/plan';
import { path } from '../../../tests/repoPathInTests';
import type { DocumentBlock } from './documentBlock';
import { planSums } from './planSums';

const LEAD_TOKENS = 3;

const measured = fc.record({ tokens: fc.nat(99), tokensAsLast: fc.nat(99), exact: fc.boolean() });
const block = fc
  .tuple(fc.constantFrom('instructions', 'a.ts', 'b.ts', 'c/d.ts', 'task'), measured)
  .map(([name, measure]) => ({
    ...(name === 'instructions' || name === 'task'
      ? textBlock(name)
      : fileBlock(path(name), { mode: 'full' })),
    ...{ hash: '', version: '', title: name, leadTokens: 0, lines: 1, ...measure },
  }));
const plan = fc
  .uniqueArray(block, { selector: ({ key }) => key })
  .map((blocks) =>
    planDocument<DocumentBlock>(blocks, bySection('## Files')).map((each) =>
      each.lead === '' ? each : { ...each, leadTokens: LEAD_TOKENS },
    ),
  );
const replaced = fc.array(fc.tuple(fc.nat(4), measured), { maxLength: 3 });

test('sums that follow a plan are those of the plan, which add up to its tokens', () => {
  fc.assert(
    fc.property(plan, plan, replaced, (one, other, changes) => {
      const counted = [...one];
      for (const [at, measure] of changes) {
        const old = counted[at];
        if (old !== undefined) counted[at] = { ...old, ...measure };
      }
      for (const blocks of [counted, other]) {
        const sums = planSums(blocks, planSums(one));
        expect(sums).toEqual(planSums(blocks));
        const measures = { body: (each: DocumentBlock) => each, lead: () => LEAD_TOKENS };
        expect(sums.tokens).toBe(measurePlan(blocks, measures).tokens);
        expect(sums.sections.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(sums.tokens);
      }
    }),
  );
});
