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
