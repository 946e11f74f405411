import { expect, it } from 'vitest';
import { summariseCode } from '../../src/core/summaries/code';
import { testFactsReader } from './wasmFiles';

it('names a constant once that each branch of a condition defines', async () => {
  const text = '#if LARGE\n#define LIMIT 100\n#else\n#define LIMIT 10\n#endif\n#define NAME "a"\n';
  const outcome = await testFactsReader().factsOf(text, 'c');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(summariseCode('C', text, outcome.facts)).toContain('Exported constants: LIMIT, NAME\n');
});
