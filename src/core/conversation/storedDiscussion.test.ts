import * as v from 'valibot';
import { expect, it } from 'vitest';
import { EMPTY_DISCUSSION, type Discussion } from './discussion';
import { discussionData } from './storedDiscussion';

const whole = { id: 'a', role: 'User', content: 'Hi', time: 5, collapsed: true, place: 2 };

it('reads a stored discussion in the order of its places', () => {
  const read = v.parse(discussionData, { title: 'T', messages: [whole, { ...whole, id: 'b', place: 1 }] });
  expect(read).toEqual({
    ...EMPTY_DISCUSSION,
    title: 'T',
    messages: [{ ...whole, id: 'b', place: 1 }, whole],
  });
});

const parts: Discussion = {
  ...{ title: 'T', takeOf: 'd', workspaceMessage: 'W', messages: [] },
  exchange: { id: 'e', prompts: ['a', 'b'], answer: 'c', time: 1, turn: 't' },
  checkpoints: [{ id: 'k', summary: 's', time: 2, covers: ['a'], hash: 'h' }],
};

it.each<[string, object, object]>([
  ['whole', parts, parts],
  [
    'damaged',
    { ...parts, exchange: { id: 'e' }, workspaceMessage: 5 },
    { exchange: undefined, workspaceMessage: '' },
  ],
  [
    'mended',
    { exchange: { id: 'e', prompts: ['a\ud800'] } },
    { exchange: { id: 'e', prompts: ['a\ufffd'], answer: '', time: 0, turn: '' } },
  ],
  [
    'of checkpoints',
    { checkpoints: [...parts.checkpoints, ...parts.checkpoints, { id: 'l' }, 5] },
    { checkpoints: parts.checkpoints },
  ],
])('reads the other parts: %s', (_, stored, expected) => {
  expect(v.parse(discussionData, { title: 'T', messages: [], ...stored })).toMatchObject(expected);
});

it('mends parts of messages, and drops those that cannot be read', () => {
  const { messages } = v.parse(discussionData, {
    title: 5,
    messages: [
      { id: 'a', content: 'a\ud800', place: 0, role: 'x\ny', time: -1, collapsed: 'yes' },
      { ...whole, id: 'b', role: undefined },
      { ...whole, id: 'b', content: 'again' },
      ...['', 'a\0', 'a\u0085', 'a\ud800', 'x'.repeat(101)].map((id) => ({ ...whole, id })),
      ...[{ ...whole, place: Number.NaN }, { ...whole, content: null }, null, 5],
    ],
  });
  expect(messages).toEqual([
    { id: 'a', content: 'a\ufffd', place: 0, role: 'x y', time: 0, collapsed: false },
    { ...whole, id: 'b', role: 'Unknown' },
  ]);
});

it('reads 100,000 messages and a message of 10 MB', { timeout: 60_000 }, () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ ...whole, id: `${at}`, place: at }));
  expect(v.parse(discussionData, { title: '', messages: many }).messages).toHaveLength(100_000);
  const long = v.parse(discussionData, {
    title: '',
    messages: [{ ...whole, content: 'x'.repeat(10_000_000) }],
  });
  expect(long.messages[0]?.content).toHaveLength(10_000_000);
});
