import { readdir, readFile } from 'node:fs/promises';

const POLL = 100;

/**
 * Watches a process and its descendants. `stop` returns their peak total memory (RSS) in bytes, or undefined without
 * /proc.
 */
export function watchMemory(root: number): { stop(): Promise<number | undefined> } {
  let most: number | undefined;
  const poll = async (): Promise<void> => {
    const now = await residentBytes(root);
    if (now !== undefined) most = Math.max(most ?? 0, now);
  };
  let polling = poll();
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, POLL);
  return {
    async stop() {
      clearInterval(timer);
      await polling;
      return most;
    },
  };
}

async function residentBytes(root: number): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStatus));
  const bytesById = new Map<number, number>();
  const childrenById = new Map<number, number[]>();
  for (const status of processes) {
    if (status === undefined) continue;
    bytesById.set(status.id, status.bytes);
    childrenById.set(status.parent, [...(childrenById.get(status.parent) ?? []), status.id]);
  }
  if (!bytesById.has(root)) return undefined;
  const sumBelow = (id: number): number =>
    (childrenById.get(id) ?? []).reduce((sum, child) => sum + sumBelow(child), bytesById.get(id) ?? 0);
  return sumBelow(root);
}

/** Undefined if it has ended in the meantime. */
async function readStatus(name: string): Promise<{ id: number; parent: number; bytes: number } | undefined> {
  const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => undefined);
  if (status === undefined) return undefined;
  const field = (pattern: RegExp): number => Number(pattern.exec(status)?.[1] ?? 0);
  return { id: Number(name), parent: field(/^PPid:\s+(\d+)/m), bytes: field(/^VmRSS:\s+(\d+) kB/m) * 1024 };
}
