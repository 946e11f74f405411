/** Functions in control flow are symbols, without each language listing its statements. */
import { expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

it.each([
  ['typescript', 'function outer() {\n  if (a) {\n    function inner() {}\n  }\n}\n'],
  ['python', 'def outer():\n    for a in b:\n        def inner():\n            pass\n'],
  ['php', '<?php\nfunction outer() {\n  foreach ($a as $b) {\n    function inner() {}\n  }\n}\n'],
  ['csharp', 'void outer() {\n  try {\n    void inner() {}\n  } finally {}\n}\n'],
  ['lua', 'function outer()\n  repeat\n    local function inner() end\n  until a\nend\n'],
  [
    'solidity',
    'contract A {\n  function outer() public {\n    if (a) { assembly { function inner() {} } }\n  }\n}\n',
  ],
])('%s', async (language, text) => {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(['outer', 'inner']));
});
