import { expect, it } from 'vitest';
import { summarizeCode } from '../../src/core/summaries/code';
import { testFactsReader } from './wasmFiles';

async function summaryOf(language: string, text: string): Promise<string> {
  const outcome = await testFactsReader().factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  return summarizeCode(language, text, outcome.facts);
}

it('names a constant once even if each branch of a condition defines it', async () => {
  const text = '#if LARGE\n#define LIMIT 100\n#else\n#define LIMIT 10\n#endif\n#define NAME "a"\n';
  expect(await summaryOf('c', text)).toContain('Exported constants: LIMIT, NAME\n');
});

it('hides the password in the address of a module', async () => {
  const text =
    "import a from 'https://me:hunter2@host/a.js';\nexport { b } from 'https://me:hunter2@host/b.js';\n";
  const summary = await summaryOf('javascript', text);
  expect(summary).toContain('host/a.js');
  expect(summary).toContain('host/b.js');
  expect(summary).not.toContain('hunter2');
});

it('names tests by their titles', async () => {
  const text = `describe('things', () => {
  it('adds', () => {});
});
it.each([[1, 2]])("adds %i", (a) => {});
test.todo(\`later\`);
function helper() {}
`;
  expect(await summaryOf('typescript', text)).toBe(
    'typescript, 6 lines\n\n- describe: things\n- it: adds %i\n- test.todo: later\n- function helper()\n',
  );
  const lua = 'describe("things", function()\n  it("adds", function() end)\nend)\n';
  expect(await summaryOf('lua', lua)).toContain('- describe: things\n');
});
