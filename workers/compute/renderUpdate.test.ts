import { sha256 } from 'hash-wasm';
import { expect, it } from 'vitest';
import { fileBlockParts, joinParts } from '../../src/core/compose/fileBlock';
import { differencesOf, neededBodies, type PresentBlock } from '../../src/core/update/differences';
import { compute } from '../../tests/engineInTests';
import { path } from '../../tests/repoPathInTests';
import type { UpdateToRender } from './contract';

const ENCODING = 'o200k_base';
const TEXT = Array.from({ length: 50 }, (_, at) => `let value${at} = '文';\n`).join('');

/** The file `a.ts` as a document shows it. */
async function shown(text: string): Promise<{ block: PresentBlock; body: string }> {
  const body = joinParts(fileBlockParts(path('a.ts'), 'ts', text));
  const hash = await sha256(new TextEncoder().encode(body));
  return { block: { key: 'file:a.ts', hash, state: hash, mode: 'full', lead: '## Files' }, body };
}

it('renders and measures an update from what can be sent to a worker', async () => {
  const before = await shown(TEXT);
  const now = await shown(TEXT.replace('value7 ', 'changed '));
  const differences = differencesOf([before.block], [now.block]);
  const all = new Map([before, now].map(({ block, body }) => [block.hash, body]));
  const bodies = new Map([...all].filter(([hash]) => neededBodies(differences).has(hash)));
  const update: UpdateToRender = { differences, diffs: 'auto', bodies };

  const blocks = await compute.renderUpdate(ENCODING, structuredClone(update));
  expect(blocks.map(({ key, lead }) => [key, lead])).toEqual([
    ['update', ''],
    ['file:a.ts', '## Files'],
  ]);
  expect(blocks[1]?.body).toContain("\n-let value7 = '文';\n+let changed = '文';\n");
  const measures = await compute.measureBodies(
    ENCODING,
    blocks.map(({ body }) => body),
  );
  expect(blocks.map(({ measure }) => measure)).toEqual(measures);
});

it('rejects if the body of a present block is gone', async () => {
  const { block } = await shown(TEXT);
  const update = { differences: differencesOf([], [block]), diffs: 'auto', bodies: new Map() } as const;
  await expect(compute.renderUpdate(ENCODING, update)).rejects.toThrow('gone');
});
