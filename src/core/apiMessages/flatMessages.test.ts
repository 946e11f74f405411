import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMessageBlocks, shownText } from '../../../tests/arbitraries/anyMessageBlock';
import { textOf } from './apiMessage';
import type { ApiMessage } from './messageTypes';
import { flatMessagesOf, type FlatMessages } from './flatMessages';
import type { FlatInput, PlacedBlock } from './inputs';

const NOTHING: FlatInput = {
  ...{ system: '', systemTokens: 0, blocks: [], lastKept: -1, minimum: 1 },
  ...{ workspaceMessage: '', task: '', taskImages: [], taskTokens: 0 },
};

const file = (name: string, tokens = 100, lead = ''): PlacedBlock => ({
  ...{ key: `file:${name}`, kind: 'file', body: `### ${name}`, lead, tokens },
});
const said = (role: string, content: string, tokens = 100): PlacedBlock => ({
  ...{ key: `history:${content}`, kind: 'history', role, content, images: [] },
  ...{ lead: '## Discussion History', tokens },
});

function arranged(parts: Partial<FlatInput>): FlatMessages {
  const outcome = flatMessagesOf({ ...NOTHING, ...parts });
  if (outcome.kind === 'refused') throw new Error('refused');
  return outcome;
}

/** Each part as `ROLE TEXT`, with an asterisk in front if it ends in a breakpoint. */
const partsOf = ({ messages }: FlatMessages) =>
  messages.map(({ role, parts }) =>
    parts.map((part) =>
      part.kind === 'image' ? part.type : `${part.isBreakpoint ? '*' : ''}${role} ${part.text}`,
    ),
  );

describe('the messages of a list of blocks', () => {
  const blocks = [
    file('a', 200, '## Files'),
    file('b', 200),
    said('User', 'Why?', 100),
    said('AI', 'So.', 100),
    file('c', 200, '## Files'),
    file('d', 200),
  ];

  it('have blocks in a row as parts of one, and those of the discussion in their places', () => {
    const outcome = arranged({
      ...{ system: 'Be brief.', systemTokens: 50, blocks, workspaceMessage: 'Green tests.', task: 'Fix.' },
      ...{ taskImages: [{ type: 'image/png', base64: 'QQ==' }], taskTokens: 50 },
    });
    expect(partsOf(outcome)).toEqual([
      ['system Be brief.'],
      ['*user ## Files\n\n### a', 'user \n\n### b'],
      ['*user Why?'],
      ['*assistant So.'],
      ['*user ## Files\n\n### c', 'user \n\n### d'],
      ['user Green tests.'],
      ['user Fix.', 'image/png'],
    ]);
    expect(outcome.cachedTokens).toBe(850);
  });

  it('have a breakpoint at the end of the blocks that were kept', () => {
    const outcome = arranged({ system: 'Be brief.', systemTokens: 50, blocks, lastKept: 2, taskTokens: 50 });
    const marked = partsOf(outcome)
      .flat()
      .filter((text) => text.startsWith('*'));
    expect(marked).toEqual([
      '*user ## Files\n\n### a',
      '*user \n\n### b',
      '*assistant So.',
      '*user ## Files\n\n### c',
    ]);
  });

  it('may have a breakpoint after the instructions or a message', () => {
    const few = { system: 'Be brief.', systemTokens: 300, taskTokens: 300 };
    expect(
      partsOf(arranged({ ...few, blocks: [said('AI', 'So.', 300), file('a', 300)], lastKept: 1 })),
    ).toEqual([['*system Be brief.'], ['*user AI: So.'], ['*user ### a']]);
  });

  it('have a breakpoint after the instructions if only those were kept', () => {
    const sized = [file('a', 20), file('b', 100), file('c', 100)];
    const few = { system: 'Be brief.', systemTokens: 10, blocks: sized };
    expect(partsOf(arranged({ ...few, lastKept: 0 }))[0]).toEqual(['*system Be brief.']);
    expect(partsOf(arranged({ ...few, lastKept: -1 }))[0]).toEqual(['system Be brief.']);
  });

  it('have none below the minimum', () => {
    const outcome = arranged({ blocks, lastKept: 2, minimum: 900 });
    expect([partsOf(outcome).flat().join().includes('*'), outcome.cachedTokens]).toEqual([false, 0]);
  });

  it('are refused while a file has no text', () => {
    const gone: PlacedBlock = { ...file('a'), problem: 'file not found' };
    expect(flatMessagesOf({ ...NOTHING, blocks: [gone] })).toEqual({
      kind: 'refused',
      problems: [{ key: 'file:a', problem: 'file not found' }],
    });
  });
});

