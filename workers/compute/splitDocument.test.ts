import { expect, it } from 'vitest';
import { compute } from '../../tests/engineInTests';

it('splits a document that can be sent to a worker, with exact sizes', async () => {
  const body = `### \`a.ts\`\n\n\`\`\`ts\n${"let text = '文😀';\n".repeat(60)}\`\`\``;
  const blocks = [{ key: 'file:a.ts', title: 'a.ts', lead: '## Files', body }];
  const limits = { limit: 300, unit: 'tokens', before: '', after: '' } as const;

  const split = structuredClone(await compute.splitDocument('o200k_base', structuredClone(blocks), limits));
  if (split.kind !== 'parts') throw new Error(split.kind);
  expect(split.parts.length).toBeGreaterThan(1);
  for (const { text, tokens, characters } of split.parts) {
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
    expect(tokens).toBeLessThanOrEqual(300);
    expect(characters).toBe(text.length);
  }
});
