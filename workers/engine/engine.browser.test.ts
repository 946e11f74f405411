import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../src/core/files/repoPath';
import { open, options, root, Screen, startEngine, useNewFolders, write } from '../../tests/engineInBrowser';

useNewFolders();

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
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', canceled: false, fromStore: 0 });
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
    await engine.open({ kind: 'handle', handle: inner }, options(), screen.receive);
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
    await engine.prepareFilter();
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

describe('ending', () => {
  it('cancels at once and tells nothing more', async () => {
    for (let at = 0; at < 300; at += 1) await write(`f${at}.txt`, 'x\n'.repeat(500));
    const engine = startEngine();
    const screen = new Screen();
    const started = Promise.withResolvers<undefined>();
    const opened = engine.open({ kind: 'handle', handle: root }, options(), (event) => {
      screen.receive(event);
      if (event.kind === 'entries') started.resolve(undefined);
    });
    await started.promise;
    await engine.cancel();
    await opened;
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', canceled: true });
    const told = (): number => screen.events.filter(({ kind }) => kind !== 'watched').length;
    const before = told();
    await engine.countTexts(['a']);
    expect(told()).toBe(before);

    await engine.refresh();
    expect(screen.events.at(-1)).toMatchObject({ kind: 'idle', canceled: false });
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
