/** A stage of the test run ends when it is silent, with everything it started, and never just because it takes long. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStage } from '../../.ci/stage.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'strata-stage-'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

/** Timers that expire only when the test says so. */
function heldTimers() {
  const waiting = new Map<number, () => void>();
  let armed = 0;
  return {
    setTimeout(task: () => void) {
      waiting.set((armed += 1), task);
      return armed;
    },
    clearTimeout: (timer: number) => waiting.delete(timer),
    armed: () => armed,
    runOut() {
      for (const task of waiting.values()) task();
    },
    waiting,
  };
}

async function stageOf(script: string) {
  await writeFile(join(root, 'package.json'), JSON.stringify({ scripts: { stage: 'node stage.mjs' } }));
  await writeFile(join(root, 'stage.mjs'), script);
  const timers = heldTimers();
  const tally = (passed: boolean) => ({ passed: Number(passed), failed: Number(!passed) });
  const stage = { name: 'stage', args: ['run', '--silent', 'stage'], tally };
  return { timers, done: runStage(stage, { root, alone: true, timers }) };
}

test('each output restarts the wait', async () => {
  const { timers, done } = await stageOf(`
    import { setImmediate } from 'node:timers/promises';
    process.stdout.write('.');
    process.stderr.write('.');
  `);
  expect(await done).toEqual({ passed: 1, failed: 0 });
  expect(timers.armed()).toBeGreaterThan(2);
  expect(timers.waiting.size).toBe(0);
});

test('a silent stage is ended with everything it started', async () => {
  const ids = join(root, 'ids.json');
  const { timers, done } = await stageOf(`
    import { spawn } from 'node:child_process';
    import { renameSync, writeFileSync } from 'node:fs';
    const inside = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { stdio: 'inherit' });
    const outside = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { detached: true, stdio: 'inherit' });
    writeFileSync('ids.part', JSON.stringify([process.pid, inside.pid, outside.pid]));
    renameSync('ids.part', 'ids.json');
    setInterval(() => {}, 1e9);
  `);
  const started = await vi.waitFor(async () => JSON.parse(await readFile(ids, 'utf8')) as number[], {
    timeout: 60_000,
  });
  expect(started.every(isAlive)).toBe(true);
  timers.runOut();
  expect(await done).toEqual({ passed: 0, failed: 1 });
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 60_000 });
});

/** A zombie that waits for its parent is not alive; on Linux it no longer has an executable. */
function isAlive(id: number): boolean {
  if (process.platform === 'linux') return existsSync(`/proc/${id}/exe`);
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
