import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compute, openWith, poolHere } from '../../../tests/engineInTests';
import { FILES, reader, type Files } from '../../../tests/referencesInTests';
import { path } from '../../../tests/repoPathInTests';
import { textBlock } from '../../../src/core/document/block';
import { SEPARATOR } from '../../../src/core/compose/separator';
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import type { EngineApi } from '../contract';
import { WorkerDied } from '../runningWorker';

describe('the symbol map', () => {
  const map = async (engine: EngineApi, wanted: Partial<SymbolMapRequest> = {}): Promise<string> => {
    const request = { heading: '## Symbol Map', tokens: 8_000, ...wanted };
    const texts = await engine.setSection('symbolMap', { kind: 'symbolMap', ...request });
    const { blob } = await engine.assemble(texts.map(({ key }) => textBlock('symbolMap', key)));
    return blob.text();
  };

  it('lists declarations, imports, and users', async () => {
    const { engine } = await openWith(reader());
    const text = await map(engine);
    expect(text).toContain(
      [
        'src/auth/maskAuth.ts: ←1',
        'f maskAuth(header):1 ←@1/server.ts:1',
        '←refs: @1/server.ts',
        '',
        'src/client.ts:',
        'i elsewhere',
        'i→ src/server.ts',
        '',
      ].join('\n'),
    );
    expect(text).toContain('v masked:3 →@1/auth/maskAuth.ts:maskAuth ←@1/client.ts:1');
  });

  it('leaves out the given files, or includes only them', async () => {
    const { engine } = await openWith(reader());
    const rest = await map(engine, { except: [path('src/server.ts')] });
    expect(rest).not.toMatch(/^src\/server\.ts:/m);
    expect(rest).toMatch(/^src\/client\.ts:/m);
    const one = await map(engine, { paths: [path('src/server.ts'), path('gone.ts')] });
    expect(one.match(/^\S+:/gm)).toEqual(['src/server.ts:', '←refs:']);
    expect(await map(engine, { paths: [] })).toBe('');
  });

  it('tells the tokens of a block, which are those that the map is longer with it', async () => {
    const { engine } = await openWith(reader());
    const paths = ['src/client.ts', 'gone.ts', 'src/auth/maskAuth.ts'].map(path);
    const [client = 0, gone, auth = 0] = await engine.mapTokens(paths);
    expect(gone).toBe(0);
    const texts = [await map(engine, { paths })];
    for (const left of paths) texts.push(await map(engine, { paths: paths.filter((each) => each !== left) }));
    const [all = 0, ...without] = await engine.countTexts(texts);
    expect(without).toEqual([all - client, all, all - auth]);
  });

  it('stays within its token limit, most used files first', async () => {
    const { engine } = await openWith(reader());
    const first = await map(engine, { paths: [path('src/auth/maskAuth.ts')] });
    const [tokens = 0] = await engine.countTexts([first]);
    const some = await map(engine, { tokens: tokens + 10 });
    expect(some).toContain('f maskAuth(header):1');
    expect(some).not.toMatch(/^src\/server\.ts:/m);
    const [counted = 0] = await engine.countTexts([some]);
    expect(counted).toBeLessThanOrEqual(tokens + 10);
    expect(await map(engine, { tokens: tokens - 1 })).not.toContain('maskAuth(header)');
    expect(await map(engine, { tokens: 1 })).toBe('');
  });

  it('stays within any token limit, with the line ends that follow it in a document', async () => {
    const folders = Array.from({ length: 12 }, (_, at) => `packages/component-library-${at}/source/internal`);
    const files = folders.flatMap((folder, at) => [
      [`${folder}/main.ts`, `export function run${at}() {}\n`],
      ...['a', 'b', 'c', 'd'].map((name) => [
        `${folder}/${name}.ts`,
        `import { run${at} } from './main';\nexport const ${name}${at} = run${at}();\n`,
      ]),
    ]);
    const { engine } = await openWith(reader(Object.fromEntries(files) as Files));
    const whole = await map(engine);
    expect(whole.match(/^@\d\/=/gm)).toHaveLength(9);
    const [most = 0] = await engine.countTexts([whole + SEPARATOR]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: most }), async (limit) => {
        const larger = await map(engine, { tokens: limit });
        // Without its ending, this text takes all of its limit.
        const [bare = 0] = await engine.countTexts([larger]);
        for (const tokens of [limit, bare]) {
          const text = await map(engine, { tokens });
          const [counted = 0] = text === '' ? [] : await engine.countTexts([text + SEPARATOR]);
          expect(counted).toBeLessThanOrEqual(tokens);
        }
      }),
      { numRuns: 40, examples: [[0], [1], [most - 1], [most]] },
    );
  });

  it('lists the first users of a file, and counts the others', async () => {
    const users = Array.from({ length: 9 }, (_, at) => [
      `src/user${at}.ts`,
      "import { maskAuth } from './auth/maskAuth';\nmaskAuth('x');\n",
    ]);
    const { engine } = await openWith(reader({ ...FILES, ...(Object.fromEntries(users) as Files) }));
    const text = await map(engine, { paths: [path('src/auth/maskAuth.ts')] });
    expect(text).toMatch(/^src\/auth\/maskAuth\.ts: ←10$/m);
    expect(text).toMatch(/^f maskAuth\(header\):1 ←\S+,\S+,\S+,\+7$/m);
    expect(text).toMatch(/^←refs: (?:[^,\s]+,){5}\+5$/m);
  });

  it('is rendered even if a worker dies over stored facts', async () => {
    const createPool = () =>
      poolHere({ ...compute, mapBlocks: () => Promise.reject(new WorkerDied('stuck')) });
    const { engine } = await openWith(reader(), { createPool });
    expect(await map(engine)).toContain('f maskAuth(header):1');
  });

  it('keeps files in place, and adds new ones at the end', async () => {
    const { engine } = await openWith(reader());
    const order = async (paths: readonly string[]): Promise<readonly string[]> => {
      await engine.measureSection('symbolMap', {
        kind: 'symbolMap',
        heading: '',
        tokens: 8_000,
        paths: [path('src/other.ts')],
      });
      const text = await map(engine, { paths: paths.map(path) });
      return Array.from(text.matchAll(/^(src\S+):/gm), ([, each = '']) => each);
    };
    await order(['src/server.ts', 'src/client.ts']);
    const all = ['src/auth/maskAuth.ts', 'src/other.ts', 'src/client.ts', 'src/server.ts'];
    expect(await order(all)).toEqual([
      'src/client.ts',
      'src/server.ts',
      'src/auth/maskAuth.ts',
      'src/other.ts',
    ]);
    expect(await order(all.slice(0, 2))).toEqual(['src/auth/maskAuth.ts', 'src/other.ts']);
  });

  it('reads files whose facts are not stored, and retries no others', async () => {
    const read: string[] = [];
    const createPool = () =>
      poolHere({
        ...compute,
        mapBlocks: (_, wanted) => Promise.resolve(wanted.map(() => undefined)),
        readMapBlocks(encoding, files, wanted) {
          read.push(...files.map((file) => file.path));
          return compute.readMapBlocks(encoding, files, wanted);
        },
      });
    const { engine } = await openWith(reader(), { createPool });
    expect(await map(engine, { paths: [path('src/server.ts')] })).toContain('v masked:3');
    expect(read).toEqual(['src/server.ts']);
  });
});
