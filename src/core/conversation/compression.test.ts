import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTINUES } from './checkpoint';
import {
  countedMessages,
  DEFAULT_LIMITS,
  foldAgain,
  foldedCount,
  foldOf,
  NO_LIMITS,
  removalOf,
  setCheckpoint,
  textsOf,
  type CountedMessage,
  type Fold,
} from './compression';
import { edit, EMPTY_DISCUSSION, takeAt, withChange, type Discussion, type Message } from './discussion';
import { exchangeMessages } from './exchangeSteps';
import { loadDiscussion } from './loadedDiscussion';
import { hashOfMessages } from './messageHash';

const FEW = () => 1;

function discussionOf(roles: readonly string[]): Discussion {
  const messages = roles.map((role, place): Message => ({
    ...{ id: `m${place}`, role, content: `text ${place}`, time: 0, collapsed: false, place },
  }));
  return { ...EMPTY_DISCUSSION, messages };
}
const alternating = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'User' : 'AI'));
const repeated = (role: string, count: number): readonly string[] =>
  Array.from({ length: count }, () => role);

function compressed(
  discussion: Discussion,
  fold: Fold | undefined,
  id = 'c',
  summary = `summary ${id}`,
): Discussion {
  if (fold === undefined) throw new Error('nothing to fold');
  return withChange(
    discussion,
    setCheckpoint(discussion, { id, summary, time: 1, covers: fold.covers, hash: fold.hash }),
  );
}
const isStaleIn =
  ({ messages }: Discussion) =>
  (checkpoint: { readonly covers: readonly string[]; readonly hash: string }): boolean =>
    hashOfMessages(messages, checkpoint.covers) !== checkpoint.hash;

describe('compression (A37)', () => {
  it('leaves 80 messages alone', () => {
    expect(foldOf(discussionOf(alternating(80)), DEFAULT_LIMITS, FEW)).toBeUndefined();
  });

  it('folds 60 of 81 messages and keeps all of them stored', () => {
    const discussion = discussionOf(alternating(81));
    const fold = foldOf(discussion, DEFAULT_LIMITS, FEW);
    expect(fold).toMatchObject({ kept: 21 });
    expect(fold?.covers).toEqual(discussion.messages.slice(0, 60).map(({ id }) => id));
    const after = compressed(discussion, fold);
    expect(after.messages).toEqual(discussion.messages);
    const context = exchangeMessages(after, 'Be brief.');
    expect(context.length).toBe(1 + 1 + 21);
    expect(context.slice(0, 2)).toEqual([
      { role: 'System', content: 'Be brief.' },
      { role: 'User', content: `${CONTINUES}\n\nsummary c` },
    ]);
    expect(context.slice(2).map(({ content }) => content)).toEqual(
      discussion.messages.slice(60).map(({ content }) => content),
    );
  });
});

