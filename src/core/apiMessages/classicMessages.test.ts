import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyImage, anyMessageBlocks, shownText } from '../../../tests/arbitraries/anyMessageBlock';
import { STABILITY_TIERS, type StabilityTier } from '../tiers/tier';
import { messagesText, textOf } from './apiMessage';
import type { ApiMessage } from './messageTypes';
import { classicMessagesOf, type ClassicMessages } from './classicMessages';
import { emptyTiers } from '../tiers/emptyTiers';
import type { ClassicInput, TieredBlock } from './inputs';

const NOTHING: ClassicInput = {
  ...{ system: '', legend: '', blocks: [], workspaceMessage: '', task: '', taskImages: [] },
};

const printed = (kind: 'symbol' | 'file' | 'other', tier: StabilityTier, body: string): TieredBlock => ({
  ...{ key: `${kind}:${body}`, kind, tier, body },
});
const said = (tier: StabilityTier, role: string, content: string): TieredBlock => ({
  ...{ key: `history:${content}`, kind: 'history', tier, role, content, images: [] },
});
const pair = (tier: StabilityTier, name: string) => [
  said(tier, 'User', `question ${name}`),
  said(tier, 'AI', `answer ${name}`),
];
const tree: TieredBlock = {
  ...{ key: 'section:fileTree', kind: 'tree', tier: 'active', files: 2 },
  body: '## File Tree\n\n```text\na.ts\nb.ts\n```',
};

function assembled(parts: Partial<ClassicInput>): ClassicMessages {
  const outcome = classicMessagesOf({ ...NOTHING, ...parts });
  if (outcome.kind === 'refused') throw new Error('refused');
  return outcome;
}

const textsOf = ({ messages }: ClassicMessages) =>
  messages.map(({ role, parts }) => `${role}: ${textOf(parts)}`);
const isMarked = ({ parts }: ApiMessage) => parts.some((part) => part.kind === 'text' && part.isBreakpoint);
const marksOf = ({ messages }: ClassicMessages) =>
  messages.flatMap((message, at) => (isMarked(message) ? at : []));

describe('the messages of a document', () => {
  it('are those of each tier, most stable first', () => {
    const outcome = assembled({
      system: 'Be brief.',
      blocks: [
        printed('symbol', 'L1', 'f one'),
        ...pair('L3', 'old'),
        tree,
        printed('file', 'active', 'file a'),
        ...pair('active', 'new'),
      ],
      task: 'Fix it.',
    });
    expect(textsOf(outcome)).toEqual([
      'system: Be brief.',
      'user: # Repository Structure (continued)\n\nf one',
      'assistant: Ok.',
      'user: question old',
      'assistant: answer old',
      'user: # Repository Files\n\nThe names of the files in this repository.\n\n# File Tree (2 files)\n\n```text\na.ts\nb.ts\n```',
      'assistant: Ok.',
      'user: # Working Files\n\nThese files are new or have changed recently.\n\nfile a',
      'assistant: Ok.',
      'user: question new',
      'assistant: answer new',
      'user: Fix it.',
    ]);
    expect([marksOf(outcome), outcome.emptyTiers]).toEqual([[0, 2, 4], 1]);
  });

  it('put instructions, legend, symbols, and files of L0 into the system message', () => {
    const blocks = [
      printed('symbol', 'L0', 'f one'),
      printed('file', 'L0', 'file a'),
      printed('file', 'L0', 'file b'),
    ];
    const outcome = assembled({ system: 'Be brief.\n', legend: 'c class', blocks });
    expect(textsOf(outcome)).toEqual([
      'system: Be brief.\n\n' +
        '# Repository Structure\n\nThe symbols of files that are not shown in full.\n\nc class\n\nf one\n\n' +
        '# Reference Files (Stable)\n\nThese files have not changed for a long time.\n\nfile a\n\nfile b',
    ]);
    expect([marksOf(outcome), outcome.emptyTiers]).toEqual([[0], 3]);
  });

  it('have the breakpoint of L0 at the end of its messages only', () => {
    expect(marksOf(assembled({ system: 'Be brief.', blocks: pair('L0', 'old') }))).toEqual([2]);
  });

  it('join the symbols and files of a tier', () => {
    const blocks = (['L1', 'L2', 'L3'] as const).flatMap((tier) => [
      printed('symbol', tier, `symbol ${tier}`),
      printed('file', tier, `file ${tier}`),
      printed('other', tier, `other ${tier}`),
    ]);
    const outcome = assembled({ blocks });
    expect(textsOf(outcome).filter((text) => text.startsWith('user'))).toEqual([
      'user: # Repository Structure (continued)\n\nsymbol L1\n\n# Reference Files\n\nThese files have not changed for some time.\n\nfile L1\n\nother L1',
      'user: # Repository Structure (continued)\n\nsymbol L2\n\n# Reference Files (L2)\n\nThese files have not changed recently.\n\nfile L2\n\nother L2',
      'user: # Repository Structure (continued)\n\nsymbol L3\n\n# Reference Files (L3)\n\nThese files have not changed for the last few turns.\n\nfile L3\n\nother L3',
    ]);
    expect([marksOf(outcome), outcome.emptyTiers]).toEqual([[1, 3, 5], 0]);
  });

  it('end with the pinned message and the task with its images', () => {
    const { messages } = assembled({
      ...{ workspaceMessage: 'Keep the tests green.', task: '\n  Fix it.\r\n' },
      taskImages: [
        { type: 'image/png', base64: 'QQ==' },
        { type: 'image/svg+xml', base64: 'QQ==' },
      ],
    });
    expect(messages).toEqual([
      { role: 'user', parts: [{ kind: 'text', text: 'Keep the tests green.', isBreakpoint: false }] },
      {
        role: 'user',
        parts: [
          { kind: 'text', text: '  Fix it.', isBreakpoint: false },
          { kind: 'image', type: 'image/png', base64: 'QQ==' },
        ],
      },
    ]);
  });

  it('name who speaks if it is neither the user nor the assistant', () => {
    const blocks = [said('active', 'User', 'Hi'), said('active', 'Tool', '- a'), said('active', 'Ann', 'Hi')];
    expect(textsOf(assembled({ blocks }))).toEqual(['user: Hi', 'user: Tool:\n\n- a', 'user: Ann: Hi']);
  });

  it('never begin with the assistant', () => {
    const blocks = [said('L3', 'AI', 'Welcome'), said('L3', 'AI', 'Ready')];
    const outcome = assembled({ system: 'Be brief.', blocks });
    expect(textsOf(outcome)).toEqual(['system: Be brief.', 'user: AI: Welcome', 'assistant: Ready']);
  });

  it('can be read as one text', () => {
    const { messages } = assembled({ system: 'Be brief.', blocks: pair('active', 'one'), task: '# Fix' });
    expect(messagesText(messages)).toBe(
      'System: Be brief.\n\n---\n\nUser: question one\n\n---\n\nAI: answer one\n\n---\n\nUser:\n\n# Fix\n',
    );
  });

  it('are refused while a file has no text', () => {
    const binary: TieredBlock = { ...printed('file', 'L1', 'a'), key: 'file:a.png', problem: 'binary' };
    expect(classicMessagesOf({ ...NOTHING, blocks: [binary, printed('file', 'L1', 'b')] })).toEqual({
      kind: 'refused',
      problems: [{ key: 'file:a.png', problem: 'binary' }],
    });
  });
});

