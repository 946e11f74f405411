/** The rival: repomix packs the same folder. npx fetches it; its startup and registry lookup are not measured. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { watchMemory } from './processTree';

const run = promisify(execFile);

const VERSION = '1.18.1';
export const RIVAL = `repomix ${VERSION}`;

export type PackResult = PackedFolder | { readonly kind: 'failed'; readonly reason: string };

export interface PackedFolder {
  readonly kind: 'packed';
  readonly wall: number;
  /** Peak bytes of the process and its children, undefined if the system does not report them. */
  readonly memory: number | undefined;
  readonly files: number;
  readonly characters: number;
  /** Its output, if requested. */
  readonly text: string | undefined;
}

/** The path where npx put it; fetched first if missing. */
export async function fetchRepomix(offline: boolean): Promise<string> {
  const args = ['exec', '--yes', `--package=repomix@${VERSION}`, '-c', 'command -v repomix'];
  const { stdout } = await run('npm', [...(offline ? ['--offline'] : []), ...args], { cwd: tmpdir() });
  return stdout.trim();
}

export async function packWithRepomix(
  program: string,
  folder: string,
  { flags = [], keepText = false }: { flags?: readonly string[]; keepText?: boolean } = {},
): Promise<PackResult> {
  const outside = await mkdtemp(join(tmpdir(), 'strata-rival-'));
  const output = join(outside, 'packed.xml');
  try {
    const started = performance.now();
    const child = spawn(program, [folder, '--output', output, ...flags], {
      cwd: outside,
      env: { ...process.env, REPOMIX_TOKEN_CACHE: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const memory = watchMemory(child.pid ?? 0);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    const wall = performance.now() - started;
    if (code !== 0) return { kind: 'failed', reason: `${String(signal ?? code)} ${said.slice(-500)}`.trim() };
    return {
      kind: 'packed',
      wall,
      memory: await memory.stop(),
      files: figure(said, /Total Files:\s*([\d,]+)/),
      characters: figure(said, /Total Chars:\s*([\d,]+)/),
      text: keepText ? await readFile(output, 'utf8') : undefined,
    };
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
}

function figure(text: string, pattern: RegExp): number {
  return Number((pattern.exec(text)?.[1] ?? '0').replaceAll(',', ''));
}
