import type { KilledWork } from './kills';
import { appReport } from './strata';

/**
 * Asks questions by copying and answers them. Change 2k - 1 opens exchange k, change 2k commits it. An exchange must be open or
 * committed, never half.
 */
export const exchangesOfDiscussion: KilledWork = {
  longest: 400,
  files: ['a.txt'],
  async look(page) {
    const { discussion, exchanges } = await appReport(page);
    const messages = discussion?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
    const committed = Math.floor(messages.length / 2);
    const expected = Array.from({ length: committed }, (_, at) => [`User: Q${at + 1}`, `AI: A${at + 1}`]);
    const open = exchanges.find(({ state }) => state === 'open');
    const next = committed + 1;
    const isWhole =
      messages.join() === expected.flat().join() &&
      (open === undefined || (open.prompts.join() === `Q${next}` && ['', `A${next}`].includes(open.answer)));
    return {
      done: 2 * committed + (open === undefined ? 0 : 1),
      fault: isWhole
        ? undefined
        : `an exchange is half there: ${JSON.stringify({ last: messages.slice(-3), open })}`,
    };
  },
  work,
};

/** Runs in the page. */
async function work(first: number): Promise<void> {
  const { acknowledged } = globalThis as unknown as { acknowledged(change: number): Promise<void> };
  for (let change = first; ; change += 1) {
    const exchange = Math.ceil(change / 2);
    const { strata } = globalThis;
    if (change % 2 === 1) {
      // The composer replaces its box and its buttons each time it asks for an answer.
      const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Task"]');
      if (box === null) throw new Error('no task box');
      box.value = `Q${exchange}`;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await strata.whenIdle();
      document.querySelector<HTMLButtonElement>('[data-verb="copy"]')?.click();
      await strata.whenIdle();
    } else await strata.addAnswer(`A${exchange}`);
    await acknowledged(change);
  }
}
