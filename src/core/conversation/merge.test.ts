import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from './checkpoint';
import {
  EMPTY_DISCUSSION,
  inOrder,
  withChange,
  type Discussion,
  type DiscussionParts,
  type Message,
} from './discussion';
import { committing } from './exchangeSteps';
import type { Exchange } from './exchange';
import { isSameDiscussion, mergeDiscussions } from './merge';

const message = (id: string, parts: Partial<Message> = {}): Message => ({
  ...{ id, role: 'User', content: id, time: 0, collapsed: false, place: id.charCodeAt(0) },
  ...parts,
});
const discussionOf = (...messages: readonly Message[]): Discussion => ({
  ...EMPTY_DISCUSSION,
  messages: inOrder(messages),
});
const checkpoint = (id: string): Checkpoint => ({ id, summary: id, time: 0, covers: ['a'], hash: '' });
const exchangeOf = (id: string, answer: string): Exchange => ({
  ...{ id, prompts: [`prompt ${id}`], answer, time: 0, turn: '' },
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

  it('takes parts that only one side changed', () => {
    const changed: DiscussionParts = {
      ...{ title: 'T', takeOf: 'd', workspaceMessage: 'W' },
      exchange: exchangeOf('e', 'answer'),
      checkpoints: [checkpoint('k')],
    };
    const other = { ...base, ...changed };
    expect(merge(base, other, base)).toEqual(other);
    expect(merge(base, base, other)).toEqual(other);
    expect(merge(other, base, other)).toEqual(base);
    expect(merge(other, other, base)).toEqual(base);
  });

  it('merges checkpoints by id', () => {
    const withPoints = (...checkpoints: readonly Checkpoint[]) => ({ ...base, checkpoints });
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => checkpoint(id)) as [
      Checkpoint,
      Checkpoint,
      Checkpoint,
      Checkpoint,
    ];
    const edited = { ...b, summary: 'edited' };
    const merged = merge(withPoints(a, b), withPoints(b, c), withPoints(a, edited, d));
    expect(merged.checkpoints).toEqual([edited, c, d]);
  });
});

describe('mergeDiscussions of exchanges', () => {
  const opened = (answer: string, id = 'e'): Discussion => ({ ...base, exchange: exchangeOf(id, answer) });
  const commit = (discussion: Discussion): Discussion => {
    const step = committing(discussion, discussion.exchange?.id ?? '', 0);
    if (step.kind === 'refused') throw new Error(step.reason);
    return withChange(discussion, step.change);
  };

  it.each<[string, readonly [Discussion, Discussion, Discussion], string, string | undefined]>([
    ['both commit', [opened('x'), commit(opened('x')), commit(opened('x'))], 'abc|prompt e|x', undefined],
    [
      'both commit, with other answers',
      [opened(''), commit(opened('x')), commit(opened('y'))],
      'abc|prompt e|x|y',
      undefined,
    ],
    ['one commits, one types', [opened(''), commit(opened('x')), opened('y')], 'abc|prompt e|x|y', undefined],
    ['the other way round', [opened(''), opened('y'), commit(opened('x'))], 'abc|prompt e|x|y', undefined],
    [
      'one commits what the other types',
      [opened(''), commit(opened('xy')), opened('x')],
      'abc|prompt e|xy',
      undefined,
    ],
    ['one rolls back', [opened('x'), base, opened('x')], 'abc', undefined],
    ['one rolls back, one types', [opened(''), base, opened('x')], 'abc', 'x'],
    ['one rolls back, one commits', [opened('x'), base, commit(opened('x'))], 'abc|prompt e|x', undefined],
    ['both type', [opened(''), opened('x'), opened('y')], 'abc', 'x\n\ny'],
    ['one types more', [opened(''), opened('xy'), opened('x')], 'abc', 'xy'],
    ['both open', [base, opened('', 'd'), opened('')], 'abc', ''],
    ['both open and answer', [base, opened('x', 'd'), opened('y')], 'abc|prompt e|y', 'x'],
  ])('%s', (_, versions, expected, answer) => {
    const merged = merge(...versions);
    const [first, ...more] = [texts(merged).slice(0, 3).join(''), ...texts(merged).slice(3)];
    expect([first, ...more].join('|')).toBe(expected);
    expect(merged.exchange?.answer).toBe(answer);
  });

  it('never leaves half of one, and never loses a typed answer', () => {
    const version = fc
      .record({
        id: fc.constantFrom('d', 'e'),
        answer: fc.constantFrom('', 'x', 'y', 'z'),
        state: fc.constantFrom('none', 'open', 'committed'),
      })
      .map(({ id, answer, state }) => {
        if (state === 'none') return base;
        return state === 'open' ? opened(answer, id) : commit(opened(answer, id));
      });
    fc.assert(
      fc.property(version, version, version, (old, ours, theirs) => {
        const merged = merge(old, ours, theirs);
        const ids = merged.messages.map(({ id }) => id);
        expect(ids).not.toContain(merged.exchange?.id);
        expect(new Set(ids).size).toBe(ids.length);
        const all = [...texts(merged), merged.exchange?.answer ?? ''].join('\n');
        for (const { exchange } of [ours, theirs])
          if (exchange !== undefined && exchange.answer !== old.exchange?.answer)
            expect(all).toContain(exchange.answer);
      }),
    );
  });
});
