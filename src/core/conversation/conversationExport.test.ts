import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { readConversation, writeDiscussion } from './conversationText';
import { EMPTY_DISCUSSION, insertion, withChange, type Discussion } from './discussion';
import { hashOfMessages } from './messageHash';
import { asRole } from './roles';

describe('writeDiscussion', () => {
  const message = fc.record({
    role: fc.oneof(
      fc.constantFrom(
        'User',
        'AI',
        'Claude',
        'Gemini',
        'assistant',
        'Note: x',
        'a\\:b\\\\',
        '\u{1f600}'.repeat(60),
      ),
      fc.string({ unit: 'binary' }).map(asRole),
      anyText.map(asRole),
    ),
    content: fc.oneof(anyText, fc.string({ unit: 'binary' })).map((text) => text.toWellFormed()),
    time: fc.nat({ max: 8_640_000_000_000_000 }),
    collapsed: fc.boolean(),
  });
  const discussion = fc
    .tuple(anyText, fc.array(message, { minLength: 1, maxLength: 5 }))
    .map(([title, messages]): Discussion => {
      const added = messages.map((each, at) => ({ ...each, id: `${at}` }));
      return {
        ...withChange(EMPTY_DISCUSSION, insertion(EMPTY_DISCUSSION, 0, added)),
        title: title.toWellFormed(),
      };
    });

  it.each(['json', 'toml'] as const)('round-trips messages through %s', (format) => {
    fc.assert(
      fc.property(discussion, (written) => {
        const found = readConversation(writeDiscussion(written, format));
        if (found.kind === 'refused') throw new Error(found.reason);
        const [again] = found.discussions;
        expect(again?.title).toBe(written.title);
        expect(again?.messages).toEqual(
          written.messages.map(({ id, role, content, time, collapsed }) => ({
            ...{ id, role, content, time },
            ...(collapsed && { collapsed }),
          })),
        );
      }),
    );
  });

  it.each(['json', 'toml'] as const)('keeps summaries and the pinned message in %s', (format) => {
    const messages = ['a', 'b', 'c'].map((content, at) => ({
      ...{ id: `m${at}`, role: 'User', content, time: at, collapsed: false },
    }));
    const plain = withChange(EMPTY_DISCUSSION, insertion(EMPTY_DISCUSSION, 0, messages));
    const covers = ['m0', 'm1'];
    const sound = {
      id: 'c1',
      summary: 'a, b',
      time: 5,
      covers,
      hash: hashOfMessages(plain.messages, covers),
    };
    const stale = { ...sound, id: 'c2', hash: 'other' };
    const written = { ...plain, workspaceMessage: 'To do', checkpoints: [sound, stale] };
    const found = readConversation(writeDiscussion(written, format));
    expect(found).toMatchObject({
      discussions: [{ besides: { workspaceMessage: 'To do', checkpoints: [sound, { ...stale, hash: '' }] } }],
    });
  });

  it('round-trips roles and texts through md', () => {
    fc.assert(
      fc.property(discussion, (written) => {
        const found = readConversation(writeDiscussion(written, 'md'));
        if (found.kind === 'refused') throw new Error(found.reason);
        expect(found.discussions[0]?.messages).toEqual(
          written.messages.map(({ role, content }) => ({
            role,
            content: content.replaceAll(/\r\n?/g, '\n'),
          })),
        );
      }),
    );
  });

  it.each(['json', 'toml', 'md'] as const)('%s without messages is refused', (format) => {
    const found = readConversation(writeDiscussion({ ...EMPTY_DISCUSSION, title: 'T' }, format));
    expect(found).toEqual({ kind: 'refused', reason: 'it has no messages' });
  });

  it('separates messages in Markdown by more dashes than they contain', () => {
    const own = withChange(
      EMPTY_DISCUSSION,
      insertion(EMPTY_DISCUSSION, 0, [
        { id: '1', role: 'User', content: 'Why?\n', time: 0, collapsed: false },
        { id: '2', role: 'AI', content: 'So:\n\n---\n\nUser: b', time: 0, collapsed: false },
      ]),
    );
    expect(writeDiscussion(own, 'md')).toBe(
      '# Why?\n\n----\n\nUser: Why?\n\n\n----\n\nAI: So:\n\n---\n\nUser: b\n',
    );
  });
});
