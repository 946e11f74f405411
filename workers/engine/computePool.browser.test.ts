import type { Remote } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { inView, planned } from '../../tests/planned';
import type { RepoPath } from '../../src/core/files/repoPath';
import { WorkerPool, WorkersUnavailable, type ComputePool, type PoolLimits } from './computePool';
import type { EngineApi, EngineEvent } from './contract';
import type { ComputeApi } from '../compute/contract';
import { createEngineApi } from './engineApi';
import { WorkerDied } from './runningWorker';
import { noBlockStore, noConverter, noSummaryStore } from '../../tests/noStores';

/** Five times the slowest step that must survive, but short, because each hanging file costs it twice. */
const LIMITS = { stuck: 800, stuckPerMegabyte: 1_000, waiting: 45_000, startDeadline: 45_000 };
/** Longer than any test. */
const NEVER = 3_600_000;

const spawnFaulty = (): Worker =>
  new Worker(new URL('./computePool.faulty.worker.ts', import.meta.url), { type: 'module' });

let pools: ComputePool[] = [];

function poolOf(spawn: () => Worker, size = 2, limits: PoolLimits = LIMITS): ComputePool {
  const pool = new WorkerPool(spawn, { size, limits });
  pools.push(pool);
  return pool;
}

afterEach(() => {
  for (const pool of pools) pool.dispose();
  pools = [];
});

const bytesOf = (path: string) => ({ path: path as RepoPath, bytes: new TextEncoder().encode('x\n') });

function indexing(pool: ComputePool, paths: readonly string[], signal?: AbortSignal) {
  return pool.run({
    encoding: 'o200k_base',
    bytes: 10,
    urgent: false,
    signal,
    call: (api) => api.index('o200k_base', paths.map(bytesOf)),
  });
}

