/** Declarations are found in all branches of a conditional, whatever stands before it. */
import { expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

it.each([
  [
    'a macro among fields',
    'typedef struct {\n  Store_HEAD\n#ifdef A\n  int first;\n#else\n  int second;\n#endif\n} Store;\n',
    ['Store', 'Store.first', 'Store.second'],
  ],
  [
    'specifiers',
    'static inline\n#ifdef A\nint first(int a)\n{\n  return a;\n}\n#else\nint second(int a)\n{\n  return a;\n}\n#endif\n',
    ['first', 'second'],
  ],
  [
    'a macro for a type',
    'StoreINIT\n#if A > 2\nInit_first(void)\n{\n  run();\n}\n#else\ninitsecond(void)\n{\n  run();\n}\n#endif\n',
    ['Init_first', 'initsecond'],
  ],
])('finds all after %s', async (_, text, paths) => {
  const outcome = await reader.factsOf(text, 'c');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.symbols.map(({ path }) => path)).toEqual(paths);
});
