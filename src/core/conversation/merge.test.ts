import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, type Discussion, type Message } from './discussion';
import { isSameDiscussion, mergeDiscussions } from './merge';

const message = (id: string, parts: Partial<Message> = {}): Message => ({
  ...{ id, role: 'User', content: id, time: 0, collapsed: false, place: id.charCodeAt(0) },
  ...parts,
});
const discussionOf = (...messages: readonly Message[]): Discussion => ({
  title: '',
  messages: inOrder(messages),
});
const texts = ({ messages }: Discussion): readonly string[] => messages.map(({ content }) => content);
const merge = (base: Discussion, ours: Discussion, theirs: Discussion): Discussion => {
  let count = 0;
  return mergeDiscussions(base, ours, theirs, () => `new ${(count += 1)}`);
};

const base = discussionOf(message('a'), message('b'), message('c'));

describe('mergeDiscussions', () => {
  it.each([
    [
      'both add',
      [message('a'), message('b'), message('c'), message('d')],
      [message('a'), message('b'), message('c'), message('e')],
      'abcde',
    ],
    ['one deletes', [message('a'), message('c')], base.messages, 'ac'],
    ['both delete', [message('a'), message('c')], [message('b'), message('c')], 'c'],
    [
      'one deletes what the other edits',
      [message('a'), message('c')],
      [message('a'), message('b', { content: 'B' }), message('c')],
      'aBc',
    ],
    [
      'the other way round',
      [message('a'), message('b', { content: 'B' }), message('c')],
      [message('a'), message('c')],
      'aBc',
    ],
    [
      'one moves, one edits',
      [message('a', { place: 200 }), message('b'), message('c')],
      [message('a', { content: 'A' }), message('b'), message('c')],
      'bcA',
    ],
    ['the same edit', [message('a', { content: 'x' })], [message('a', { content: 'x' })], 'x'],
  ])('%s', (_, ours, theirs, expected) => {
    expect(texts(merge(base, discussionOf(...ours), discussionOf(...theirs))).join('')).toBe(expected);
  });

  it('keeps both texts if both edited one, ours in place', () => {
    const merged = merge(
      base,
      discussionOf(message('a', { content: 'ours' })),
      discussionOf(message('a', { content: 'theirs' }), message('b')),
    );
    expect(merged.messages.map(({ id, content }) => [id, content])).toEqual([
      ['a', 'ours'],
      ['new 1', 'theirs'],
    ]);
  });

  it('takes the title that changed', () => {
    const renamed = { ...base, title: 'new' };
    expect(merge(base, renamed, base).title).toBe('new');
    expect(merge(base, base, renamed).title).toBe('new');
  });

  it('never loses a text that one side wrote, and never an untouched message', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const version = fc
      .uniqueArray(fc.record({ id, content: fc.constantFrom('x', 'y', 'z'), place: fc.nat({ max: 4 }) }), {
        selector: (each) => each.id,
      })
      .map((messages) => discussionOf(...messages.map((each) => message(each.id, each))));
    fc.assert(
      fc.property(version, version, version, (old, ours, theirs) => {
        const merged = merge(old, ours, theirs);
        const before = (one: string) => old.messages.find((each) => each.id === one);
        const written = [...ours.messages, ...theirs.messages].filter(
          (each) => each.content !== before(each.id)?.content,
        );
        for (const { content } of written) expect(texts(merged)).toContain(content);
        for (const each of old.messages) {
          const kept = [ours, theirs].every(({ messages }) => messages.some((other) => other.id === each.id));
          if (kept) expect(merged.messages.map((other) => other.id)).toContain(each.id);
        }
        expect(new Set(merged.messages.map((each) => each.id)).size).toBe(merged.messages.length);
      }),
    );
  });

  it('changes nothing if only one side changed', () => {
    const other = discussionOf(message('b', { content: 'B', place: 1 }), message('a'), message('x'));
    expect(isSameDiscussion(merge(base, other, base), other)).toBe(true);
    expect(isSameDiscussion(merge(base, base, other), other)).toBe(true);
  });
});