describe('the pool', () => {
  it('rejects a call when its worker crashes, without waiting for its deadline, and goes on with a new one', async () => {
    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, stuck: NEVER });
    await indexing(pool, ['good']);
    await expect(indexing(pool, ['crash'])).rejects.toThrow(WorkerDied);
    expect(await indexing(pool, ['good'])).toMatchObject([{ kind: 'text', tokens: 2 }]);
  });

  it('ends a worker whose pattern takes forever: in time, or as soon as nobody waits for it', async () => {
    const catastrophic = { text: '(a+)+$', isPattern: true, matchCase: true, wholeWord: false };
    const text = new TextEncoder().encode(`${'a'.repeat(60)}!`);
    const finding = (pool: ComputePool, signal?: AbortSignal) =>
      pool.run({
        ...{ bytes: 10, urgent: true, endsWhenAborted: true, signal },
        call: (api) =>
          api.findInFiles([{ path: 'a.txt' as RepoPath, bytes: text.slice() }], catastrophic, 10),
      });
    await expect(finding(poolOf(spawnFaulty, 1))).rejects.toThrow('stuck for 1 s');

    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, stuck: NEVER });
    await indexing(pool, ['good']);
    const controller = new AbortController();
    const forever = finding(pool, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 0)); // Aborted jobs that have not begun never do.
    controller.abort();
    await expect(forever).rejects.toThrow('abort');
    expect(await indexing(pool, ['good'])).toMatchObject([{ kind: 'text' }]);
  });

  it('ends a worker that is stuck, while others go on', async () => {
    const pool = poolOf(spawnFaulty, 2);
    await Promise.all([indexing(pool, ['good']), indexing(pool, ['good'])]);
    const hanging = indexing(pool, ['hang']);
    const others = Array.from({ length: 20 }, () => indexing(pool, ['good']));
    expect(await Promise.all(others)).toHaveLength(20);
    await expect(hanging).rejects.toThrow('stuck for 1 s');
  });

  it('bears with a batch that takes long, as long as no single file of it does', async () => {
    const pool = poolOf(spawnFaulty, 1);
    const slow = Array.from({ length: 9 }, (_, at) => `slow-${at}`);
    expect(await indexing(pool, slow)).toHaveLength(slow.length);
  });

  it('finds a file that never ends among files that only take long', async () => {
    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, waiting: NEVER });
    const paths = ['slow-0', 'slow-1', 'slow-2', 'hang', 'slow-3'];
    await expect(indexing(pool, paths)).rejects.toThrow('stuck for 1 s');
  });

  it('does not wait for ever for a worker that answers, but gets no further', async () => {
    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, waiting: 1_000 });
    await indexing(pool, ['good']);
    await expect(indexing(pool, ['wait'])).rejects.toThrow('no progress within 1 s');
    expect(await indexing(pool, ['good'])).toMatchObject([{ kind: 'text' }]);
  });

  it('lets a large file take longer', async () => {
    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, stuck: 50 });
    const job = (name: string, bytes: number) => ({
      ...({ encoding: 'o200k_base', urgent: false, bytes } as const),
      call: (api: Remote<ComputeApi>) => api.index('o200k_base', [bytesOf(name)]),
    });
    await expect(pool.run(job('hang', 10))).rejects.toThrow('stuck');
    expect(await pool.run(job('slow', 20_000_000))).toMatchObject([{ kind: 'text' }]);
  });

  it('lets go of what is called off, whether it waits or runs', async () => {
    const pool = poolOf(spawnFaulty, 1);
    await indexing(pool, ['good']);
    const controller = new AbortController();
    const running = indexing(pool, ['hang'], controller.signal);
    const waiting = indexing(pool, ['good'], controller.signal);
    controller.abort(new Error('called off'));
    await expect(running).rejects.toThrow('called off');
    await expect(waiting).rejects.toThrow('called off');
  });

  it('asks a busy worker for what it has done without ending it', async () => {
    const pool = poolOf(spawnFaulty, 1, { ...LIMITS, stuck: 50 });
    const indexed = pool.run({
      ...{ encoding: 'o200k_base', bytes: 100_000_000, urgent: false },
      async call(api) {
        const slow = api.index('o200k_base', [bytesOf('slow')]);
        void pool.workDone();
        return slow;
      },
    });
    expect(await indexed).toMatchObject([{ kind: 'text' }]);
  });

  it('replaces a worker that has grown too large after its job, and says so once', async () => {
    let spawned = 0;
    const told: string[] = [];
    const pool = poolOf(() => {
      spawned += 1;
      return spawnFaulty();
    }, 1);
    pool.onRecycled((reason) => told.push(reason));
    expect(await indexing(pool, ['good', 'worn', 'fine'])).toHaveLength(3);
    expect(spawned).toBe(1);
    expect(await indexing(pool, ['worn'])).toHaveLength(1);
    expect(await indexing(pool, ['good'])).toHaveLength(1);
    expect(spawned).toBe(3);
    expect(told).toEqual([expect.stringContaining('512 MB')]);
  });

  it('does what is urgent first', async () => {
    const pool = poolOf(spawnFaulty, 1);
    const order: string[] = [];
    const job = (name: string, urgent: boolean) =>
      pool.run({
        encoding: 'o200k_base',
        bytes: 0,
        urgent,
        async call(api) {
          order.push(name);
          await api.countTokens('o200k_base', name);
        },
      });
    await Promise.all([job('first', false), job('bulk', false), job('wanted', true)]);
    expect(order).toEqual(['first', 'wanted', 'bulk']);
  });

  it('starts no further worker for what is not urgent', async () => {
    let started = 0;
    const spawn = (): Worker => {
      started += 1;
      return spawnFaulty();
    };
    const pool = new WorkerPool(spawn, { size: 2, inBackground: 1, limits: LIMITS });
    pools.push(pool);
    pool.prepare('o200k_base');
    await Promise.all(['a', 'b', 'c'].map((path) => indexing(pool, [path])));
    expect(started).toBe(1);
    const waiting = indexing(pool, ['d']);
    await pool.run({ bytes: 0, urgent: true, call: (api) => api.ping() });
    expect(started).toBe(2);
    await waiting;
  });

  it('says that workers cannot be started', async () => {
    const pool = poolOf(() => new Worker('/missing.worker.js', { type: 'module' }), 1);
    await expect(indexing(pool, ['a'])).rejects.toThrow(WorkerDied);
    await expect(indexing(pool, ['a'])).rejects.toThrow(WorkerDied);
    await expect(indexing(pool, ['a'])).rejects.toThrow(WorkersUnavailable);
  });

  it('rejects everything when it is disposed', async () => {
    const pool = poolOf(spawnFaulty, 1);
    const running = indexing(pool, ['hang']);
    const waiting = indexing(pool, ['good']);
    pool.dispose();
    await expect(running).rejects.toThrow('closed');
    await expect(waiting).rejects.toThrow('closed');
  });
});

