import { describe, expect, it } from 'vitest';
import { EMPTY_DISCUSSION, insertion, withChange, type Discussion } from './discussion';
import type { Exchange } from './exchange';
import {
  committing,
  exchangeMessages,
  opening,
  rollingBack,
  updating,
  type ExchangeStep,
} from './exchangeSteps';

const exchange: Exchange = { id: 'e', prompts: ['U3'], answer: '', time: 5, turn: 't' };
const committed: Discussion = {
  ...withChange(
    EMPTY_DISCUSSION,
    insertion(
      EMPTY_DISCUSSION,
      0,
      ['U1', 'A1', 'U2', 'A2'].map((content) => ({
        ...{ id: content, role: content.startsWith('U') ? 'User' : 'AI', content, time: 0, collapsed: false },
      })),
    ),
  ),
  workspaceMessage: 'W',
};

function after(discussion: Discussion, step: ExchangeStep): Discussion {
  if (step.kind === 'refused') throw new Error(step.reason);
  return withChange(discussion, step.change);
}
const seen = (discussion: Discussion, system?: string): string =>
  exchangeMessages(discussion, system)
    .map(({ content }) => content)
    .join(' ');

describe('exchangeMessages (A36)', () => {
  const open = after(committed, opening(committed, exchange));
  const answered = after(open, updating(open, 'e', { answer: 'A3' }));

  it('shows the prompt, the workspace message, and the answer while the exchange is open', () => {
    expect(seen(open)).toBe('U1 A1 U2 A2 U3 W');
    expect(seen(answered)).toBe('U1 A1 U2 A2 U3 W A3');
    expect(seen(answered, 'S')).toBe('S U1 A1 U2 A2 U3 W A3');
  });

  it('puts the workspace message last after a commit', () => {
    const closed = after(answered, committing(answered, 'e', 9));
    expect(seen(closed)).toBe('U1 A1 U2 A2 U3 A3 W');
    expect(closed.messages.slice(-2).map(({ role, content, time }) => [role, content, time])).toEqual([
      ['User', 'U3', 9],
      ['AI', 'A3', 9],
    ]);
    expect(closed.exchange).toBeUndefined();
  });

  it('is as before after a rollback', () => {
    expect(after(answered, rollingBack(answered, 'e'))).toEqual(committed);
  });

  it('shows no blank texts', () => {
    const blank = { ...answered, workspaceMessage: ' \n', exchange: { ...exchange, answer: ' ' } };
    expect(seen(blank, '')).toBe('U1 A1 U2 A2 U3');
  });

  it.each<[string, ExchangeStep, string]>([
    ['two at once', opening(open, { ...exchange, id: 'f' }), 'another exchange is open'],
    [
      'committing twice',
      committing(after(answered, committing(answered, 'e', 9)), 'e', 9),
      'the exchange is not open',
    ],
    ['committing another one', committing(answered, 'f', 9), 'the exchange is not open'],
    [
      'rolling back a committed one',
      rollingBack(after(answered, committing(answered, 'e', 9)), 'e'),
      'the exchange is not open',
    ],
    ['changing one that is not open', updating(committed, 'e', { answer: 'x' }), 'the exchange is not open'],
  ])('refuses %s', (_, step, reason) => {
    expect(step).toEqual({ kind: 'refused', reason });
  });
});