describe('the messages of any list of blocks', () => {
  const placed = anyMessageBlocks.chain((blocks) =>
    fc
      .array(fc.integer({ min: 1, max: 2_000 }), { minLength: blocks.length, maxLength: blocks.length })
      .map((sizes) =>
        blocks.map((block, at): PlacedBlock => {
          const isFirst = blocks[at - 1]?.kind !== block.kind;
          return { ...block, lead: isFirst ? `## ${block.kind}` : '', tokens: sizes[at] ?? 1 };
        }),
      ),
  );
  const text = fc.constantFrom('', ' \n', 'Do it.');
  const input: fc.Arbitrary<FlatInput> = placed.chain((blocks) =>
    fc.record({
      ...{ system: text, systemTokens: fc.nat(500), blocks: fc.constant(blocks) },
      lastKept: fc.integer({ min: -1, max: blocks.length }),
      ...{ workspaceMessage: text, task: text, taskImages: fc.constant([]), taskTokens: fc.nat(500) },
      minimum: fc.constantFrom(1, 512, 4_096),
    }),
  );

  it('have every block once, in order', () => {
    fc.assert(
      fc.property(input, (some) => {
        const all = arranged(some)
          .messages.map(({ parts }) => textOf(parts))
          .join('\n\n');
        const places = some.blocks.map((block) => {
          expect(all.split(block.key)).toHaveLength(2);
          return all.indexOf(block.kind === 'tree' ? block.body : shownText(block));
        });
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      { numRuns: 200 },
    );
  });

  it('have at most four breakpoints, as many tokens before the last one as it says, and no blank text', () => {
    fc.assert(
      fc.property(input, (some) => {
        const { messages, cachedTokens } = arranged({ ...some, system: 'Be brief.' });
        const parts = messages.flatMap((message) => message.parts);
        const texts = parts.flatMap((part) => (part.kind === 'text' ? part : []));
        expect(messages.every((message) => message.parts.length > 0)).toBe(true);
        expect(texts.every((each) => each.text.trim() !== '')).toBe(true);
        const marks = texts.flatMap(({ isBreakpoint }, at) => (isBreakpoint ? at : []));
        expect(marks.length).toBeLessThanOrEqual(4);
        const marked = some.blocks.slice(0, marks.at(-1) ?? 0).reduce((sum, { tokens }) => sum + tokens, 0);
        expect(cachedTokens).toBe(marks.length === 0 ? 0 : some.systemTokens + marked);
        expect(cachedTokens === 0 || cachedTokens >= some.minimum).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('begin like those before as far as the blocks do', () => {
    fc.assert(
      fc.property(input, placed, fc.nat(20), (some, others, length) => {
        const system = 'Be brief.';
        const kept = some.blocks.slice(0, length);
        const next = [...kept, ...others];
        const partsBefore = unmarked(arranged({ ...some, system }).messages);
        const partsNow = unmarked(
          arranged({ ...some, system, blocks: next, lastKept: kept.length }).messages,
        );
        const from = partsOfBlocks(kept);
        expect(partsNow.slice(0, from)).toEqual(partsBefore.slice(0, from));
      }),
      { numRuns: 200 },
    );
  });

  const unmarked = (messages: readonly ApiMessage[]) =>
    messages.flatMap(({ role, parts }) =>
      parts.map((part) => (part.kind === 'text' ? `${role} ${part.text}` : `${role} ${part.base64}`)),
    );

  /** The number of parts of these blocks after the instructions. */
  const partsOfBlocks = (blocks: readonly PlacedBlock[]) =>
    unmarked(arranged({ blocks }).messages).length + 1;
});