const OPTIONS = {
  workspaceId: 'poison',
  encoding: 'o200k_base',
  userPatterns: '',
  sourceEncodings: new Map(),
  keepSummaries: true,
} as const;

function engineWith(createPool: () => ComputePool): EngineApi {
  return createEngineApi({
    createPool,
    shelvesOf: () => ({}),
    summaryStore: noSummaryStore,
    blockStore: noBlockStore,
    converter: noConverter,
  });
}

/** Long enough for any summary to be shorter. */
const BODY = '    work()\n'.repeat(50);

describe('a folder with a file that kills workers', () => {
  it.each(['hang', 'crash'])('sets it aside and counts all others: %s', async (poison) => {
    const names = [...Array.from({ length: 40 }, (_, at) => `f${at}.txt`), `${poison}.txt`];
    const events: EngineEvent[] = [];
    const engine = engineWith(() => poolOf(spawnFaulty));
    const files = names.map((path) => ({ path, text: 'some text\n' }));
    await engine.open({ kind: 'memory', name: 'poison', files }, OPTIONS, (event) => events.push(event));

    const contents = events.flatMap((event) => (event.kind === 'indexed' ? event.files : []));
    expect(contents.filter(({ content }) => content.kind === 'text')).toHaveLength(40);
    const aside = contents.filter(({ content }) => content.kind === 'failed');
    expect(aside).toMatchObject([{ content: { reason: expect.stringContaining('set aside') } }]);
    const replaced = events.filter(({ kind }) => kind === 'worker-replaced');
    expect(replaced).toMatchObject([{ reason: expect.any(String) }, { path: `${poison}.txt` }]);
    expect(events.at(-1)).toMatchObject({ kind: 'idle', canceled: false });
  });

  it.each(['hang', 'crash'])('shows it without parsing it from then on: %s', async (poison) => {
    const names = [...Array.from({ length: 10 }, (_, at) => `f${at}.py`), `view-${poison}.py`];
    const events: EngineEvent[] = [];
    const engine = engineWith(() => poolOf(spawnFaulty));
    const files = names.map((path) => ({ path, text: `def f():\n${BODY}` }));
    await engine.open({ kind: 'memory', name: 'poison', files }, OPTIONS, (event) => events.push(event));

    const views = [{ mode: 'outline' }] as const;
    const measured = await engine.measureViews(names.map((path) => ({ path: path as RepoPath, views })));
    const notes = measured.flatMap(({ path, views }) => views[0]?.warnings.map((note) => [path, note]) ?? []);
    expect(notes).toEqual([[`view-${poison}.py`, expect.stringContaining('could not be parsed')]]);
    const replaced = () => events.filter(({ kind }) => kind === 'worker-replaced');
    expect(replaced()).toMatchObject([{ reason: expect.any(String) }, { path: `view-${poison}.py` }]);

    const blocks = names.map((path) => inView(path, views[0]));
    const document = await engine.assemble(planned(blocks));
    expect(document.leftOut).toEqual([]);
    const poisoned = blocks.at(-1)?.source;
    if (poisoned === undefined) throw new Error('no file');
    expect((await engine.readLines(poisoned, 0, 9)).texts.join('\n')).toContain('could not be parsed: ');
    expect(replaced()).toHaveLength(2);
  });

  it.each(['hang', 'crash'])('searches and shows it and all others: %s', async (poison) => {
    const names = [...Array.from({ length: 5 }, (_, at) => `f${at}.py`), `view-${poison}.py`, 'copy-view.py'];
    const replaced: EngineEvent[] = [];
    const engine = engineWith(() => poolOf(spawnFaulty));
    const files = names.map((path) => ({ path, text: `def ${path.replace(/\W/g, '_')}():\n${BODY}` }));
    await engine.open({ kind: 'memory', name: 'poison', files }, OPTIONS, (event) => {
      if (event.kind === 'worker-replaced') replaced.push(event);
    });
    const sources = names.map((path) => inView(path, { mode: 'outline' }).source);
    const found = await engine.search(sources, 'py', 100);
    const blocks = new Set(found?.matches.map(({ block }) => block));
    expect([...blocks].sort()).toEqual(sources.map((_, at) => at));
    expect(replaced).toMatchObject([{ reason: expect.any(String) }, { path: `view-${poison}.py` }]);

    const poisoned = sources[5];
    if (poisoned === undefined) throw new Error('no file');
    const skeleton = { ...poisoned, view: { mode: 'skeleton', keep: 'all' } } as const;
    expect((await engine.readLines(skeleton, 0, 99)).texts.join('\n')).toContain('could not be parsed: ');
    expect(replaced).toHaveLength(2);
  });

  it('shows it without parsing it when it is looked at first, and a copy of it too', async () => {
    const replaced: EngineEvent[] = [];
    const engine = engineWith(() => poolOf(spawnFaulty));
    const names = ['view-crash.py', 'view-crash-copy.py'];
    const files = names.map((path) => ({ path, text: `def f():\n${BODY}` }));
    await engine.open({ kind: 'memory', name: 'poison', files }, OPTIONS, (event) => {
      if (event.kind === 'worker-replaced') replaced.push(event);
    });
    const views = [{ mode: 'outline' }] as const;
    const [poisoned, copy] = names.map((path) => inView(path, views[0]).source);
    if (poisoned === undefined || copy === undefined) throw new Error('no file');
    expect((await engine.readLines(poisoned, 0, 99)).texts.join('\n')).toContain('could not be parsed: ');
    expect(replaced).toMatchObject([{ reason: expect.any(String) }, { path: 'view-crash.py' }]);

    expect((await engine.readLines(copy, 0, 99)).texts.join('\n')).toContain('could not be parsed: ');
    const measured = await engine.measureViews([{ path: 'view-crash-copy.py' as RepoPath, views }]);
    const notes = measured[0]?.views[0]?.warnings;
    expect(notes).toEqual([expect.stringContaining('could not be parsed')]);
    expect(replaced).toHaveLength(2);
  });

  it('can be canceled while a worker hangs', async () => {
    const engine = engineWith(() => createPoolWithoutHurry());
    const reading = Promise.withResolvers<undefined>();
    const events: EngineEvent[] = [];
    const source = { kind: 'memory', name: 'poison', files: [{ path: 'hang.txt', text: 'x' }] } as const;
    const opened = engine.open(source, OPTIONS, (event) => {
      events.push(event);
      if (event.kind === 'entries') reading.resolve(undefined);
    });
    await reading.promise;
    await engine.cancel();
    await opened;
    expect(events.at(-1)).toMatchObject({ kind: 'idle', canceled: true });
  });
});

function createPoolWithoutHurry(): ComputePool {
  const pool = new WorkerPool(spawnFaulty, { size: 1 });
  pools.push(pool);
  return pool;
}
