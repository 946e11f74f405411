import { readdir, readFile } from 'node:fs/promises';

/**
 * Memory of the page's process in bytes (PSS, its proportional share of shared pages), workers included. The browser is
 * found by its profile, and its largest renderer is the page's. Undefined without /proc.
 */
export async function rendererMemory(profile: string): Promise<number | undefined> {
  const processes = await listProcesses();
  const browser = processes.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  );
  if (browser === undefined) return undefined;
  const renderers = descendantsOf(browser.id, processes).filter(({ command }) =>
    command.includes('--type=renderer'),
  );
  const sizes = await Promise.all(renderers.map(({ id }) => proportionalSetSize(id)));
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

async function listProcesses(): Promise<readonly Process[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return found.filter((process) => process !== undefined);
}

/** Undefined if it has ended in the meantime. */
async function readProcess(name: string): Promise<Process | undefined> {
  try {
    const status = await readFile(`/proc/${name}/status`, 'utf8');
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8');
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
    return { id: Number(name), parent, command: commandLine.replaceAll('\0', ' ') };
  } catch {
    return undefined;
  }
}

function descendantsOf(id: number, processes: readonly Process[]): readonly Process[] {
  const children = processes.filter(({ parent }) => parent === id);
  return [...children, ...children.flatMap((child) => descendantsOf(child.id, processes))];
}

async function proportionalSetSize(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${String(id)}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}