describe('the messages of any document', () => {
  const tiered = anyMessageBlocks.chain((blocks) =>
    fc
      .array(fc.constantFrom(...STABILITY_TIERS), { minLength: blocks.length, maxLength: blocks.length })
      .map((tiers) => blocks.map((block, at): TieredBlock => ({ ...block, tier: tiers[at] ?? 'active' }))),
  );
  const text = fc.constantFrom('', ' \n', 'Do it.', '- a\n- b\n');
  const input: fc.Arbitrary<ClassicInput> = fc.record({
    ...{ system: text, legend: text, blocks: tiered, workspaceMessage: text, task: text },
    taskImages: fc.array(anyImage, { maxLength: 2 }),
  });

  it('have every block once, tier by tier, symbols before files before messages', () => {
    fc.assert(
      fc.property(input, (some) => {
        const all = assembled(some)
          .messages.map(({ parts }) => textOf(parts))
          .join('\n');
        const places = inOrder(some.blocks).map((block) => {
          expect(all.split(block.key)).toHaveLength(2);
          return all.indexOf(shownText(block));
        });
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      { numRuns: 200 },
    );
  });

  it('have a breakpoint at the end of each cached tier, and no blank text', () => {
    fc.assert(
      fc.property(input, (some) => {
        const outcome = assembled(some);
        const { messages } = outcome;
        const cached = STABILITY_TIERS.filter(
          (tier) =>
            tier !== 'active' &&
            (some.blocks.some((block) => block.tier === tier && block.kind !== 'tree') ||
              (tier === 'L0' && `${some.system}${some.legend}`.trim() !== '')),
        );
        expect(marksOf(outcome)).toHaveLength(cached.length);
        for (const { parts } of messages) {
          expect(parts).not.toEqual([]);
          const texts = parts.filter((part) => part.kind === 'text');
          expect(texts.every((part) => part.text.trim() !== '')).toBe(true);
          expect(texts.slice(0, -1).every((part) => !part.isBreakpoint)).toBe(true);
        }
        const lastMark = marksOf(outcome).at(-1) ?? -1;
        const below = messages.slice(lastMark + 1).map(({ parts }) => textOf(parts));
        for (const block of some.blocks)
          expect(below.some((each) => each.includes(block.key))).toBe(
            block.kind === 'tree' || block.tier === 'active',
          );
      }),
      { numRuns: 200 },
    );
  });

  it('answer every message with blocks, and begin with the user', () => {
    fc.assert(
      fc.property(input, (some) => {
        const { messages } = assembled(some);
        expect(messages.findIndex(({ role }) => role === 'system')).toBeLessThanOrEqual(0);
        expect(messages.filter(({ role }) => role !== 'system')[0]?.role).not.toBe('assistant');
        for (const [at, { role, parts }] of messages.entries())
          if (/^(?:# (?:Repository|Reference|Working) |other:)/m.test(textOf(parts)) && role === 'user')
            expect(textOf(messages[at + 1]?.parts ?? [])).toBe('Ok.');
      }),
      { numRuns: 200 },
    );
  });

  const KINDS = ['symbol', 'file', 'other', 'history'];
  const ACTIVE = ['symbol', 'tree', 'other', 'file', 'history'];

  function inOrder(blocks: readonly TieredBlock[]): readonly TieredBlock[] {
    const placeOf = ({ tier, kind }: TieredBlock): number => {
      const isActive = tier === 'active' || kind === 'tree';
      return isActive ? 50 + ACTIVE.indexOf(kind) : 10 * STABILITY_TIERS.indexOf(tier) + KINDS.indexOf(kind);
    };
    return blocks.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
});

it('counts the tiers between the instructions and what is active that are empty', () => {
  expect(emptyTiers([])).toBe(3);
  expect(emptyTiers([{ tier: 'L0' }, { tier: 'L2' }, { tier: 'active' }])).toBe(2);
});