describe('foldedCount', () => {
  const counted = (roles: readonly string[], tokens = 1): readonly CountedMessage[] =>
    roles.map((role) => ({ role, tokens }));

  it.each<[string, readonly string[], number]>([
    ['begins with a user message at 20', [...repeated('AI', 61), ...alternating(20)], 20],
    ['goes back to a user message', [...repeated('AI', 53), 'User', ...repeated('AI', 27)], 28],
    ['does not go back further than 30', ['User', ...repeated('AI', 80)], 20],
    ['does not begin with a tool', [...repeated('AI', 58), ...repeated('Tool', 23)], 24],
    ['keeps 30 of nothing but tools', repeated('Tool', 81), 30],
  ])('by number: %s', (_, roles, kept) => {
    expect(roles.length - foldedCount(counted(roles), DEFAULT_LIMITS)).toBe(kept);
  });

  const big = (role: string, tokens: number): CountedMessage => ({ role, tokens });

  it.each<[string, readonly CountedMessage[], number]>([
    ['nothing at the limit', [big('User', 12_000), big('AI', 12_000)], 0],
    [
      'the newest that fit, back to a user message',
      [big('User', 20_000), big('AI', 3_000), ...counted(alternating(4), 900), big('User', 1_000)],
      2,
    ],
    [
      'back until two user messages stay',
      [
        big('User', 9_000),
        big('AI', 9_000),
        big('User', 9_000),
        big('AI', 9_000),
        big('User', 9_000),
        big('AI', 9_000),
      ],
      2,
    ],
    ['never all', [big('User', 30_000)], 0],
    ['nothing while two user messages need them all', [big('User', 15_000), big('AI', 15_000)], 0],
  ])('by tokens: folds %s', (_, messages, folded) => {
    expect(foldedCount(messages, DEFAULT_LIMITS)).toBe(folded);
  });

  it('keeps less if both limits are passed', () => {
    const long = counted(alternating(100), 1_000);
    expect(100 - foldedCount(long, DEFAULT_LIMITS)).toBe(4);
    const short = counted(alternating(100), 1);
    expect(100 - foldedCount(short, NO_LIMITS)).toBe(20);
  });

  it('follows the rules for any messages', () => {
    const messages = fc.array(
      fc.record({
        role: fc.constantFrom('User', 'AI', 'Tool', 'Ann'),
        tokens: fc.integer({ min: 3, max: 2_000 }),
      }),
      { maxLength: 120 },
    );
    const limits = fc.record({
      messages: fc.integer({ min: 0, max: 100 }),
      tokens: fc.integer({ min: 0, max: 50_000 }),
    });
    fc.assert(
      fc.property(messages, limits, (all, limit) => {
        const folded = foldedCount(all, limit);
        const kept = all.slice(folded);
        const tokens = all.reduce((sum, each) => sum + each.tokens, 0);
        if (all.length <= limit.messages && tokens <= limit.tokens) expect(folded).toBe(0);
        if (all.length > 0) expect(kept.length).toBeGreaterThan(0);
        if (folded === 0) return;
        if (tokens <= limit.tokens) {
          expect(kept.length).toBeGreaterThanOrEqual(20);
          expect(kept.length).toBeLessThanOrEqual(30);
        } else if (all.length <= limit.messages) {
          expect(kept[0]?.role).toBe('User');
          expect(kept.filter(({ role }) => role === 'User').length).toBeGreaterThanOrEqual(2);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a second compression', () => {
  const first = compressed(
    discussionOf(alternating(81)),
    foldOf(discussionOf(alternating(81)), NO_LIMITS, FEW),
    'one',
  );
  const more = (count: number): Discussion => ({
    ...first,
    messages: discussionOf(alternating(81 + count)).messages,
  });

  it('counts the messages since the first, without it', () => {
    expect(countedMessages(first).length).toBe(21);
    expect(foldOf(more(59), DEFAULT_LIMITS, FEW)).toBeUndefined();
    expect(foldOf(more(60), DEFAULT_LIMITS, FEW)?.kept).toBe(21);
  });

  it('folds the first summary in and covers all original messages', () => {
    const before = more(60);
    const fold = foldOf(before, DEFAULT_LIMITS, FEW);
    expect(fold && textsOf(fold)[0]).toMatchObject({ role: 'User', content: `${CONTINUES}\n\nsummary one` });
    expect(fold && textsOf(fold).length).toBe(1 + 60);
    expect(fold?.covers).toEqual(before.messages.slice(0, 120).map(({ id }) => id));
    const after = compressed(before, fold, 'two');
    const loaded = loadDiscussion(after);
    expect(loaded.checkpoint?.id).toBe('two');
    expect(loaded.messages.length).toBe(1 + 21);
    expect(after.messages).toEqual(before.messages);
    const back = withChange(after, { checkpoints: before.checkpoints });
    expect(loadDiscussion(back).checkpoint?.id).toBe('one');
  });

  it('is made again from the first summary, unless that is stale', () => {
    const before = more(60);
    const after = compressed(before, foldOf(before, DEFAULT_LIMITS, FEW), 'two');
    const two = after.checkpoints[1];
    if (two === undefined) throw new Error('no checkpoint');
    const late = withChange(after, edit(after, new Set(['m100']), { content: 'edited' }));
    expect(textsOf(foldAgain(late, two, isStaleIn(late))).length).toBe(1 + 60);
    const early = withChange(after, edit(after, new Set(['m1']), { content: 'edited' }));
    expect(textsOf(foldAgain(early, two, isStaleIn(early))).length).toBe(120);
    expect(foldAgain(early, two, isStaleIn(early)).covers).toEqual(two.covers);
  });
});

describe('loadDiscussion', () => {
  const discussion = discussionOf(['System', ...alternating(81), 'System']);
  const after = compressed(discussion, foldOf(discussion, DEFAULT_LIMITS, FEW));

  it('keeps what the system said, the first of it in front', () => {
    const { messages } = loadDiscussion(after);
    expect(messages.map(({ role }) => role)).toEqual(['System', 'User', ...alternating(21), 'System']);
  });

  it('ignores a checkpoint that covers what is not stored', () => {
    const gone = { ...after, messages: after.messages.filter(({ id }) => id !== 'm5') };
    const loaded = loadDiscussion(gone);
    expect(loaded.checkpoint).toBeUndefined();
    expect(loaded.ignored).toEqual(after.checkpoints);
    expect(loaded.messages).toEqual(gone.messages);
  });

  it('ignores a checkpoint that has the id of a message', () => {
    const checkpoints = after.checkpoints.map((each) => ({ ...each, id: 'm80' }));
    const loaded = loadDiscussion({ ...after, checkpoints });
    expect(loaded.ignored).toEqual(checkpoints);
    expect(loaded.messages).toEqual(after.messages);
  });

  it('falls back to the checkpoint before one that is ignored', () => {
    const [one] = after.checkpoints;
    if (one === undefined) throw new Error('no checkpoint');
    const two = { ...one, id: 'd', covers: ['gone'] };
    const none = { ...one, id: 'e', covers: [] };
    expect(loadDiscussion({ ...after, checkpoints: [one, two, none] }).checkpoint).toBe(one);
  });

  it('goes with a take that has all covered messages', () => {
    expect(loadDiscussion(takeAt(after, 70)).checkpoint?.id).toBe('c');
    expect(takeAt(after, 30).checkpoints).toEqual([]);
  });
});

describe('a summary', () => {
  const discussion = discussionOf(alternating(81));
  const after = compressed(discussion, foldOf(discussion, DEFAULT_LIMITS, FEW));
  const isStale = (changed: Discussion): boolean => changed.checkpoints.some(isStaleIn(changed));

  it.each<[string, Discussion, boolean]>([
    ['of unchanged messages', after, false],
    ['of an edited message', withChange(after, edit(after, new Set(['m3']), { content: 'x' })), true],
    [
      'of a message with another role',
      withChange(after, edit(after, new Set(['m3']), { role: 'Tool' })),
      true,
    ],
    ['of a folded message', withChange(after, edit(after, new Set(['m3']), { collapsed: true })), false],
    ['with an edit after it', withChange(after, edit(after, new Set(['m70']), { content: 'x' })), false],
    ['of a deleted message', withChange(after, removalOf(after, new Set(['m3']))), true],
    ['with a message deleted after it', withChange(after, removalOf(after, new Set(['m70']))), false],
  ])('%s', (_, changed, stale) => {
    expect(isStale(changed)).toBe(stale);
  });

  it('covers the rest if a message is deleted, and is gone without any', () => {
    const shorter = withChange(after, removalOf(after, new Set(['m3'])));
    expect(loadDiscussion(shorter).covered.size).toBe(59);
    const none = withChange(after, removalOf(after, new Set(after.checkpoints[0]?.covers)));
    expect(none.checkpoints).toEqual([]);
  });

  it('is replaced when it is made again', () => {
    const changed = withChange(after, edit(after, new Set(['m3']), { content: 'x' }));
    const [checkpoint] = changed.checkpoints;
    if (checkpoint === undefined) throw new Error('no checkpoint');
    const again = compressed(changed, foldAgain(changed, checkpoint, isStaleIn(changed)), 'c', 'new');
    expect(again.checkpoints.map(({ summary }) => summary)).toEqual(['new']);
    expect(isStale(again)).toBe(false);
  });
});

describe('hashOfMessages', () => {
  it('differs for texts that differ, and for where a role ends', () => {
    const hash = (role: string, content: string) =>
      hashOfMessages([{ ...(discussionOf(['User']).messages[0] as Message), role, content }], ['m0']);
    const hashes = new Set<string>();
    for (let at = 0; at < 20_000; at += 1) hashes.add(hash('User', `text ${at}`));
    expect(hashes.size).toBe(20_000);
    expect(hash('a', 'b\nc')).not.toBe(hash('a b', 'c'));
  });
});
