import { expect, it } from 'vitest';
import type { FileContent } from '../files/fileContent';
import { tickQuestion } from './tickQuestion';

const sensitive = { source: 'sensitive', rule: '.env' } as const;
const ignored = { source: 'built-in', rule: 'dist/' } as const;
const unread: FileContent = {
  ...{ kind: 'unread', reason: '80 MB', tokens: 9 },
  block: { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 },
};

it.each([
  ['a plain file', { ticked: false, leftOut: undefined, content: undefined }, undefined],
  ['an ignored file', { ticked: false, leftOut: ignored, content: undefined }, undefined],
  ['a sensitive file', { ticked: false, leftOut: sensitive, content: undefined }, 'sensitive'],
  ['a large file', { ticked: false, leftOut: undefined, content: unread }, 'large'],
  ['a sensitive file that is selected', { ticked: true, leftOut: sensitive, content: unread }, undefined],
] as const)('%s', (_, file, question) => {
  expect(tickQuestion(file)).toBe(question);
});
