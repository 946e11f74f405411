/** Statements that bind many names at once. */
import { expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();
const NAMES = Array.from({ length: 2_000 }, (_, at) => `name${at}`);

it.each([
  ['typescript', `export const { ${NAMES.join(', ')} } = load();\n`],
  ['javascript', `const [${NAMES.join(', ')}] = load();\n`],
  ['python', `${NAMES.join(', ')} = load()\n`],
  ['python', `${NAMES.join(' = ')} = 1\n`],
  ['ocaml', `let ${NAMES.join(', ')} = load ()\n`],
  ['ocaml', `let { ${NAMES.join('; ')}; _ } = load ()\n`],
])('are all symbols, however many there are: %s', async (language, text) => {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.symbols.map(({ name }) => name)).toEqual(NAMES);
});
