/** Barrel files, which only re-export from other modules. */
import { expect, it } from 'vitest';
import { renderOutline } from '../../src/core/views/modes/outline';
import { renderSummary } from '../../src/core/views/summary';
import { describedFile } from './goldens';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

const BARREL = `export * from './everything';
export * as all from './all';
export {
  one,
  two as second,
} from './some';
export type { Shape } from './types';
export { own };
`;

it.each(['typescript', 'tsx', 'javascript'])('are in outline and summary: %s', async (language) => {
  const text = language === 'javascript' ? BARREL.replace('export type', 'export') : BARREL;
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const file = describedFile('index', language, text, outcome.facts);
  const shape = language === 'javascript' ? 'Const' : 'Type';
  expect(renderOutline(file).text).toBe(
    `[Module] * from ./everything (Lines 1-1)
[Namespace] all (Lines 2-2)
[Const] one (Lines 3-6)
[Const] second (Lines 3-6)
[${shape}] Shape (Lines 7-7)
`,
  );
  expect(renderSummary(file).text).toBe(
    `${language}, 8 lines
Re-exports: * from ./everything; all from ./all; one, second from ./some; Shape from ./types
`,
  );
});

it('may import the names first', async () => {
  const text = `import One, { two as second, type Two } from './a';
import * as all from "./all";
const own = 1, unused = second;
export { own, One as first, second, all };
export type { Two };
export default One;
`;
  const outcome = await reader.factsOf(text, 'typescript');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const file = describedFile('index', 'typescript', text, outcome.facts);
  expect(renderOutline(file).text).toBe(
    `[Const] own (Lines 3-3)
[Const] unused (Lines 3-3)
[Const] first (Lines 4-4)
[Const] second (Lines 4-4)
[Const] all (Lines 4-4)
[Type] Two (Lines 5-5)
`,
  );
  expect(renderSummary(file).text).toBe(
    `typescript, 6 lines
Imports: ./a, ./all
Re-exports: first, second, all from ./a, ./all; Two from ./a
Exported constants: own
`,
  );
});

it('are complete, however many names they export', async () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `name${at}`);
  const text = `export {\n${names.join(',\n')},\n} from './some';\n`;
  const outcome = await reader.factsOf(text, 'typescript');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.symbols.map(({ name }) => name)).toEqual(names);
});

it('name the module if the file does not say what it exports: dart', async () => {
  const text = "import 'a.dart';\nexport 'b.dart' hide A;\nexport 'c.dart' show B, C;\n";
  const outcome = await reader.factsOf(text, 'dart');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const file = describedFile('a', 'dart', text, outcome.facts);
  expect(renderOutline(file).text).toBe(
    '[Module] * from b.dart (Lines 2-2)\n[Const] B (Lines 3-3)\n[Const] C (Lines 3-3)\n',
  );
  expect(renderSummary(file).text).toBe(
    'dart, 3 lines\nImports: a.dart\nRe-exports: * from b.dart; B, C from c.dart\n',
  );
});
