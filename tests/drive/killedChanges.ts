import type { Page } from '@playwright/test';
import type { KilledWork } from './kills';
import { appReport } from './strata';

const FILES = 32;

/** Ticks and unticks files, and writes the number of each change into the task. */
export const changesOfComposition: KilledWork = {
  longest: 400,
  files: Array.from({ length: FILES }, (_, index) => fileOf(index)),
  async look(page) {
    const state = await stateOf(page);
    return { done: state.done, fault: faultIn(state) };
  },
  work,
};

interface State {
  /** Number of the last change whose text is stored; changes are made one after another. */
  readonly done: number;
  readonly ticked: readonly string[];
}

async function stateOf(page: Page): Promise<State> {
  const { files } = await appReport(page);
  const text = await page.getByRole('textbox', { name: /^Task/ }).inputValue();
  return {
    done: Number(text),
    ticked: files
      .filter(({ ticked }) => ticked)
      .map(({ path }) => path)
      .sort(),
  };
}

/** A change ticks or unticks its file and then writes its number, so the file may be one change ahead. */
function faultIn({ done, ticked }: State): string | undefined {
  const found = ticked.join();
  return found === tickedAfter(done) || found === tickedAfter(done + 1)
    ? undefined
    : `after change ${done} these were ticked: ${found}`;
}

function tickedAfter(change: number): string {
  return Array.from({ length: FILES }, (_, index) => ({
    index,
    last: change - ((change - index + FILES) % FILES),
  }))
    .filter(({ last }) => last > 0 && isTick(last))
    .map(({ index }) => fileOf(index))
    .join();
}

function isTick(change: number): boolean {
  return Math.floor(change / FILES) % 2 === 0;
}

function fileOf(index: number): string {
  return `f${String(index).padStart(2, '0')}.txt`;
}

/** Runs in the page. */
async function work(first: number): Promise<void> {
  const files = 32;
  const { acknowledged } = globalThis as unknown as { acknowledged(change: number): Promise<void> };
  const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Task"]');
  if (box === null) throw new Error('no box for the task');
  for (let change = first; ; change += 1) {
    const name = `f${String(change % files).padStart(2, '0')}.txt`;
    const { strata } = globalThis;
    await (Math.floor(change / files) % 2 === 0 ? strata.tick(name) : strata.untick(name));
    box.value = String(change);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await strata.whenIdle();
    await acknowledged(change);
  }
}
