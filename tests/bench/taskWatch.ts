/** Measures the main thread's longest task by its work, which other processes on the machine don't change. */
import type { Page } from '@playwright/test';
import { beginTrace, type Trace } from './trace';

/** Watches nothing in a run whose times count, because recording takes time. */
export interface TaskWatch {
  begin(page: Page): Promise<void>;
  /** Milliseconds of CPU time of the longest task since `begin`; undefined if nothing is watched. */
  longest(): Promise<number | undefined>;
}

export const NO_WATCH: TaskWatch = {
  begin: () => Promise.resolve(),
  longest: () => Promise.resolve(undefined),
};

interface TaskEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

export function createTaskWatch(): TaskWatch {
  let trace: Trace<TaskEvent> | undefined;
  return {
    async begin(page) {
      trace = await beginTrace(page, ['toplevel']);
    },
    async longest() {
      const events = (await trace?.end()) ?? [];
      const isMain = ({ name, args }: TaskEvent): boolean =>
        name === 'thread_name' && args.name === 'CrRendererMain';
      const threadOf = ({ pid, tid }: TaskEvent): string => `${pid}/${tid}`;
      const tasks = new Map(events.filter(isMain).map((event) => [threadOf(event), [] as number[]]));
      for (const event of events) {
        if (event.name.endsWith('RunTask') && event.tdur !== undefined)
          tasks.get(threadOf(event))?.push(event.tdur);
      }
      // The browser has other pages too, which do nothing.
      const [busiest = []] = [...tasks.values()].toSorted((a, b) => b.length - a.length);
      if (busiest.length === 0) throw new Error('The trace has no tasks of the main thread.');
      return busiest.reduce((longest, task) => Math.max(longest, task), 0) / 1_000;
    },
  };
}
