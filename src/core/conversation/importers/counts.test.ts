import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConversation } from '../conversationText';

/** Messages as exports have them: with a text, without one, hidden, reasoning alone, and no messages at all. */
const KINDS = ['text', 'text', 'empty', 'hidden', 'reasoning', 'broken'] as const;
type Kind = (typeof KINDS)[number];

interface Written {
  readonly kind: Kind;
  /** The place of the message before it, of any place, so that there are branches and circles. */
  readonly parent: number;
  readonly isAsked: boolean;
}

const conversation = fc.array(
  fc.record<Written>({
    kind: fc.constantFrom(...KINDS),
    parent: fc.integer({ min: -1, max: 8 }),
    isAsked: fc.boolean(),
  }),
  { minLength: 1, maxLength: 9 },
);
const broken = [5, [], 'x', { nothing: true }];

type Writer = (conversations: readonly (readonly Written[])[]) => unknown;

interface Format {
  readonly write: Writer;
  /** Messages of one conversation, if it is not one for each that was written. */
  readonly count?: (written: readonly Written[]) => number;
  /** Whether all conversations become one. */
  readonly isOne?: true;
}

const bodyOf = ({ kind }: Written, at: number) => (kind === 'empty' ? '' : `text ${at}`);
const partsOf = (written: Written, at: number) =>
  written.kind === 'reasoning'
    ? [{ type: 'thinking', thinking: 'hm' }]
    : [{ type: 'text', text: bodyOf(written, at) }];
const objectsOf = (written: readonly Written[], one: (each: Written, at: number) => unknown) =>
  written.map((each, at) => (each.kind === 'broken' ? broken[at % broken.length] : one(each, at)));
const mappingOf = (written: readonly Written[], message: (each: Written, at: number) => unknown) =>
  Object.fromEntries([
    ['root', { parent: null, message: null }],
    ...objectsOf(written, message).map((each, at) => [
      `${at}`,
      { parent: written[at]?.parent === -1 ? 'root' : `${written[at]?.parent}`, message: each },
    ]),
  ]);
const lines = (values: readonly unknown[]) => values.map((each) => JSON.stringify(each)).join('\n');

