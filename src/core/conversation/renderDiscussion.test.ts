import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPlan } from '../../../tests/planned';
import { anyText } from '../../../tests/arbitraries/anyText';
import { measureBlock } from '../compose/measureBlock';
import { renderTextSection } from '../compose/textSection';
import { bySection } from '../document/layouts/bySection';
import { measurePlan, partOf, planDocument } from '../document/plan';
import { textBlock, type Block } from '../document/block';
import type { SectionId } from '../document/sections/registry';
import { discussionOf } from './importers/importer';
import { readMessage } from './importers/readMessage';
import { renderDiscussion } from './renderDiscussion';

const HEADING = '## Discussion History';

describe('renderDiscussion', () => {
  it('writes messages of every shape as excerpts', () => {
    const history = [{ role: 'User', content: ' hi ' }, 'AI: ok', { content: 'z' }];
    expect(renderDiscussion(HEADING, discussionOf('', history.map(readMessage)).messages)).toBe(
      [
        '## Discussion History\n\n### Discussion Excerpt 1\n\nUser: hi',
        '### Discussion Excerpt 2\n\nAI: ok',
        '### Discussion Excerpt 3\n\nUnknown: z',
      ].join('\n\n---\n\n'),
    );
  });

  it.each([
    ['no messages', []],
    ['blank messages', [{ role: 'User', content: ' \n' }]],
  ])('%s leave no trace', (_, messages) => {
    expect(renderDiscussion(HEADING, messages)).toBe('');
  });

  it.each([
    ['a fence', 'Look:\n```js\na', 'AI: Look:\n```js\na\n```'],
    ['a fence that begins the text', '```js\na', 'AI:\n\n```js\na\n```'],
    ['a comment', 'a\n<!--', 'AI: a\n<!--\n-->'],
  ])('%s is closed', (_, content, expected) => {
    expect(renderDiscussion(HEADING, [{ role: 'AI', content }])).toBe(
      `${HEADING}\n\n### Discussion Excerpt 1\n\n${expected}`,
    );
  });

  it('keeps a role on one line', () => {
    const [, , excerpt] = renderDiscussion(HEADING, [{ role: 'a\n## Task\u2028', content: 'b' }]).split(
      '\n\n',
    );
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
          discussion: renderDiscussion(HEADING, messages),
          task: renderTextSection('## Task', [task]),
        };
        const document = rendered(bodies);
        const without = rendered({ ...bodies, discussion: '' });
        const before = rendered({ instructions: bodies.instructions, discussion: '', task: '' }).slice(0, -1);
        expect(document.startsWith(before) && without.startsWith(before)).toBe(true);
        expect(document.endsWith(rendered({ ...bodies, instructions: '', discussion: '' }))).toBe(true);
        if (bodies.discussion !== '') {
          const separator = '\n\n---\n\n';
          const parts = [bodies.instructions, bodies.discussion, bodies.task].filter((part) => part !== '');
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
          discussion: renderDiscussion(HEADING, messages),
          task: '## Task\n\nGo.',
        };
        const document = rendered(bodies);
        const plan = planOf(bodies);
        const counter = { encoding: 'o200k_base', count } as const;
        const totals = measurePlan(plan, { body: ({ body }) => measureBlock(body, counter), lead: count });
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
    expect(renderDiscussion(HEADING, many)).toContain('### Discussion Excerpt 10000\n\nAI: Text 9999');
    const long = 'A line of text\n'.repeat(700_000);
    expect(renderDiscussion(HEADING, [{ role: 'AI', content: long }]).length).toBeGreaterThan(10_000_000);
  });
});

interface Bodies {
  readonly instructions: string;
  readonly discussion: string;
  readonly task: string;
}

function planOf(bodies: Bodies): readonly (Block & { readonly body: string })[] {
  const blocks = Object.entries(bodies)
    .filter(([, body]) => body !== '')
    .map(([section, body]) => ({ ...textBlock(section as SectionId), body })); // the keys are sections
  return planDocument(blocks.toReversed(), bySection('## Files'));
}

function rendered(bodies: Bodies, part: 'whole' | 'static' = 'whole'): string {
  return renderPlan(partOf(planOf(bodies), part), ({ body }) => body);
}
