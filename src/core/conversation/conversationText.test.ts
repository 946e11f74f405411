import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { growth } from '../../../tests/growth';
import { readConversation } from './conversationText';

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
      'ChatGPT trees without a leaf',
      [
        chat,
        { title: 'Gone', mapping: { a: { ...node(null, 'user', ['x']), children: ['gone'] } } },
        {
          title: 'Circle',
          mapping: {
            root: { parent: null, message: null, children: [] },
            a: { ...node('b', 'user', ['x']), children: ['b'] },
            b: { ...node('a', 'assistant', ['y']), children: ['a'] },
          },
        },
      ],
      [
        'ChatGPT export',
        ['Tree', 'User: Hi', 'AI: Hello'],
        ['Gone', 'User: x'],
        ['Circle', 'User: x', 'AI: y'],
      ],
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
          'AI: Done\n\n[tool]\n\n```\nx\n```\n\n[result]\n\n```\ny\n```\n\n[file: b.md]\n\n```\n# B\n```',
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
      'lists beside others',
      { tags: ['a'], conversations: [{ messages: ['AI: a'] }], archived: [{ messages: ['AI: b'] }] },
      ['List of messages', ['', 'AI: a'], ['', 'AI: b']],
    ],
    ['a list beside an empty one', { messages: [], history: ['AI: a'] }, ['List of messages', ['', 'AI: a']]],
    [
      'JSON Lines of a log',
      '{"type":"user","message":{"role":"user","content":"a"}}\n\n{"message":{"role":"assistant","content":[{"type":"text","text":"b"}]}}\n',
      ['List of messages', ['', 'User: a', 'AI: b']],
    ],
    [
      'calls of tools',
      [{ role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }],
      ['List of messages', ['', 'AI: [tool: f]\n\n```json\n{\n  "a": 1\n}\n```']],
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
    ['a label before a line separator', 'User: a\u2028b\nAI: c', ['Text', ['', 'User: a\u2028b', 'AI: c']]],
    ['a TOML value without messages', 'a = 1\n', 'it has no messages in a known format'],
    ['a comment that could be TOML', '# a = b', ['Text', ['', 'Unknown: # a = b']]],
    ['a JSON value without messages', '{"a": 1}', 'it has no messages in a known format'],
    ['JSON that was cut off', '[{"role": "user", "content": "a', 'it is incomplete or damaged JSON'],
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

  it.each([
    ['a list', [{ role: 'user' }, { role: 'ai', content: [] }, 'AI: a', 5], { empty: 2, unreadable: 1 }],
    ['a ChatGPT export', chat, { empty: 1, branch: 1, hidden: 1 }],
    [
      'a ChatGPT export with empty messages',
      {
        current_node: 'c',
        mapping: {
          root: node(null, 'system', ['']),
          a: node('root', 'user', ['']),
          b: node('a', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [] } }),
          c: node('b', 'assistant', ['x']),
        },
      },
      { empty: 2, reasoning: 1 },
    ],
    [
      'a Claude export',
      {
        chat_messages: [
          { sender: 'human', text: '' },
          { sender: 'human', text: ' ', content: [] },
          { sender: 'assistant' },
          { sender: 'assistant', text: 'a' },
        ],
      },
      { empty: 3 },
    ],
    ['a transcript', 'You said:\n\nChatGPT said:\nHi', { empty: 1 }],
  ])('counts messages that are left out: %s', (_, value, expected) => {
    const found = readConversation(typeof value === 'string' ? value : JSON.stringify(value));
    expect(found).toMatchObject({ kind: 'read', discussions: [{ leftOut: expected }] });
  });

  it('reads TOML dates', () => {
    const dates = ['2024-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00', '2024-01-01', '12:00:00'];
    const text = dates.map((time) => `[[messages]]\ncontent = "a"\ntime = ${time}\n`).join('\n');
    const found = readConversation(text);
    const messages = found.kind === 'read' ? found.discussions[0]?.messages : undefined;
    const first = Date.parse('2024-01-01T00:00:00Z');
    expect(messages?.map(({ time }) => time)).toEqual([first, first, first, undefined]);
  });

  it('reads texts of any size in linear time', { timeout: 60_000 }, () => {
    const code = (text: string) => ({
      mapping: { a: node(null, 'user', [], { content: { content_type: 'code', text } }) },
    });
    const texts: ((size: number) => string)[] = [
      (size) => 'a\r'.repeat(size),
      (size) => 'a\u2028'.repeat(size),
      (size) => `User:${' '.repeat(size)}\u2028x`,
      (size) => `${'`'.repeat(size)}\u2028x`,
      (size) => `User: a\n\n${'-'.repeat(size)}x`,
      (size) => `# ${'a:'.repeat(size)}\n\n---\n\n${'\\'.repeat(size)}x`,
      (size) => JSON.stringify(code(`a${'\n'.repeat(size)}x`)),
    ];
    for (const text of texts)
      expect(
        growth((size) => readConversation(text(size)), { size: 4_000, factor: 8, limit: 24 }),
      ).toBeLessThan(24);
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