const FORMATS: Readonly<Record<string, Format>> = {
  'ChatGPT export': {
    write: (all) =>
      all.map((written) => ({
        current_node: '0',
        mapping: mappingOf(written, (each, at) => ({
          author: { role: each.isAsked ? 'user' : 'assistant' },
          content: {
            content_type: each.kind === 'reasoning' ? 'thoughts' : 'text',
            parts: [bodyOf(each, at)],
          },
          metadata: { is_visually_hidden_from_conversation: each.kind === 'hidden' },
        })),
      })),
  },
  'DeepSeek export': {
    write: (all) =>
      all.map((written) => ({
        mapping: mappingOf(written, (each, at) => ({
          fragments: [{ type: each.kind === 'reasoning' ? 'THINK' : 'RESPONSE', content: bodyOf(each, at) }],
        })),
      })),
  },
  'Claude export': {
    write: (all) =>
      all.map((written) => ({
        chat_messages: objectsOf(written, (each, at) => ({
          uuid: `${at}`,
          ...(at % 3 < 2 && { parent_message_uuid: `${each.parent}` }),
          sender: each.isAsked ? 'human' : 'assistant',
          content: partsOf(each, at),
        })),
      })),
  },
  'Grok export': {
    write: (all) => ({
      conversations: all.map((written) => ({
        conversation: { title: 'x' },
        responses: objectsOf(written, (each, at) => ({
          response: { sender: each.isAsked ? 'human' : 'ASSISTANT', message: bodyOf(each, at) },
        })),
      })),
    }),
  },
  'VS Code chat': {
    isOne: true,
    count: (written) =>
      written.reduce(
        (sum, { kind }, at) => sum + (kind !== 'broken' || at % 4 === 1 || at % 4 === 3 ? 2 : 1),
        0,
      ),
    write: (all) => ({
      responderUsername: 'GitHub Copilot',
      requests: all.flatMap((written) =>
        objectsOf(written, (each, at) => ({
          message: { text: bodyOf(each, at) },
          response:
            each.kind === 'reasoning' ? [{ kind: 'thinking', value: 'hm' }] : [{ value: bodyOf(each, at) }],
        })).map((each) => (Array.isArray(each) ? {} : each)),
      ),
    }),
  },
  'LibreChat export': {
    write: (all) =>
      all.map((written) => ({
        messages: objectsOf(written, (each, at) => ({
          messageId: `${at}`,
          parentMessageId: `${each.parent}`,
          isCreatedByUser: each.isAsked,
          text: bodyOf(each, at),
        })),
      })),
  },
  'Open WebUI export': {
    write: (all) =>
      all.map((written) => ({
        chat: {
          history: {
            currentId: '0',
            messages: Object.fromEntries(
              objectsOf(written, (each, at) => ({
                parentId: `${each.parent}`,
                role: each.isAsked ? 'user' : 'assistant',
                content: bodyOf(each, at),
              })).entries(),
            ),
          },
        },
      })),
  },
  'Agent session': {
    isOne: true,
    write: (all) =>
      lines(
        all.flat().map((each, at) =>
          each.kind === 'broken'
            ? 5
            : {
                ...{
                  type: each.isAsked ? 'user' : 'assistant',
                  sessionId: 's',
                  isMeta: each.kind === 'hidden',
                },
                message: { role: each.isAsked ? 'user' : 'assistant', content: partsOf(each, at) },
              },
        ),
      ),
  },
  'List of messages': {
    write: (all) =>
      all.map((written) => ({
        title: 'x',
        messages: objectsOf(written, (each, at) => ({
          role: each.isAsked ? 'user' : 'assistant',
          content: partsOf(each, at),
        })),
      })),
  },
};

describe('every message of an import is in a discussion or counted', () => {
  it.each(Object.entries(FORMATS))('%s', (name, { write, count = (written) => written.length, isOne }) => {
    fc.assert(
      fc.property(fc.array(conversation, { minLength: 1, maxLength: 4 }), (generated) => {
        // Formats are recognized by a message, and an import without any text is refused.
        const sure: Written = { kind: 'text', parent: -1, isAsked: true };
        const all = generated.map((written) => [sure, ...written]);
        const data = write(all);
        const found = readConversation(typeof data === 'string' ? data : JSON.stringify(data));
        if (found.kind === 'refused') throw new Error(found.reason);
        expect(found.format).toBe(name);
        expect(found.discussions.length + found.empty.discussions).toBe(isOne ? 1 : all.length);
        const left = [...found.discussions.map(({ leftOut }) => leftOut), found.empty.leftOut];
        const taken = found.discussions.reduce((sum, { messages }) => sum + messages.length, 0);
        const counted = left
          .flatMap((each) => Object.values(each ?? {}))
          .reduce((sum, each) => sum + each, 0);
        const written = all.reduce((sum, each) => sum + count(each), 0);
        expect(taken + counted).toBe(written);
      }),
    );
  });

  it('counts discussions of Manual Slop without messages', () => {
    const discussions = { main: { history: ['User: a'] }, fresh: { history: [] } };
    expect(readConversation(JSON.stringify({ discussion: { discussions } }))).toMatchObject({
      discussions: [{ title: 'main' }],
      empty: { discussions: 1 },
    });
  });

  it('counts conversations without a text', () => {
    const chat = (content: string) => ({ chat_messages: [{ sender: 'human', text: content }] });
    const found = readConversation(
      JSON.stringify([chat('a'), chat(''), chat(' '), { chat_messages: [] }, 5]),
    );
    expect(found).toMatchObject({
      discussions: [{ messages: [{ content: 'a' }] }],
      empty: { discussions: 4, leftOut: { empty: 2, unreadable: 1 } },
    });
  });
});
