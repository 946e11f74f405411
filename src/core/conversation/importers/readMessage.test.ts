import { expect, it } from 'vitest';
import { readMessage } from './readMessage';

it.each([
  ['a text with a role', 'AI: ok', { role: 'AI', content: 'ok' }],
  ['a text without one', 'Note: x', { role: 'Unknown', content: 'Note: x' }],
  ['an object', { role: 'assistant', content: 'ok' }, { role: 'AI', content: 'ok' }],
  ['a role of its own', { role: 'Reviewer\n', content: 'ok' }, { role: 'Reviewer', content: 'ok' }],
  ['no role', { content: 'z' }, { role: 'Unknown', content: 'z' }],
  [
    'content in parts',
    { role: 'user', content: [{ text: 'a' }, 'b', { image: 1 }] },
    { role: 'User', content: 'a\n\nb' },
  ],
  [
    'seconds',
    { content: 'a', created_at: 1_700_000_000.5 },
    { role: 'Unknown', content: 'a', time: 1_700_000_000_500 },
  ],
  [
    'an ISO time',
    { text: 'a', created_at: '2024-01-01T00:00:00Z' },
    { role: 'Unknown', content: 'a', time: 1_704_067_200_000 },
  ],
  ['a wrong time', { text: 'a', time: 'soon' }, { role: 'Unknown', content: 'a' }],
  ['a lone surrogate', { role: 'user', content: '\ud800' }, { role: 'User', content: '\ufffd' }],
  ['no content', { role: 'user' }, { role: 'User', content: '' }],
  ['neither a role nor a content', { id: 1 }, 'unreadable'],
  ['a number', 5, 'unreadable'],
  ['a role in an object', { author: { role: 'model' }, content: 'a' }, { role: 'AI', content: 'a' }],
  ['a role that is no text', { role: { x: 1 }, content: 'a' }, { role: 'Unknown', content: 'a' }],
  [
    'a date of MongoDB',
    { sender: 'human', message: 'a', create_time: { $date: { $numberLong: '1700000000000' } } },
    { role: 'User', content: 'a', time: 1_700_000_000_000 },
  ],
  [
    'an image',
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
        { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
      ],
    },
    { role: 'User', content: '![image](data:image/png;base64,iVBO)\n\n[image]' },
  ],
  [
    'a result of a tool within a result',
    {
      role: 'user',
      content: [{ type: 'tool_result', name: 'f', content: [{ type: 'tool_result', content: 'x' }] }],
    },
    { role: 'Tool', content: '[result: f]\n\n````\n[result]\n\n```\nx\n```\n````' },
  ],
  [
    'calls of tools that have an id and a content',
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', name: 'send', input: { id: 'c1', content: 'Hi', channel: 'team' } },
        {
          type: 'tool_use',
          name: 'write',
          input: { path: 'a.md', content: 'Hi', mode: 'append', force: false, description: 'Note it' },
        },
        { type: 'tool_use', name: 'Bash', input: { command: 'ls', description: 'List files' } },
        { type: 'tool_use', name: 'edit', input: { path: 'a.md', old_str: 'x', new_str: 'y', all: true } },
        {
          type: 'tool_use',
          name: 'artifacts',
          input: {
            ...{ command: 'create', id: 'n', title: 'Note', type: 'text/markdown', version_uuid: 'u' },
            ...{ content: 'Hi', language: 'md' },
          },
        },
      ],
    },
    {
      role: 'AI',
      content: [
        '[tool: send]\n\n```json\n{\n  "id": "c1",\n  "content": "Hi",\n  "channel": "team"\n}\n```',
        '[file: a.md]\n\n```\nHi\n```\n\n```json\n{\n  "mode": "append",\n  "description": "Note it"\n}\n```',
        '[tool: Bash]\n\nList files\n\n```\nls\n```',
        '[change: a.md]\n\n```diff\n-x\n+y\n```\n\n```json\n{\n  "all": true\n}\n```',
        '[file: Note]\n\n```md\nHi\n```',
      ].join('\n\n'),
    },
  ],
  [
    'a part of an unknown type',
    {
      role: 'user',
      content: [
        { type: 'hologram', data: 5 },
        { type: 'text', text: 'a' },
      ],
    },
    { role: 'User', content: '[hologram]\n\na' },
  ],
  [
    'nothing but reasoning',
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] },
    { role: 'AI', content: '', hasReasoning: true },
  ],
  [
    'parts of Gemini',
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { functionCall: { name: 'find', args: { a: 1, b: 'x' } } },
        { functionResponse: { name: 'find', response: { ok: true } } },
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      ],
    },
    {
      role: 'AI',
      content: [
        '[tool: find]',
        '```json\n{\n  "a": 1,\n  "b": "x"\n}\n```',
        '[result: find]',
        '```\n{\n  "ok": true\n}\n```',
        '```python\nprint(1)\n```',
      ].join('\n\n'),
      hasReasoning: true,
    },
  ],
  [
    'a tool call with its output, as LibreChat writes it',
    {
      isCreatedByUser: false,
      content: [{ type: 'tool_call', tool_call: { name: 'sum', args: '{"a":1,"b":2}', output: '3' } }],
    },
    {
      role: 'AI',
      content: '[tool: sum]\n\n```json\n{\n  "a": 1,\n  "b": 2\n}\n```\n\n[result]\n\n```\n3\n```',
    },
  ],
  [
    "a placeholder of Claude's export",
    {
      sender: 'assistant',
      text: 'Before\n```\nThis block is not supported on your current device yet.\n```\nafter',
    },
    { role: 'AI', content: 'Before\nafter' },
  ],
])('readMessage: %s', (_, data, expected) => {
  expect(readMessage(data)).toEqual(expected);
});

it('reads parts of any depth', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = [{ type: 'tool_result', content: deep }];
  expect(readMessage({ role: 'user', content: deep })).toMatchObject({ role: 'Tool' });
});
