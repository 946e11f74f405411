import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { readConversation, writeDiscussion } from './conversationText';
import { EMPTY_DISCUSSION, insertion, withChange, type Discussion } from './discussion';
import { asRole } from './roles';

function read(value: unknown) {
  const found = readConversation(typeof value === 'string' ? value : JSON.stringify(value));
  if (found.kind === 'refused') return found.reason;
  const discussions = found.discussions.map(({ title, messages }) => [
    title,
    ...messages.map(({ role, content }) => `${role}: ${content}`),
  ]);
  return [found.format, ...discussions];
}

const node = (parent: string | null, role: string, parts: readonly unknown[], more: object = {}) => ({
  ...{ parent, children: [] },
  message: {
    author: { role },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts },
    ...more,
  },
});
const chat = {
  title: 'Tree',
  current_node: 'c',
  mapping: {
    root: { parent: null, message: null, children: ['a'] },
    a: node('root', 'system', ['']),
    b: node('a', 'user', ['Hi', { asset_pointer: 'x' }]),
    c: node('b', 'assistant', ['Hello']),
    d: node('b', 'assistant', ['Another answer']),
    e: node('c', 'tool', ['hidden'], { metadata: { is_visually_hidden_from_conversation: true } }),
  },
};

describe('readConversation', () => {
  it.each([
    [
      'a list of both shapes',
      [{ role: 'User', content: 'a' }, 'AI: b', { content: 'c' }, 5],
      ['List of messages', ['', 'User: a', 'AI: b', 'Unknown: c']],
    ],
    [
      'messages of the API',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] },
      ['List of messages', ['', 'User: a']],
    ],
    [
      'several discussions',
      [
        { title: 'A', messages: ['AI: a'] },
        { title: 'B', messages: ['AI: b'] },
      ],
      ['List of messages', ['A', 'AI: a'], ['B', 'AI: b']],
    ],
    ['the shown branch of a ChatGPT export', [chat], ['ChatGPT export', ['Tree', 'User: Hi', 'AI: Hello']]],
    [
      'a ChatGPT tree without a current node',
      { ...chat, current_node: 'gone' },
      ['ChatGPT export', ['Tree', 'User: Hi', 'AI: Hello']],
    ],
    [
      'a ChatGPT tree that is a circle',
      { current_node: 'a', mapping: { a: node('a', 'user', ['x']) } },
      ['ChatGPT export', ['', 'User: x']],
    ],
    [
      'code, files, and canvases of ChatGPT',
      {
        title: 'Parts',
        current_node: 'i',
        mapping: {
          a: node(null, 'user', ['Look', { content_type: 'image_asset_pointer' }], {
            content: {
              content_type: 'multimodal_text',
              parts: [{ content_type: 'image_asset_pointer' }, 'Look'],
            },
            metadata: { attachments: [{ name: 'data.csv' }] },
          }),
          b: node('a', 'assistant', [], {
            recipient: 'python',
            content: { content_type: 'code', language: 'unknown', text: 'a = 1\r\n```' },
          }),
          c: node('b', 'tool', [], { content: { content_type: 'execution_output', text: '1' } }),
          d: node('c', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [] } }),
          e: node('d', 'assistant', ['{"name":"x","type":"code/js","content":"x()"}'], {
            recipient: 'canmore.create_textdoc',
          }),
          f: node('e', 'tool', ['Successfully created'], { weight: 0 }),
          f2: node('f', 'assistant', ['{"updates":[{"pattern":".*","replacement":"y()"}]}'], {
            recipient: 'canmore.update_textdoc',
          }),
          g: node('f2', 'assistant', ['User likes tea.'], { recipient: 'bio' }),
          h: node('g', 'tool', [], {
            content: { content_type: 'tether_quote', title: 'cv.docx', text: 'CV' },
          }),
          i: node('h', 'assistant', ['Rain \ue200cite\ue202turn0\ue201, \ue200x\ue201so.'], {
            metadata: {
              content_references: [
                { matched_text: '\ue200cite\ue202turn0\ue201', alt: '([a](https://a.example))' },
              ],
            },
          }),
        },
      },
      [
        'ChatGPT export',
        [
          'Parts',
          'User: [image]\n\nLook\n\n[file: data.csv]',
          'AI: ````python\na = 1\n```\n````',
          'Tool: ```\n1\n```',
          'AI: **x**\n\n```js\nx()\n```',
          'AI: ```\ny()\n```',
          'Tool: [file: cv.docx]\n\n```\nCV\n```',
          'AI: Rain ([a](https://a.example)),so.',
        ],
      ],
    ],
    [
      'attachments, files, and branches of a Claude export',
      {
        name: 'C',
        chat_messages: [
          {
            ...{ uuid: '1', parent_message_uuid: '0', sender: 'human', text: 'Read' },
            attachments: [{ file_name: '', extracted_content: 'long\r\ntext' }],
            files: [{ file_name: 'a.png' }, { file_name: '' }],
          },
          { uuid: '2', parent_message_uuid: '1', sender: 'assistant', text: 'first' },
          {
            ...{ uuid: '3', parent_message_uuid: '1', sender: 'assistant', text: '' },
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: 'Done' },
              { type: 'tool_use', input: { query: 'x' } },
              { type: 'tool_result', content: [{ type: 'text', text: 'y' }] },
              { type: 'tool_use', input: { path: 'b.md', file_text: '# B' } },
            ],
          },
        ],
      },
      [
        'Claude export',
        [
          'C',
          'User: Read\n\n[attachment]\n\n```\nlong\ntext\n```\n\n[file: a.png]',
          'AI: Done\n\n[file: b.md]\n\n```\n# B\n```',
        ],
      ],
    ],
    [
      'one branch of a Claude export whose first message has no parent',
      {
        name: 'C',
        chat_messages: [
          { uuid: '1', parent_message_uuid: null, sender: 'human', text: 'a' },
          { uuid: '2', parent_message_uuid: '1', sender: 'assistant', text: 'b' },
          { uuid: '3', parent_message_uuid: '1', sender: 'assistant', text: 'c' },
        ],
      },
      ['Claude export', ['C', 'User: a', 'AI: c']],
    ],
    [
      'times and types that no text can be made of',
      [
        { role: 'user', content: 'a', time: { toString: 1 } },
        { role: 'ai', content: 'b', time: [{ toString: 1 }] },
      ],
      ['List of messages', ['', 'User: a', 'AI: b']],
    ],
    [
      'JSON Lines of a log',
      '{"type":"user","message":{"role":"user","content":"a"}}\n\n{"message":{"role":"assistant","content":[{"type":"text","text":"b"}]}}\n',
      ['List of messages', ['', 'User: a', 'AI: b']],
    ],
    [
      'calls of tools',
      [{ role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }],
      ['List of messages', ['', 'AI: f({"a":1})']],
    ],
    [
      'a Claude export',
      [
        {
          name: 'C',
          chat_messages: [
            { sender: 'human', text: 'a', content: [] },
            { sender: 'assistant', text: '', content: [{ type: 'text', text: 'b' }] },
          ],
        },
      ],
      ['Claude export', ['C', 'User: a', 'AI: b']],
    ],
    [
      'a Manual Slop history',
      '[discussions.main]\nhistory = ["@2024-01-01T00:00:00\\nUser:\\nHi", "AI:\\nHello"]\n',
      ['Manual Slop project', ['main', 'User: Hi', 'AI: Hello']],
    ],
    ['a transcript', 'User: a\nAI: b', ['Text', ['', 'User: a', 'AI: b']]],
    ['a text with brackets', '[1] a = b', ['Text', ['', 'Unknown: [1] a = b']]],
    ['a JSON value without messages', '{"a": 1}', 'it has no messages in a known format'],
    ['JSON that was cut off', '[{"role": "user", "content": "a', 'it is incomplete or damaged JSON'],
    ['a ZIP file', 'PK\u0003\u0004\0\0', 'it is a ZIP file. Unpack it and choose conversations.json'],
    ['bytes', '\u0001\0\u0002', 'it is not a text'],
    ['a byte order mark', '\ufeff["AI: b"]', ['List of messages', ['', 'AI: b']]],
    ['nothing', ' \n', 'it has no messages'],
    ['a list of nothing', '[]', 'it has no messages in a known format'],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('reads marks of citations after very many blanks', () => {
    const part = `${' '.repeat(1_000_000)}x\ue200cite\ue201`;
    const mapping = { a: node(null, 'user', [part]) };
    expect(read({ title: '', current_node: 'a', mapping })).toEqual(['ChatGPT export', ['', 'User: x']]);
  });

  it('refuses no text, and always gives well-formed texts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), anyText), (text) => {
        const found = readConversation(text);
        if (found.kind === 'read')
          for (const { messages } of found.discussions)
            for (const { role, content } of messages) expect((role + content).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('writeDiscussion', () => {
  const message = fc.record({
    role: fc.oneof(fc.constantFrom('User', 'AI'), fc.string().map(asRole)),
    content: fc
      .oneof(anyText, fc.string({ unit: 'binary' }))
      .map((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n')),
    time: fc
      .nat({ max: 8_640_000_000_000_000 })
      .map((time) => time + 100_000_000_000)
      .filter((time) => time <= 8_640_000_000_000_000),
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

  it.each(['json', 'toml'] as const)('%s read again gives equal messages', (format) => {
    fc.assert(
      fc.property(discussion, (written) => {
        const found = readConversation(writeDiscussion(written, format));
        if (found.kind === 'refused') throw new Error(found.reason);
        const [again] = found.discussions;
        expect(again?.title).toBe(written.title);
        expect(again?.messages).toEqual(
          written.messages.map(({ role, content, time, collapsed }) => ({
            ...{ role: asSeen(role), content, time },
            ...(collapsed && { collapsed }),
          })),
        );
      }),
    );
  });

  it('md read again gives equal roles and texts', () => {
    fc.assert(
      fc.property(discussion, (written) => {
        fc.pre(written.messages.every(({ role }) => !role.includes(':')));
        const found = readConversation(writeDiscussion(written, 'md'));
        if (found.kind === 'refused') throw new Error(found.reason);
        expect(found.discussions[0]?.messages).toEqual(
          written.messages.map(({ role, content }) => ({ role: asSeen(role), content: content.trim() })),
        );
      }),
    );
  });

  it('separates the messages of Markdown by more dashes than they have', () => {
    const own = withChange(
      EMPTY_DISCUSSION,
      insertion(EMPTY_DISCUSSION, 0, [
        { id: '1', role: 'User', content: 'Why?\n', time: 0, collapsed: false },
        { id: '2', role: 'AI', content: 'So:\n\n---\n\nUser: b', time: 0, collapsed: false },
      ]),
    );
    expect(writeDiscussion(own, 'md')).toBe(
      '# Why?\n\n----\n\nUser: Why?\n\n----\n\nAI: So:\n\n---\n\nUser: b\n',
    );
  });
});

/** Names such as `assistant` are read as the app's own roles. */
function asSeen(role: string): string {
  const found = readConversation(JSON.stringify([{ role, content: 'x' }]));
  return found.kind === 'read' ? (found.discussions[0]?.messages[0]?.role ?? '') : '';
}
