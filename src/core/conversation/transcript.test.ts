import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { readTranscript } from './transcript';

const read = (text: string) => readTranscript(text).messages.map(({ role, content }) => [role, content]);

describe('readTranscript', () => {
  it.each([
    [
      'labels with text',
      'User: Hi\nAssistant: Hello\nthere',
      [
        ['User', 'Hi'],
        ['AI', 'Hello\nthere'],
      ],
    ],
    [
      'labels on their own lines',
      'You said:\nHi\n\nChatGPT said:\nHello\n\nBye',
      [
        ['User', 'Hi'],
        ['AI', 'Hello\n\nBye'],
      ],
    ],
    [
      'bold labels',
      '**User:** Hi\n\n**Claude**: Hello',
      [
        ['User', 'Hi'],
        ['AI', 'Hello'],
      ],
    ],
    [
      'headings',
      '## User\n\nHi\n\n## Assistant\n\nHello',
      [
        ['User', 'Hi'],
        ['AI', 'Hello'],
      ],
    ],
    [
      'bare names',
      'You\nHi\n\nGemini\nHello',
      [
        ['User', 'Hi'],
        ['AI', 'Hello'],
      ],
    ],
    [
      'names that said something',
      'You said\nHi\nCopilot said\nHello',
      [
        ['User', 'Hi'],
        ['AI', 'Hello'],
      ],
    ],
    [
      'other roles',
      'System: Be brief.\r\nTool: 1',
      [
        ['System', 'Be brief.'],
        ['Tool', '1'],
      ],
    ],
    [
      'text before the first label',
      'Notes\nUser: Hi',
      [
        ['Unknown', 'Notes'],
        ['User', 'Hi'],
      ],
    ],
    ['no label', 'Just\ntext: here', [['Unknown', 'Just\ntext: here']]],
    [
      'a label in code',
      'AI: Look\n```\nUser: x\n```\nUser: y',
      [
        ['AI', 'Look\n```\nUser: x\n```'],
        ['User', 'y'],
      ],
    ],
    [
      'an open fence',
      'AI: Look\n```\nx\nUser: y',
      [
        ['AI', 'Look\n```\nx'],
        ['User', 'y'],
      ],
    ],
    [
      'a fence beside a label',
      'AI: ```ts\nUser: x\n```\nUser: y',
      [
        ['AI', '```ts\nUser: x\n```'],
        ['User', 'y'],
      ],
    ],
    [
      'headings of an answer',
      'You said:\nHi\n\nChatGPT said:\n## System\n\nModel: small\nuser: root',
      [
        ['User', 'Hi'],
        ['AI', '## System\n\nModel: small\nuser: root'],
      ],
    ],
    [
      'prompts and responses',
      '# Title\n\n## Prompt:\nHi\n\n## Response:\nResponse: 200',
      [
        ['User', 'Hi'],
        ['AI', 'Response: 200'],
      ],
    ],
    [
      'a name that only VS Code knows',
      'ada-l: Why?\n\nGitHub Copilot: So.\n\nNote: more.\n\nada-l: And?\n\nGitHub Copilot: Thus.',
      [
        ['User', 'Why?'],
        ['AI', 'So.\n\nNote: more.'],
        ['User', 'And?'],
        ['AI', 'Thus.'],
      ],
    ],
    [
      'facts before an answer',
      'Topic: x\n\nAI: Hi',
      [
        ['Unknown', 'Topic: x'],
        ['AI', 'Hi'],
      ],
    ],
    [
      'times beside the labels, and front matter',
      '---\ntitle: "T"\ndate: 2026-01-02\n---\n\n# Human — Jan 2, 2026, 9:05 AM\n\na\n\n# Claude — Jan 2, 2026, 9:06 AM\n\n## b\n\nc',
      [
        ['User', 'a'],
        ['AI', '## b\n\nc'],
      ],
    ],
    [
      'times below all labels, facts, and the name of the exporter',
      '# T\n\n**Created:** 1/2/2026\n**Link:** [x](https://x.example)\n\n## Prompt:\n1/2/2026, 1:15:28 PM\n\na\n\n## Response:\n1/2/2026, 1:15:40 PM\n\n> b\n\nc\n\n---\nPowered by [X](https://x.example)\n',
      [
        ['User', 'a'],
        ['AI', '> b\n\nc'],
      ],
    ],
    [
      'a time that one message says',
      'User: When?\nAI:\n10:30 AM\nSo.',
      [
        ['User', 'When?'],
        ['AI', '10:30 AM\nSo.'],
      ],
    ],
    [
      'questions that are only quoted',
      '# Chat\n\n- [1: a](#chat-1)\n\n### chat-1\n\n> a\n> b\n\n###### AI said:\n\nc\n\n### chat-2\n\n> d\n\n###### AI said:\n\n> e\n\nf',
      [
        ['User', 'a\nb'],
        ['AI', 'c'],
        ['User', 'd'],
        ['AI', '> e\n\nf'],
      ],
    ],
    [
      'rules between bold labels',
      '# T\n_Exported on 1/2/2026 at 10:00 from Cursor_\n\n---\n\n**User**\n\na\n\n---\n\n**Cursor**\n\nb\n\n---\n\n**User**\n\nc\n\n---',
      [
        ['User', 'a'],
        ['AI', 'b'],
        ['User', 'c'],
      ],
    ],
    [
      'pictures, numbers, brackets, and models',
      '### 1. 👤 User\na\n### 2. 🤖 GPT-4o\nb',
      [
        ['User', 'a'],
        ['AI', 'b'],
      ],
    ],
    [
      'roles in brackets',
      '[USER]\na\n\n[ASSISTANT]\nb\n[1] c',
      [
        ['User', 'a'],
        ['AI', 'b\n[1] c'],
      ],
    ],
    [
      'headings of two levels',
      '##### You said:\na\n###### ChatGPT said:\n## b\nc',
      [
        ['User', 'a'],
        ['AI', '## b\nc'],
      ],
    ],
    [
      'another language',
      'Du hast gesagt:\na\nChatGPT hat gesagt:\nb',
      [
        ['User', 'a'],
        ['AI', 'b'],
      ],
    ],
    ['a name within a text', 'User: a\nAI\nb', [['User', 'a\nAI\nb']]],
    [
      'a similar line',
      'User: a\nUserland: b\nSystem requirements: c',
      [['User', 'a\nUserland: b\nSystem requirements: c']],
    ],
    ['nothing', ' \n', []],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('reads the title and the times', () => {
    expect(
      readTranscript('# T\n\n## User — 2026-01-02 10:00 UTC\na\n## AI — 2026-01-02 10:01 UTC\nb'),
    ).toEqual({
      title: 'T',
      messages: [
        { role: 'User', content: 'a', time: Date.parse('2026-01-02T10:00:00Z') },
        { role: 'AI', content: 'b', time: Date.parse('2026-01-02T10:01:00Z') },
      ],
    });
  });

  it('keeps any text below a label as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = text.toWellFormed().replaceAll(/\r\n?/g, '\n');
        fc.pre(readTranscript(lines).messages.every(({ role }) => role === 'Unknown'));
        expect(read(`AI: x\n${text}`)).toEqual([['AI', `x\n${lines}`.trim()]]);
      }),
    );
  });

  it('reads a long text at once', () => {
    expect(readTranscript('User: a\nAI: b\n'.repeat(50_000)).messages).toHaveLength(100_000);
    expect(readTranscript(`User: ${'a '.repeat(5_000_000)}`).messages).toHaveLength(1);
    expect(readTranscript('#'.repeat(100_000) + ' '.repeat(100_000)).messages).toHaveLength(1);
  });
});
