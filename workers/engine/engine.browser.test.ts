import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlockRef } from '../../src/core/compose/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { Engine } from '../../src/app/ports';
import { createEngines } from '../../src/platform/engine';
import type { EngineEvent, IndexedFile, ScannedEntry } from './contract';

/** What the app would know from the events so far. */
class Screen {
  readonly events: EngineEvent[] = [];
  readonly entries = new Map<number, ScannedEntry>();
  readonly files = new Map<number, IndexedFile>();

  #waiting: (() => void)[] = [];

  receive = (event: EngineEvent): void => {
    this.events.push(event);
    this.#take(event);
    for (const look of this.#waiting) look();
  };

  /** Resolves with the first event after which this holds. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (holds()) resolve();
      };
      this.#waiting.push(look);
      look();
    });
  }

  #take(event: EngineEvent): void {
    if (event.kind === 'entries') for (const entry of event.entries) this.entries.set(entry.id, entry);
    if (event.kind === 'indexed') for (const file of event.files) this.files.set(file.id, file);
    if (event.kind === 'removed') for (const id of event.ids) this.#remove(id);
  }

  file(path: string): IndexedFile | undefined {
    const entry = [...this.entries.values()].find((known) => known.path === path);
    return entry && this.files.get(entry.id);
  }

  get paths(): readonly string[] {
    return [...this.entries.values()].map(({ path }) => path).toSorted();
  }

  #remove(id: number): void {
    this.entries.delete(id);
    this.files.delete(id);
  }
}

let root: FileSystemDirectoryHandle;
let engines: Engine[] = [];

beforeEach(async () => {
  const storage = await navigator.storage.getDirectory();
  root = await storage.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
});

afterEach(async () => {
  for (const engine of engines) engine.dispose();
  engines = [];
  await (await navigator.storage.getDirectory()).removeEntry(root.name, { recursive: true });
});

function startEngine(): Engine {
  const engine = createEngines().create((reason) => {
    throw new Error(reason);
  });
  engines.push(engine);
  return engine;
}

async function open(): Promise<{ engine: Engine; screen: Screen }> {
  const engine = startEngine();
  const screen = new Screen();
  const options = {
    workspaceId: root.name,
    encoding: 'o200k_base',
    userPatterns: '',
    keepSummaries: true,
  } as const;
  await engine.open({ kind: 'handle', handle: root }, options, screen.receive);
  return { engine, screen };
}

async function write(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const segments = path.split('/');
  let folder = root;
  for (const segment of segments.slice(0, -1))
    folder = await folder.getDirectoryHandle(segment, { create: true });
  const file = await folder.getFileHandle(segments.at(-1) ?? '', { create: true });
  const stream = await file.createWritable();
  await stream.write(content);
  await stream.close();
}

const full = (path: string): BlockRef => ({ kind: 'file', path: path as RepoPath, view: { mode: 'full' } });

describe('opening a folder', () => {
  it('lists, counts and explains what is left out', async () => {
    await write('.gitignore', '*.log\n');
    await write('src/a.ts', 'export const a = 1;\n');
    await write('src/b.log', 'noise\n');
    await write('node_modules/x/index.js', 'module.exports = 1;\n');
    await write('__proto__', 'a name like any other\n');
    const { screen } = await open();

    expect(screen.paths).toEqual(['.gitignore', '__proto__', 'node_modules', 'src/a.ts', 'src/b.log']);
    expect(screen.file('src/a.ts')?.content).toMatchObject({ kind: 'text', lines: 1, tokens: 7 });
    expect(screen.file('__proto__')?.content.kind).toBe('text');
    const log = [...screen.entries.values()].find(({ path }) => path === 'src/b.log');
    expect(log?.leftOut).toEqual({ source: 'file', rule: '*.log', file: '.gitignore', line: 1 });
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', cancelled: false, fromStore: 0 });
  });

  it('knows everything the second time, and sees what has changed since', async () => {
    for (let at = 0; at < 50; at += 1) await write(`src/f${at}.ts`, `export const n${at} = ${at};\n`);
    const first = await open();
    first.engine.dispose();
    await write('src/f1.ts', 'export const changed = true;\n');
    await write('src/new.ts', 'export {};\n');
    await (await root.getDirectoryHandle('src')).removeEntry('f2.ts');
    const { screen } = await open();

    const shown = screen.events.flatMap((event) => (event.kind === 'indexed' ? event.files : []));
    expect(shown.filter(({ checked }) => !checked)).toHaveLength(50);
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', fromStore: 50 });
    expect(screen.paths).toHaveLength(50);
    expect(screen.file('src/f2.ts')).toBeUndefined();
    expect(screen.file('src/new.ts')?.checked).toBe(true);
    expect(screen.file('src/f3.ts')).toEqual({ ...first.screen.file('src/f3.ts'), id: expect.any(Number) });
    expect(screen.file('src/f1.ts')?.content).not.toEqual(first.screen.file('src/f1.ts')?.content);
  });

  it('follows a refresh', async () => {
    await write('a.txt', 'one\n');
    await write('gone/b.txt', 'two\n');
    const { engine, screen } = await open();
    await write('a.txt', 'one and more\n');
    await root.removeEntry('gone', { recursive: true });
    await engine.refresh();

    expect(screen.paths).toEqual(['a.txt']);
    expect(screen.file('a.txt')).toMatchObject({ size: 13, checked: true });
  });

  it('says that the folder is gone', async () => {
    await write('inner/a.txt', 'one\n');
    const inner = await root.getDirectoryHandle('inner');
    const engine = startEngine();
    const screen = new Screen();
    const options = {
      workspaceId: root.name,
      encoding: 'o200k_base',
      userPatterns: '',
      keepSummaries: true,
    } as const;
    await engine.open({ kind: 'handle', handle: inner }, options, screen.receive);
    await root.removeEntry('inner', { recursive: true });
    await engine.refresh();
    expect(screen.events).toContainEqual({ kind: 'fault', fault: { kind: 'gone' } });
  });

  it('counts in another encoding, and applies new patterns', async () => {
    await write('a.txt', '日本語のテキスト\n');
    await write('b.txt', 'b\n');
    const { engine, screen } = await open();
    const before = screen.file('a.txt')?.content;
    await engine.setEncoding('cl100k_base');
    expect(screen.file('a.txt')?.content).not.toEqual(before);
    await engine.setUserPatterns('b.*\n');
    const b = [...screen.entries.values()].find(({ path }) => path === 'b.txt');
    expect(b?.leftOut).toEqual({ source: 'user', rule: 'b.*', line: 1 });
  });
});

describe('a folder that is watched', () => {
  it.runIf('FileSystemObserver' in globalThis)(
    'follows files that change, come with their folder, and go',
    async () => {
      await write('src/a.txt', 'one\n');
      await write('src/b.txt', 'two\n');
      const { screen } = await open();
      await screen.until(() => screen.events.some(({ kind }) => kind === 'watched'));

      await write('src/a.txt', 'one and more\n');
      await write('new/deep/c.txt', 'three\n');
      await (await root.getDirectoryHandle('src')).removeEntry('b.txt');
      await screen.until(
        () =>
          screen.file('src/a.txt')?.size === 13 &&
          screen.file('new/deep/c.txt')?.content.kind === 'text' &&
          !screen.paths.includes('src/b.txt'),
      );
      await write('src/.gitignore', 'a.txt\n');
      await screen.until(() => [...screen.entries.values()].some(({ leftOut }) => leftOut?.rule === 'a.txt'));
    },
  );
});

describe('a folder that is not watched yet', () => {
  it.runIf('FileSystemObserver' in globalThis)('misses nothing', async () => {
    await write('a.txt', 'one\n');
    const { screen } = await open();
    await write('a.txt', 'one and more\n');
    await screen.until(() => screen.file('a.txt')?.size === 13);
  });

  it.runIf('FileSystemObserver' in globalThis)('is looked through without a word', async () => {
    await write('a.txt', 'one\n');
    const { screen } = await open();
    const told = screen.events.findIndex(({ kind }) => kind === 'idle') + 1;
    await screen.until(() => screen.events.some(({ kind }) => kind === 'watched'));
    const kinds = screen.events.slice(told).map(({ kind }) => kind);
    expect(kinds).toEqual(['ignore-problems', 'idle', 'watched']);
  });
});

describe('files that are asked for', () => {
  it('lists and measures what is left out, and what is not there', async () => {
    await write('.gitignore', 'out\n');
    await write('out/deep/a.txt', 'inside\n');
    const { engine, screen } = await open();
    await engine.listIgnored('out' as RepoPath);
    expect(screen.paths).toEqual(['.gitignore', 'out', 'out/deep']);
    await engine.measureFiles(['out/deep/a.txt', 'never.txt'] as RepoPath[]);

    const inside = [...screen.entries.values()].find(({ path }) => path === 'out/deep/a.txt');
    expect(inside?.leftOut).toMatchObject({ rule: 'out' });
    expect(screen.file('out/deep/a.txt')?.content).toMatchObject({ kind: 'text', tokens: 2 });
    expect(screen.file('never.txt')?.content.kind).toBe('missing');
    await engine.refresh();
    expect(screen.file('out/deep/a.txt')?.content.kind).toBe('text');
    expect(screen.file('never.txt')?.content.kind).toBe('missing');
  });

  it('finds by name and by glob', async () => {
    await write('.gitignore', 'secret\n');
    await write('src/workspaceIndex.ts', '1\n');
    await write('src/other.ts', '2\n');
    await write('secret/plan.txt', '3\n');
    const { engine, screen } = await open();
    const pathsOf = (ids: readonly number[]): unknown[] => ids.map((id) => screen.entries.get(id)?.path);
    expect(pathsOf(await engine.filter('wsindex', 10))).toEqual(['src/workspaceIndex.ts']);
    expect(pathsOf(await engine.matchGlob('**/*.ts')).toSorted()).toEqual([
      'src/other.ts',
      'src/workspaceIndex.ts',
    ]);
    expect(await engine.matchGlob('secret/*')).toEqual([]);
    const named = await engine.matchGlob('secret/plan.txt');
    expect(pathsOf(named)).toEqual(['secret/plan.txt']);
  });
});

