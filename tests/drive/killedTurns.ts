import type { Report } from '../../src/app/automation/report';
import type { KilledWork } from './kills';
import { appReport, canCopyChanges, copyChanges, copyDocument, recordLayers, setSetting } from './strata';

/** Copies a document with its number as the task. A turn must be stored with its state or not at all, and the next copy must build on it. */
export const turnsOfDiscussion: KilledWork = {
  longest: 400,
  files: ['a.txt'],
  async look(page) {
    const before = await appReport(page);
    const last = lastTask(before);
    if (last === 0) {
      // The first task creates the discussion.
      await setSetting(page, 'task', 'Task 1');
      await copyDocument(page);
      return { done: 1, fault: undefined };
    }
    if (!(await canCopyChanges(page))) return { done: last, fault: faultOf([before]) };
    await recordLayers(page);
    const update = await copyChanges(page);
    const after = await appReport(page);
    const done = lastTask(after);
    // The task may have been saved without being copied. If it was copied, this is the same turn again.
    const isNext = done === last + 1 && after.layers[0]?.turn === done;
    const isAgain = done === last && after.layers.length === 0;
    const isWhole = (isNext || isAgain) && update.startsWith('## Update\n') && hasEachOnce(after);
    return { done, fault: isWhole ? undefined : faultOf([before, after]) };
  },
  work,
};

function lastTask({ turns: [newest] }: Report): number {
  return Number(newest?.task.slice('Task '.length) ?? 0);
}

/** Whether the turns that count follow each other. Copying one of them in another form records it twice. */
function hasEachOnce({ turns }: Report): boolean {
  const tasks = [...new Set(turns.map(({ task }) => task))];
  const newest = Number(tasks[0]?.slice('Task '.length));
  return tasks.every((task, at) => task === `Task ${newest - at}`) && turns.every(isCounted);
}

function isCounted({ step }: Report['turns'][number]): boolean {
  return step === 'counted';
}

function faultOf(reports: readonly Report[]): string {
  const said = reports.map(({ turns, layers }) => ({
    tasks: turns.slice(0, 3).map(({ task, step }) => `${task} (${step})`),
    layers: layers.map(({ turn }) => turn),
  }));
  return `a turn is half there: ${JSON.stringify(said)}`;
}

/** Runs in the page. */
async function work(first: number): Promise<void> {
  const { acknowledged } = globalThis as unknown as { acknowledged(change: number): Promise<void> };
  for (let change = first; ; change += 1) {
    const { strata } = globalThis;
    await strata.set('task', `Task ${change}`);
    document.querySelector<HTMLButtonElement>('[data-verb="copy"]')?.click();
    await strata.whenIdle();
    await acknowledged(change);
  }
}
