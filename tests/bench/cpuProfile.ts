/** Finds where the processor's time goes in all threads of the page, from V8's samples in a Chromium trace. */
import type { Page } from '@playwright/test';
import { beginTrace } from './trace';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly id?: string;
  readonly args: {
    readonly name?: string;
    readonly data?: {
      readonly cpuProfile?: {
        readonly nodes?: readonly {
          readonly id: number;
          readonly callFrame: {
            readonly functionName: string;
            readonly url?: string;
            readonly lineNumber?: number;
          };
        }[];
        readonly samples?: readonly number[];
      };
      readonly timeDeltas?: readonly number[];
    };
  };
}

export interface ThreadProfile {
  readonly thread: string;
  /** Milliseconds in which it did any work. */
  readonly busy: number;
  readonly functions: readonly { readonly name: string; readonly self: number }[];
}

const CATEGORIES = ['disabled-by-default-v8.cpu_profiler'];
const IDLE = new Set(['(idle)', '(program)', '(root)']);

/** Profiles everything that happens until `task` ends. */
export async function profileThreads(
  page: Page,
  task: () => Promise<void>,
): Promise<readonly ThreadProfile[]> {
  const trace = await beginTrace<TraceEvent>(page, CATEGORIES);
  await task();
  return profilesOf(await trace.end());
}

/** A profile belongs to one thread, identified by process and id; its chunks may come from any thread. */
function profilesOf(events: readonly TraceEvent[]): readonly ThreadProfile[] {
  const chunksByProfile = new Map<string, TraceEvent[]>();
  const threadByProfile = new Map<string, string>();
  const threadNames = new Map<string, string>();
  for (const event of events) {
    if (event.name === 'thread_name') threadNames.set(`${event.pid}/${event.tid}`, event.args.name ?? '');
    const key = `${event.pid}/${event.id ?? ''}`;
    if (event.name === 'Profile') threadByProfile.set(key, `${event.pid}/${event.tid}`);
    if (event.name === 'ProfileChunk') chunksByProfile.set(key, [...(chunksByProfile.get(key) ?? []), event]);
  }
  return [...chunksByProfile]
    .map(([key, chunks]) => {
      const thread = threadByProfile.get(key) ?? key;
      return selfTimes(threadNames.get(thread) ?? thread, chunks);
    })
    .filter(({ busy }) => busy > 20)
    .toSorted((a, b) => b.busy - a.busy);
}

function selfTimes(thread: string, chunks: readonly TraceEvent[]): ThreadProfile {
  const nameById = new Map<number, string>();
  const selfByName = new Map<string, number>();
  const scripts = new Set<string>();
  for (const { args } of chunks) {
    const { cpuProfile, timeDeltas = [] } = args.data ?? {};
    for (const { id, callFrame } of cpuProfile?.nodes ?? []) {
      const script = callFrame.url?.split('/').at(-1) ?? '';
      if (script.endsWith('.js')) scripts.add(script);
      nameById.set(
        id,
        `${callFrame.functionName || '(anonymous)'} ${script}:${(callFrame.lineNumber ?? 0) + 1}`,
      );
    }
    for (const [at, sample] of (cpuProfile?.samples ?? []).entries()) {
      const name = nameById.get(sample) ?? '?';
      selfByName.set(name, (selfByName.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000);
    }
  }
  const functions = [...selfByName]
    .map(([name, self]) => ({ name, self }))
    .filter(({ name }) => !IDLE.has(name.split(' ', 1)[0] ?? ''))
    .toSorted((a, b) => b.self - a.self);
  const busy = functions.reduce((sum, { self }) => sum + self, 0);
  return { thread: `${thread} (${[...scripts].join(', ')})`, busy, functions };
}
