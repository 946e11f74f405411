import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discussionBlocks,
  discussionText,
  renderPlan,
  type Said,
  type WrittenBlock,
} from '../../../tests/planned';
import { anyText } from '../../../tests/arbitraries/anyText';
import { measureBlock } from '../compose/measureBlock';
import { renderTextSection } from '../compose/textSection';
import { bySection } from '../document/layouts/bySection';
import { leadText, measurePlan, partOf, planDocument } from '../document/plan';
import { textBlock } from '../document/block';
import { discussionOf } from './importers/importer';
import { readMessage } from './importers/readMessage';
import { renderDiscussion } from './renderDiscussion';

describe('renderDiscussion', () => {
  it('writes messages of every shape as excerpts', () => {
    const history = [{ role: 'User', content: ' hi ' }, 'AI: ok', { content: 'z' }];
    const { messages } = discussionOf('', history.map(readMessage));
    expect(discussionText(messages)).toBe(
      [
        '## Discussion History\n\n### Discussion Excerpt 1\n\nUser: hi',
        '### Discussion Excerpt 2\n\nAI: ok',
        '### Discussion Excerpt 3\n\nUnknown: z',
      ].join('\n\n---\n\n'),
    );
  });

  it('names the message of each excerpt, and leaves out blank ones', () => {
    const messages = ['a', ' \n', 'b'].map((content, at) => ({ id: `m${at}`, role: 'AI', content }));
    expect(renderDiscussion(messages)).toEqual([
      { id: 'm0', title: 'Discussion Excerpt 1', body: '### Discussion Excerpt 1\n\nAI: a' },
      { id: 'm2', title: 'Discussion Excerpt 2', body: '### Discussion Excerpt 2\n\nAI: b' },
    ]);
  });

  it.each([
    ['no messages', []],
    ['blank messages', [{ role: 'User', content: ' \n' }]],
  ])('%s leave no trace', (_, messages) => {
    expect(discussionText(messages)).toBe('');
  });

  it.each([
    ['a fence', 'Look:\n```js\na', 'AI: Look:\n```js\na\n```'],
    ['a fence that begins the text', '```js\na', 'AI:\n\n```js\na\n```'],
    ['a comment', 'a\n<!--', 'AI: a\n<!--\n-->'],
  ])('%s is closed', (_, content, expected) => {
    expect(discussionText([{ role: 'AI', content }])).toBe(
      `## Discussion History\n\n### Discussion Excerpt 1\n\n${expected}`,
    );
  });

  it('keeps a role on one line', () => {
    const [, , excerpt] = discussionText([{ role: 'a\n## Task\u2028', content: 'b' }]).split('\n\n');
    expect(excerpt).toBe('a ## Task: b');
  });
});

describe('a document with a discussion', () => {
  const message = fc.record({ role: fc.oneof(fc.constant('AI'), anyText), content: anyText });
  const messages = fc.array(message, { maxLength: 3 });
  const count = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

  it('is the document without it and the section between its parts', () => {
    fc.assert(
      fc.property(anyText, messages, anyText, (instructions, messages, task) => {
        const bodies = {
          instructions: renderTextSection('## Instructions', [instructions]),
          messages,
          task: renderTextSection('## Task', [task]),
        };
        const document = rendered(bodies);
        const without = rendered({ ...bodies, messages: [] });
        const before = rendered({ instructions: bodies.instructions, messages: [], task: '' }).slice(0, -1);
        expect(document.startsWith(before) && without.startsWith(before)).toBe(true);
        expect(document.endsWith(rendered({ ...bodies, instructions: '', messages: [] }))).toBe(true);
        const discussion = discussionText(messages);
        if (discussion !== '') {
          const separator = '\n\n---\n\n';
          const parts = [bodies.instructions, discussion, bodies.task].filter((part) => part !== '');
          expect(document).toBe(`${parts.join(separator)}\n`);
          expect(rendered(bodies, 'static')).toBe(
            bodies.instructions === '' ? '' : `${bodies.instructions}\n`,
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts exactly', () => {
    fc.assert(
      fc.property(messages, (messages) => {
        const bodies = {
          instructions: 'Be brief.',
          messages,
          task: '## Task\n\nGo.',
        };
        const document = rendered(bodies);
        const plan = planOf(bodies);
        const counter = { encoding: 'o200k_base', count } as const;
        const totals = measurePlan(plan, {
          body: ({ body }) => measureBlock(body, counter),
          lead: (lead) => count(leadText(lead)),
        });
        expect(totals.tokens).toBe(count(document));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes 10,000 messages and a message of 10 MB', { timeout: 60_000 }, () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      role: 'AI',
      content: `Text ${at}\n\n\`\`\`\ncode\n\`\`\``,
    }));
    expect(discussionText(many)).toContain('### Discussion Excerpt 10000\n\nAI: Text 9999');
    const long = 'A line of text\n'.repeat(700_000);
    expect(discussionText([{ role: 'AI', content: long }]).length).toBeGreaterThan(10_000_000);
  });
});

interface Bodies {
  readonly instructions: string;
  readonly messages: readonly Said[];
  readonly task: string;
}

function planOf({ instructions, messages, task }: Bodies): readonly WrittenBlock[] {
  const texts = [
    { ...textBlock('task'), body: task },
    ...discussionBlocks(messages),
    { ...textBlock('instructions'), body: instructions },
  ];
  return planDocument(
    texts.filter(({ body }) => body !== ''),
    LAYOUT,
  );
}

const LAYOUT = bySection('## Files');

function rendered(bodies: Bodies, part: 'whole' | 'static' = 'whole'): string {
  return renderPlan(partOf(planOf(bodies), part, LAYOUT), ({ body }) => body);
}