describe('the document', () => {
  it('is the same bytes the rules give, with exact sums', async () => {
    await write('src/b.ts', 'const b = 2;\r\n// no final line end');
    await write('src/a.md', '# A\n\n```js\ncode\n```\n');
    await write('bin.dat', new Uint8Array([1, 0, 2]));
    const { engine, screen } = await open();
    await engine.setSection({ section: 'instructions', texts: ['Be brief.'] });
    const task = await engine.setSection({ section: 'task', texts: ['Say hello.'] });
    const refs: BlockRef[] = [
      { kind: 'section', section: 'instructions' },
      ...['bin.dat', 'src/a.md', 'src/b.ts', 'src/none.ts'].map(full),
      { kind: 'section', section: 'task' },
    ];
    const whole = await engine.assemble(refs, 'whole');
    const text = await whole.blob.text();

    expect(text).toBe(
      [
        '## Instructions\n\nBe brief.',
        '## Files\n\n### `bin.dat`\n\n(not shown: binary: a NUL in the first 8,000 bytes, 3 bytes)',
        '### `src/a.md`\n\n````markdown\n# A\n\n```js\ncode\n```\n````',
        '### `src/b.ts`\n\n```ts\nconst b = 2;\n// no final line end\n```',
        '### `src/none.ts`\n\nERROR: file not found: src/none.ts',
        '## Task\n\nSay hello.',
      ].join('\n\n---\n\n') + '\n',
    );
    expect(whole.bytes).toBe(new TextEncoder().encode(text).length);
    expect(whole.blocks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(whole.bytes);
    expect(whole.blocks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(whole.tokens);
    const a = screen.file('src/a.md')?.content.block.tokens;
    expect(whole.blocks[2]?.tokens).toBe(a);
    expect(whole.blocks[5]?.tokens).toBe(task?.tokensAsLast);
    expect(whole.leftOut.map(({ path }) => path)).toEqual(['bin.dat', 'src/none.ts']);

    const fixed = await (await engine.assemble(refs, 'static')).blob.text();
    expect(text.startsWith(fixed.trimEnd())).toBe(true);
    expect(await (await engine.assemble(refs, 'rest')).blob.text()).toBe('## Task\n\nSay hello.\n');
  });

  it('takes what is on the disk now, and tells what it learned', async () => {
    await write('a.txt', 'old\n');
    const { engine, screen } = await open();
    await write('a.txt', 'new and longer\n');
    const { blob, tokens, blocks } = await engine.assemble([full('a.txt')], 'whole');
    expect(await blob.text()).toContain('new and longer');
    await engine.refresh();
    const content = screen.file('a.txt')?.content;
    expect(tokens).toBe((content?.block.tokensAsLast ?? 0) + (await engine.filesHeadingTokens())['## Files']);
    expect(blocks).toHaveLength(1);
  });

  it('shows lines of a very long line and of very many lines', async () => {
    await write('long.js', `x${'y'.repeat(10_000_000)}`);
    await write('many.txt', 'line\n'.repeat(1_000_000));
    const { engine, screen } = await open();
    const long = await engine.readLines(full('long.js'), 0, 5);
    expect(long.texts.map(({ length }) => length)).toEqual([13, 0, 5, 2_000, 3]);
    expect(long.cut).toEqual([0, 0, 0, 9_998_001, 0]);

    const block = screen.file('many.txt')?.content.block;
    expect(block?.lines).toBe(1_000_004 + 3);
    const end = await engine.readLines(full('many.txt'), 1_000_002, 1_000_010);
    expect(end.texts).toEqual(['line', '```']);
  });

  it('reads lines again when a file has changed', async () => {
    await write('a.txt', 'old\n');
    const { engine, screen } = await open();
    expect((await engine.readLines(full('a.txt'), 3, 4)).texts).toEqual(['old']);
    await write('a.txt', 'quite new\n');
    await engine.refresh();
    expect(screen.file('a.txt')?.size).toBe(10);
    expect((await engine.readLines(full('a.txt'), 3, 4)).texts).toEqual(['quite new']);
  });

  it('searches, and the last search wins', async () => {
    for (let at = 0; at < 200; at += 1) await write(`f${at}.txt`, `one\nthe Needle is ${at}\n`);
    await write('bin.dat', new Uint8Array([0]));
    const { engine } = await open();
    const refs = Array.from({ length: 200 }, (_, at) => full(`f${at}.txt`));
    const [first, second] = await Promise.all([
      engine.search(refs, 'one', 10),
      engine.search(refs, 'nEEdle', 1_000),
    ]);
    expect(first).toBeUndefined();
    expect(second?.more).toBe(false);
    expect(second?.matches).toHaveLength(200);
    expect(second?.matches[7]).toEqual({ block: 7, line: 4, column: 4, length: 6 });
    const few = await engine.search(refs, 'needle', 10);
    expect(few).toMatchObject({ more: true, matches: { length: 10 } });
  });
});

describe('slices', () => {
  it('are found again by the text that they were made from', async () => {
    const path = 'a.txt' as RepoPath;
    const block = ['begin', '  work', 'finish', ''];
    const old = [block, block, block].flat();
    await write(path, old.join('\n'));
    const { engine } = await open();
    const slices = (await engine.anchorSlices(path, [{ startLine: 5, endLine: 7 }])) ?? [];
    expect(slices).toMatchObject([{ contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);

    // As many lines as a block has: the old place holds the same text, which stood elsewhere before.
    await write(path, ['one', 'two', 'three', 'four', ...old].join('\n'));
    await engine.refresh();
    const views = [{ mode: 'custom', slices }] as const;
    const [measured] = await engine.measureViews([{ path, views }]);
    expect(measured?.views[0]?.slices).toEqual([{ startLine: 9, endLine: 11, state: 'moved' }]);
    const [unknown] = await engine.measureViews([
      {
        path,
        views: [{ mode: 'custom', slices: slices.map((slice) => ({ ...slice, fileHash: undefined })) }],
      },
    ]);
    expect(unknown?.views[0]?.slices).toMatchObject([{ startLine: 5, state: 'exact' }]);
  });
});

describe('ending', () => {
  it('cancels at once and tells nothing more', async () => {
    for (let at = 0; at < 300; at += 1) await write(`f${at}.txt`, 'x\n'.repeat(500));
    const engine = startEngine();
    const screen = new Screen();
    const options = {
      workspaceId: root.name,
      encoding: 'o200k_base',
      userPatterns: '',
      keepSummaries: true,
    } as const;
    const started = Promise.withResolvers<undefined>();
    const opened = engine.open({ kind: 'handle', handle: root }, options, (event) => {
      screen.receive(event);
      if (event.kind === 'entries') started.resolve(undefined);
    });
    await started.promise;
    await engine.cancel();
    await opened;
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', cancelled: true });
    const told = (): number => screen.events.filter(({ kind }) => kind !== 'watched').length;
    const before = told();
    await engine.filesHeadingTokens();
    expect(told()).toBe(before);

    await engine.refresh();
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', cancelled: false });
    expect(screen.files.size).toBe(300);
  });

  it('rejects calls under way when it is disposed', async () => {
    const { engine } = await open();
    const pending = engine.refresh();
    engine.dispose();
    await expect(pending).rejects.toThrow('closed');
    await expect(engine.refresh()).rejects.toThrow('closed');
  });
});
