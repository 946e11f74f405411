import { describe, expect, it } from 'vitest';
import { readConversation } from '../conversationText';

function read(value: unknown) {
  const found = readConversation(typeof value === 'string' ? value : JSON.stringify(value));
  if (found.kind === 'refused') return found.reason;
  const discussions = found.discussions.map(({ title, messages, leftOut }) => [
    title,
    ...messages.map(({ role, content }) => `${role}: ${content}`),
    ...(Object.keys(leftOut ?? {}).length > 0 ? [leftOut] : []),
  ]);
  return [found.format, ...discussions];
}

const lines = (...values: readonly unknown[]) => values.map((each) => JSON.stringify(each)).join('\n');
const user = (text: string, more: object = {}) => ({ role: 'user', content: text, ...more });

describe('exports of chats', () => {
  it.each([
    [
      'DeepSeek, whose newest answer is shown',
      [
        {
          title: 'D',
          mapping: {
            root: { parent: null, message: null },
            1: {
              parent: 'root',
              message: { fragments: [{ type: 'REQUEST', content: 'a' }], files: [{ file_name: 'x.pdf' }] },
            },
            2: { parent: '1', message: { fragments: [{ type: 'RESPONSE', content: 'b' }] } },
            10: {
              parent: '1',
              message: {
                fragments: [
                  { type: 'THINK', content: 'hm' },
                  { type: 'SEARCH', content: null, results: [{ title: 'P', url: 'https://p.example' }] },
                  { type: 'RESPONSE', content: 'c' },
                ],
              },
            },
          },
        },
      ],
      [
        'DeepSeek export',
        [
          'D',
          'User: a\n\n[file: x.pdf]',
          'AI: [search]\n\n```\nP https://p.example\n```\n\nc',
          { branch: 1 },
        ],
      ],
    ],
    [
      'Grok',
      {
        conversations: [
          {
            conversation: { title: 'G' },
            responses: [
              { response: { sender: 'human', message: 'a', file_attachments: ['u-1'] } },
              { response: { sender: 'ASSISTANT', message: 'b' } },
            ],
          },
        ],
      },
      ['Grok export', ['G', 'User: a\n\n[file: u-1]', 'AI: b']],
    ],
    [
      'VS Code',
      {
        responderUsername: 'GitHub Copilot',
        requests: [
          {
            message: { text: 'a' },
            variableData: { variables: [{ name: 'x.ts' }] },
            response: [
              { kind: 'thinking', value: 'hm' },
              { value: 'See ', supportHtml: false },
              { kind: 'inlineReference', inlineReference: { path: '/src/b.ts' } },
              { value: '.' },
              {
                kind: 'toolInvocationSerialized',
                toolId: 'run_in_terminal',
                toolSpecificData: { kind: 'terminal', commandLine: { original: 'ls' } },
                resultDetails: { input: '', output: [{ isText: true, value: 'b.ts' }] },
              },
              { kind: 'undoStop', id: '1' },
              { kind: 'textEditGroup', uri: { path: '/src/b.ts' }, edits: [[{ text: 'new' }]] },
            ],
          },
        ],
      },
      [
        'VS Code chat',
        [
          '',
          'User: a\n\n[file: x.ts]',
          'AI: See `b.ts`.\n\n[tool: run_in_terminal]\n\n```\nls\n```\n\n[result]\n\n```\nb.ts\n```\n\n[change: /src/b.ts]\n\n```\nnew\n```',
        ],
      ],
    ],
    [
      'Gemini by day, with its HTML as Markdown',
      [
        { header: 'Gemini Apps', title: 'Used a feature', time: '2026-01-03T09:00:00Z' },
        {
          header: 'Gemini Apps',
          title: 'Prompted c',
          time: '2026-01-03T08:00:00Z',
          safeHtmlItem: [
            {
              html: '<h3>T</h3><ul><li><p>d &lt;e&gt;</p></li><li>f<ol><li>g</li></ol></li></ul><script>x()</script>',
            },
          ],
          attachedFiles: ['p.png'],
        },
        {
          header: 'Gemini Apps',
          title: 'Prompted a',
          time: '2026-01-02T08:00:00Z',
          safeHtmlItem: [
            {
              html: '<p>b <code>c</code> <a href="https://x.example">l</a> <a href="javascript:x()">m</a></p><pre><code>x\n\n\n y</code></pre>',
            },
          ],
        },
      ],
      [
        'Gemini activity',
        [
          'Gemini, 2026-01-03',
          'User: c\n\n[file: p.png]',
          'AI: ### T\n\n- d <e>\n- f\n   1. g\n\nx()',
          { hidden: 1 },
        ],
        ['Gemini, 2026-01-02', 'User: a', 'AI: b `c` [l](https://x.example) m\n\n```text\nx\n\n\n y\n```'],
      ],
    ],
    [
      'Gemini in another language, whose prompts begin with the same words',
      [
        { header: 'Gemini-Apps', title: 'Funktion verwendet', time: '2026-01-02T09:00:00Z' },
        {
          ...{
            header: 'Gemini-Apps',
            title: 'Eingegebener Prompt: Warum: so?',
            time: '2026-01-02T08:30:00Z',
          },
          safeHtmlItem: [{ html: '<p>Darum</p>' }],
        },
        {
          ...{ header: 'Gemini-Apps', title: 'Eingegebener Prompt: Ja?', time: '2026-01-02T08:00:00Z' },
          safeHtmlItem: [{ html: '<p>Nein</p>' }],
        },
      ],
      [
        'Gemini activity',
        ['Gemini, 2026-01-02', 'User: Ja?', 'AI: Nein', 'User: Warum: so?', 'AI: Darum', { hidden: 1 }],
      ],
    ],
    [
      'Gemini in another language, whose prompts begin with other words',
      ['Demande Traduis : oui', 'Demande Explique : non'].map((title, at) => ({
        ...{ header: 'Gemini', title, time: `2026-01-02T0${9 - at}:00:00Z` },
        safeHtmlItem: [{ html: '<p>a</p>' }],
      })),
      [
        'Gemini activity',
        [
          'Gemini, 2026-01-02',
          'User: Demande Explique : non',
          'AI: a',
          'User: Demande Traduis : oui',
          'AI: a',
        ],
      ],
    ],
    [
      'LibreChat with nested answers',
      {
        title: 'L',
        messages: [
          {
            ...{ messageId: 'a', text: 'a', isCreatedByUser: true },
            children: [
              { messageId: 'b', parentMessageId: 'a', text: 'b', isCreatedByUser: false },
              {
                ...{ messageId: 'c', parentMessageId: 'a', isCreatedByUser: false },
                content: [
                  { type: 'think', think: 'hm' },
                  { type: 'text', text: { value: 'c' } },
                ],
              },
            ],
          },
        ],
      },
      ['LibreChat export', ['L', 'User: a', 'AI: c', { branch: 1 }]],
    ],
    [
      'Open WebUI',
      [
        {
          chat: {
            title: 'O',
            history: {
              currentId: '2',
              messages: {
                1: { parentId: null, ...user('a', { files: [{ name: 'x.md' }] }) },
                2: { parentId: '1', role: 'assistant', content: 'b' },
                3: { parentId: '1', role: 'assistant', content: 'c' },
              },
            },
          },
        },
      ],
      ['Open WebUI export', ['O', 'User: a\n\n[file: x.md]', 'AI: b', { branch: 1 }]],
    ],
    [
      'Claude Code',
      lines(
        { type: 'summary', summary: 'S' },
        { type: 'user', sessionId: 's', isMeta: true, message: user('caveat') },
        { type: 'user', sessionId: 's', message: user('a'), timestamp: '2026-01-02T08:00:00Z' },
        {
          type: 'assistant',
          sessionId: 's',
          message: {
            role: 'assistant',
            content: [
              {
                type: 'tool_use',
                name: 'Edit',
                input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
              },
            ],
          },
        },
        {
          type: 'user',
          sessionId: 's',
          message: { role: 'user', content: [{ type: 'tool_result', content: 'ok' }] },
        },
        { type: 'system', sessionId: 's', content: 'compacted' },
      ),
      [
        'Agent session',
        [
          'S',
          'User: a',
          'AI: [change: a.ts]\n\n```diff\n-x\n+y\n```',
          'Tool: [result]\n\n```\nok\n```',
          { hidden: 1 },
        ],
      ],
    ],
    [
      'Codex',
      lines(
        { type: 'session_meta', payload: { id: 's' } },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '<environment_context>x' }],
          },
        },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] },
        },
        { type: 'event_msg', payload: { type: 'user_message', message: 'a' } },
        { type: 'response_item', payload: { type: 'reasoning', summary: [], encrypted_content: 'x' } },
        {
          type: 'response_item',
          payload: { type: 'function_call', name: 'shell', arguments: '{"command":"ls"}' },
        },
        {
          type: 'response_item',
          payload: { type: 'function_call_output', output: '{"output":"b.ts\\n","metadata":{}}' },
        },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'c' }] },
        },
      ),
      [
        'Agent session',
        [
          '',
          'User: a',
          'AI: [tool: shell]\n\n```\nls\n```',
          'Tool: [result]\n\n```\nb.ts\n```',
          'AI: c',
          { hidden: 1, reasoning: 1 },
        ],
      ],
    ],
    [
      'SillyTavern',
      lines(
        { user_name: 'Ada', character_name: 'Bot', create_date: 'x' },
        { name: 'Ada', is_user: true, mes: 'a' },
        { name: 'Bot', is_user: false, mes: 'b' },
      ),
      ['SillyTavern chat', ['Bot', 'User: a', 'AI: b']],
    ],
    [
      'aider',
      '\n# aider chat started at 2026-01-02 08:00:00\n\n> aider --model x  \n\n#### a  \n#### b  \n\nc\n\n> quoted\n\nd\n\n> Tokens: 1k sent.  \n\n# aider chat started at 2026-01-03 08:00:00\n\n#### e\n',
      ['aider history', ['', 'User: a\nb', 'AI: c\n\n> quoted\n\nd', { hidden: 2 }], ['', 'User: e']],
    ],
    [
      'Perplexity',
      '<img src="https://r2cdn.example/pplx-full-logo-primary-dark%40x.png" style="height:64px"/>\n\n# a?\n\nb [^1_1]\n\n<span style="display:none">[^1_2]</span>\n\n<div align="center">⁂</div>\n\n[^1_1]: https://x.example\n\n---\n\n# c?\n\nd',
      [
        'Perplexity export',
        ['', 'User: a?', 'AI: b [^1_1]\n\n\n\n[^1_1]: https://x.example', 'User: c?', 'AI: d'],
      ],
    ],
    [
      'Perplexity, with headings and HTML within code and answers',
      '<img src="https://r2cdn.example/pplx-full-logo-primary-dark%40x.png"/>\n\n# a?\n\n```sh\ncat >\n\n# no question\n---\n\n# nor this\n<div align="center">x</div>\n```\n\n<b>\n\n# A heading\n\ntext\n\n<div align="center">⁂</div>\n\n# b?\n\nc\n\n---\n',
      [
        'Perplexity export',
        [
          '',
          'User: a?',
          'AI: ```sh\ncat >\n\n# no question\n---\n\n# nor this\n<div align="center">x</div>\n```\n\n<b>\n\n# A heading\n\ntext',
          'User: b?',
          'AI: c',
        ],
      ],
    ],
    [
      'Perplexity, with an answer whose code does not end',
      '<img src="https://r2cdn.example/pplx-full-logo-primary-dark%40x.png"/>\n\n# a?\n\n```sh\nls\n\n---\n\n# b?',
      ['Perplexity export', ['', 'User: a?', 'AI: ```sh\nls', 'User: b?', { empty: 1 }]],
    ],
    [
      'aider, with headings in an answer and its code',
      '# aider chat started at 2026-01-02 08:00:00\n\n#### a  \n\n#### Heading\n\n```py\n#### part\n> b\n```\n\n#### c  \n\nd\n',
      [
        'aider history',
        ['', 'User: a', 'AI: #### Heading\n\n```py\n#### part\n> b\n```', 'User: c', 'AI: d'],
      ],
    ],
    [
      'aider, without the blanks at the ends of lines',
      '# aider chat started at 2026-01-02 08:00:00\n\n#### a\n\n```py\n#### part\n```\n\n#### c\n\nd\n',
      ['aider history', ['', 'User: a', 'AI: ```py\n#### part\n```', 'User: c', 'AI: d']],
    ],
    [
      'TypingMind',
      { data: { chats: [{ chatTitle: 'T', messages: [user('a')] }], folders: [{ title: 'f' }] } },
      ['List of messages', ['T', 'User: a']],
    ],
    [
      'Google AI Studio',
      {
        runSettings: {},
        chunkedPrompt: {
          chunks: [
            { role: 'user', text: 'a' },
            { role: 'model', text: 'hm', isThought: true },
            { role: 'model', text: 'b' },
          ],
        },
      },
      ['List of messages', ['', 'User: a', 'AI: b', { reasoning: 1 }]],
    ],
    [
      'several lists of messages in one object',
      {
        title: 'T',
        messages: [user('a')],
        tags: ['x', 'y'],
        history: [user('b')],
        archive: { name: 'Old', turns: [user('c'), 5] },
      },
      ['List of messages', ['T', 'User: a'], ['T', 'User: b'], ['Old', 'User: c', { unreadable: 1 }]],
    ],
    [
      'several lists of messages in each object of a list',
      { chats: [{ title: 'T', messages: [user('a')], history: [user('b')] }, { messages: [user('c')] }] },
      ['List of messages', ['T', 'User: a'], ['T', 'User: b'], ['', 'User: c']],
    ],
    [
      'messages within texts without a role',
      [{ text: 'a', messages: [user('b')] }],
      ['List of messages', ['', 'Unknown: a'], ['', 'User: b']],
    ],
    [
      'a list of texts beside messages',
      { messages: ['Hello', 'world'], history: [user('b')] },
      ['List of messages', ['', 'Unknown: Hello', 'Unknown: world'], ['', 'User: b']],
    ],
    [
      'ShareGPT',
      [
        {
          id: 1,
          conversations: [
            { from: 'human', value: 'a' },
            { from: 'gpt', value: 'b' },
          ],
        },
      ],
      ['List of messages', ['', 'User: a', 'AI: b']],
    ],
    [
      "marks in ChatGPT's answers",
      [
        {
          mapping: {
            a: {
              message: {
                author: { role: 'assistant' },
                content: {
                  content_type: 'text',
                  parts: [
                    'A \ue200entity\ue202["x","Oslo",0]\ue201, \ue200url\ue202B c\ue202turn0search1\ue201 d \ue200cite\ue202turn0search0\ue201. 【1†source】',
                  ],
                },
              },
            },
          },
        },
      ],
      ['ChatGPT export', ['', 'AI: A Oslo, B c d. 【1†source】']],
    ],
  ])('%s', (_, value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

it.each(['<html><head><title>My Activity History</title>', '\n<!DOCTYPE html>\n<p>User: a</p>'])(
  'asks for JSON in place of the page %j',
  (page) => {
    expect(read(page)).toMatch(/ are a web page \(HTML\)\. Export them as JSON; /);
  },
);

describe('hostile exports', () => {
  const nested = (level: number, inner: string) => '['.repeat(level) + inner + ']'.repeat(level);

  it('change no prototype', () => {
    const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const node =
      '{"message":{"author":{"role":"__proto__"},"content":{"content_type":"constructor","parts":["x"]}}}';
    expect(read(`[{"mapping":{${keys.map((key) => `"${key}":${node}`).join()}}}]`)).toHaveLength(2);
    expect(read(`[{"role":"__proto__","content":"a","__proto__":{"x":1}}]`)).toHaveLength(2);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    ['depth', `{"messages":[{"role":"user","content":${nested(50_000, '"x"')}}]}`],
    ['deep lists', nested(50_000, '{"role":"user","content":"a"}')],
    [
      'deep input of a tool',
      `[{"role":"ai","content":[{"type":"tool_use","name":"f","input":{"a":${nested(50_000, '1')}}}]}]`,
    ],
    ['a huge number as time', '[{"role":"user","content":"a","time":1e400}]'],
    [
      'a huge number as id',
      '{"messages":[{"messageId":"a","parentMessageId":1e999,"text":"a","sender":"User"}]}',
    ],
    [
      'children that are no list',
      '{"messages":[{"messageId":"a","text":"a","sender":"User","children":{"0":5}}]}',
    ],
    [
      'ids that are objects',
      '[{"mapping":{"a":{"parent":{},"children":[{}],"message":{"author":5,"content":{"parts":["a"]}}}}}]',
    ],
  ])('are read or refused: %s', (_, text) => {
    expect(read(text)).toBeDefined();
  });

  it('keep HTML as text', () => {
    expect(read([user('<img src=x onerror="x()">')])).toEqual([
      'List of messages',
      ['', 'User: <img src=x onerror="x()">'],
    ]);
  });

  it('of 100,000 messages in one branch', () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [
        `n${at}`,
        {
          parent: `n${at - 1}`,
          message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['x'] } },
        },
      ]),
    );
    const found = readConversation(JSON.stringify([{ current_node: 'n99999', mapping }]));
    expect(found.kind === 'read' && found.discussions[0]?.messages.length).toBe(100_000);
  });
});
