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
      const mains = new Set(events.filter(isMain).map(threadOf));
      const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
      if (tasks.length === 0) throw new Error('The trace has no tasks of the main thread.');
      return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
    },
  };
}
