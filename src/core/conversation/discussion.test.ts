import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edit,
  EMPTY_DISCUSSION,
  insertion,
  inverseOf,
  joined,
  move,
  removal,
  titleOf,
  withChange,
  type Discussion,
  type NewMessage,
} from './discussion';

const message = (id: string, content = id, role = 'User'): NewMessage => ({
  ...{ id, role, content, time: 0, collapsed: false },
});
const discussionOf = (...messages: readonly NewMessage[]): Discussion =>
  withChange(EMPTY_DISCUSSION, insertion(EMPTY_DISCUSSION, 0, messages));
const exchangeOf = (id: string, prompt: string) => ({
  ...{ id, prompts: [prompt], answer: '', time: 0, turn: '' },
});
const ids = ({ messages }: Discussion): string => messages.map(({ id }) => id).join('');

describe('insertion and move', () => {
  const abc = discussionOf(message('a'), message('b'), message('c'));

  it.each([
    [0, 'xyabc'],
    [1, 'axybc'],
    [3, 'abcxy'],
  ])('inserts messages in order at %i', (index, expected) => {
    expect(ids(withChange(abc, insertion(abc, index, [message('x'), message('y')])))).toBe(expected);
  });

  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
  ])('moves %s to %i among the others', (id, index, expected) => {
    expect(ids(withChange(abc, move(abc, id, index) ?? {}))).toBe(expected);
  });

  it('changes only the message that moves', () => {
    expect([...(move(abc, 'c', 1)?.messages?.keys() ?? [])]).toEqual(['c']);
    expect(move(abc, 'x', 1)).toBeUndefined();
  });

  it('finds room at the same place thousands of times', () => {
    let discussion = abc;
    const expected = ['a', 'b', 'c'];
    for (let at = 0; at < 2_000; at += 1) {
      discussion = withChange(discussion, insertion(discussion, 1, [message(`n${at}`)]));
      expected.splice(1, 0, `n${at}`);
    }
    expect(discussion.messages.map(({ id }) => id)).toEqual(expected);
  });
});

it('any changes can be undone, one by one and as one', () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'insert',
      'move',
      'remove',
      'edit',
      'title',
      'workspaceMessage',
      'exchange',
      'commit',
    ),
    at: fc.nat({ max: 20 }),
    to: fc.nat({ max: 20 }),
    text: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const versions = [discussionOf(message('a'), message('b'))];
      const back = steps.map(({ kind, at, to, text }, number) => {
        const before = versions.at(-1) ?? EMPTY_DISCUSSION;
        const { length } = before.messages;
        const id = before.messages[at % Math.max(1, length)]?.id ?? '';
        const change = {
          insert: () => insertion(before, to % (length + 1), [message(`n${number}`, text)]),
          move: () => move(before, id, to % Math.max(1, length)) ?? {},
          remove: () => removal([id]),
          edit: () => edit(before, new Set([id]), { content: text, role: 'AI' }),
          title: () => ({ title: text }),
          workspaceMessage: () => ({ workspaceMessage: text }),
          exchange: () => ({ exchange: exchangeOf(`e${number}`, text) }),
          commit: () => ({
            ...insertion(before, length, [message(`n${number}`, text)]),
            exchange: undefined,
          }),
        }[kind]();
        versions.push(withChange(before, change));
        return inverseOf(before, change);
      });
      const last = versions.at(-1) ?? EMPTY_DISCUSSION;
      expect(withChange(last, joined(back.toReversed()))).toEqual(versions[0]);
      let discussion = last;
      for (const change of back.toReversed()) {
        versions.pop();
        discussion = withChange(discussion, change);
        expect(discussion).toEqual(versions.at(-1));
      }
    }),
  );
});

describe('titleOf', () => {
  it.each([
    ['its own title', { ...discussionOf(message('a')), title: 'Mine' }, 'Mine'],
    [
      'the first line of the user',
      discussionOf(message('a', 'Hello', 'AI'), message('b', '\n  Why  \nso')),
      'Why',
    ],
    ['a blank user message is skipped', discussionOf(message('a', ' \n'), message('b', 'Why')), 'Why'],
    ['nothing', EMPTY_DISCUSSION, ''],
    ['a long line', discussionOf(message('a', '𝒳'.repeat(500))), '𝒳'.repeat(80)],
    ['hidden characters', discussionOf(message('a', 'a\u202eb')), 'a\\u202eb'],
  ])('%s', (_, discussion, title) => {
    expect(titleOf(discussion)).toBe(title);
  });
});
