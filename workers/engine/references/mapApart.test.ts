import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksInMemory } from '../../../tests/blocksInMemory';
import { openWith } from '../../../tests/engineInTests';
import { changing, FILES, reader, type Files } from '../../../tests/referencesInTests';
import { path } from '../../../tests/repoPathInTests';
import { SEPARATOR } from '../../../src/core/compose/separator';
import { printedKey, symbolKey, textBlock } from '../../../src/core/document/block';
import type { PrintedBlock, SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import type { EngineApi } from '../contract';
import type { MeasuredText } from '../documentContract';

const WHOLE: SymbolMapRequest = { kind: 'symbolMap', heading: '## Symbol Map', tokens: 8_000 };
const APART: SymbolMapRequest = { ...WHOLE, form: 'apart' };
const LEGEND = 'section:symbolMap';
const AUTH = path('src/auth/maskAuth.ts');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The bodies of these texts by key. */
async function bodiesOf(engine: EngineApi, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { blob } = await engine.assemble(keys.map((key) => textBlock('symbolMap', key)));
  const bodies = (await blob.text()).replace(/\n$/, '').split(SEPARATOR);
  return new Map(keys.map((key, at) => [key, bodies[at] ?? '']));
}

async function mapApart(engine: EngineApi, wanted: Partial<SymbolMapRequest> = {}) {
  const texts = await engine.setSection('symbolMap', { ...APART, ...wanted });
  const bodies = await bodiesOf(
    engine,
    texts.map(({ key }) => key),
  );
  return { texts, bodies, body: (of: string) => bodies.get(symbolKey(path(of))) };
}

const textFor = (texts: readonly MeasuredText[], of: string) =>
  texts.find(({ key }) => key === symbolKey(path(of)));

/** An engine over a folder that `change` writes to. */
async function openChanging(before: Files = FILES) {
  let files = before;
  const store = blocksInMemory();
  const { engine } = await openWith(
    changing(() => files),
    { blockStore: store },
  );
  const change = async (changes: Files): Promise<void> => {
    files = { ...files, ...changes };
    await engine.refresh();
  };
  return { engine, store, change };
}

describe('a map that is one text', () => {
  it('tells its blocks in order, with the hashes of their structures', async () => {
    const { engine } = await openWith(reader());
    const [map, ...others] = await engine.setSection('symbolMap', WHOLE);
    expect(others).toEqual([]);
    const body = (await bodiesOf(engine, [LEGEND])).get(LEGEND) ?? '';
    expect(map).toMatchObject({ key: LEGEND, hash: sha256(body) });
    const printed = Array.from(body.matchAll(/^(\S+):(?: ←\d+)?$/gm), ([, each = '']) =>
      symbolKey(path(each)),
    );
    expect(map?.items?.map(({ key }) => key)).toEqual(printed);
    const paths = printed.map((key) => path(key.slice(key.indexOf(':') + 1)));
    expect(map?.items?.map(({ tokens }) => tokens)).toEqual(await engine.mapTokens(paths));
    const apart = await engine.measureSection('symbolMap', APART);
    expect(map?.items?.map(({ hash }) => hash)).toEqual(apart.slice(1).map(({ hash }) => hash));
  });
});

describe('a map apart', () => {
  it('has a text for the legend, then one for each file', async () => {
    const { engine } = await openWith(reader());
    const { texts, bodies, body } = await mapApart(engine);
    expect(texts.map(({ key, title }) => [key, title])).toEqual([
      [LEGEND, 'Legend of the symbol map'],
      ...['src/auth/maskAuth.ts', 'src/client.ts', 'src/other.ts', 'src/server.ts'].map((each) => [
        symbolKey(path(each)),
        each,
      ]),
    ]);
    expect(texts[0]?.aliases).toEqual(['src/']);
    expect(texts[0]?.hash).toBe(sha256(bodies.get(LEGEND) ?? ''));
    expect(bodies.get(LEGEND)).toMatch(/^```text\n#[^`]*\n@1\/=src\/\n```$/);
    expect(body(AUTH)).toBe(
      '```text\nsrc/auth/maskAuth.ts: ←1\nf maskAuth(header):1 ←@1/server.ts\n←refs: @1/server.ts\n```',
    );
    expect(body('src/server.ts')).toContain(
      'v masked:3 →@1/auth/maskAuth.ts:maskAuth ←@1/client.ts\n←refs: @1/client.ts\n```',
    );
    expect(await engine.setSection('symbolMap', { ...APART, paths: [] })).toEqual([]);
  });

  it('names the files of references, never their lines', async () => {
    const { engine, change } = await openChanging();
    const before = await mapApart(engine);
    await change({ 'src/server.ts': `\n\n${FILES['src/server.ts']}` });
    const after = await mapApart(engine);
    expect(after.body('src/server.ts')).toContain('v masked:5 ');
    expect(after.body(AUTH)).toBe(before.body(AUTH));
    expect(textFor(after.texts, AUTH)).toEqual(textFor(before.texts, AUTH));
  });

  it('fences each text so that its names cannot close it', async () => {
    const files = {
      'a.py': "x = {}\nclass A:\n  def f(self) -> '```':\n    pass\n",
      'b.py': 'def g(): pass\n',
    };
    const { engine } = await openWith(reader(files));
    const { body } = await mapApart(engine);
    expect(body('a.py')).toMatch(/^````text\n[^]*->'```':3\n````$/);
    expect(body('b.py')).toBe('```text\nb.py:\nf g():1\n```');
  });

  it('keeps to the given aliases', async () => {
    const { engine } = await openWith(reader());
    const none = await mapApart(engine, { aliases: [] });
    expect(none.texts[0]?.aliases).toEqual([]);
    expect(none.body(AUTH)).toContain('←refs: src/server.ts\n');
    const given = await mapApart(engine, { aliases: ['lib/', 'src/'] });
    expect(given.texts[0]?.aliases).toEqual(['lib/', 'src/']);
    expect(given.bodies.get(LEGEND)).toContain('\n@1/=lib/\n@2/=src/\n');
    expect(given.body(AUTH)).toContain('←refs: @2/server.ts\n');
  });

  it('stays within its token limit, most used files first', async () => {
    const sources = Array.from({ length: 60 }, (_, at) => [
      `src/module${at}.ts`,
      `export function run${at}(one: string, other: number) {}\n${at > 0 ? "import { run0 } from './module0';\nrun0();\n" : ''}`,
    ]);
    const { engine } = await openWith(reader(Object.fromEntries(sources) as Files));
    const sumOf = (texts: readonly MeasuredText[]) =>
      texts.reduce((sum, { measure }) => sum + measure.tokens, 0);
    const all = await engine.measureSection('symbolMap', APART);
    expect(all).toHaveLength(61);
    const [most, least] = [sumOf(all), sumOf(all.slice(0, 2))];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: most }), async (tokens) => {
        const texts = await engine.measureSection('symbolMap', { ...APART, tokens });
        expect(sumOf(texts)).toBeLessThanOrEqual(tokens);
        if (tokens < least) return;
        expect(texts.map(({ title }) => title)).toContain('src/module0.ts');
        // No other block would fit.
        expect(sumOf(texts)).toBeGreaterThan(tokens - 60);
      }),
      { numRuns: 30, examples: [[0], [1], [least], [most - 1], [most]] },
    );
  });
});

describe('the hash of a block', () => {
  const hashAfter = async (changes: Files) => {
    const { engine, change } = await openChanging();
    const before = await mapApart(engine);
    await change(changes);
    const after = await mapApart(engine);
    return { before, after, of: ({ texts }: typeof before) => textFor(texts, AUTH)?.hash };
  };

  it.each([
    ['lines move', { [AUTH]: `// Masks headers.\n\n${FILES['src/auth/maskAuth.ts']}` }],
    ['a caller appears', { 'src/more.ts': "import { maskAuth } from './auth/maskAuth';\nmaskAuth('y');\n" }],
  ])('stays the same when %s', async (_, changes: Files) => {
    const { before, after, of } = await hashAfter(changes);
    expect(after.body(AUTH)).not.toBe(before.body(AUTH));
    expect(of(after)).toBe(of(before));
  });

  it('changes with a parameter', async () => {
    const { before, after, of } = await hashAfter({
      [AUTH]: 'export function maskAuth(header: string, mark = "*") {\n  return header;\n}\n',
    });
    expect(of(after)).not.toBe(of(before));
  });
});

describe('a block as printed', () => {
  const MOVED = { [AUTH]: `// Masks headers.\n\n${FILES['src/auth/maskAuth.ts']}` };

  /** Hands over the map, then changes the folder. */
  async function handedOver(changes: Files) {
    const { engine, store, change } = await openChanging();
    const { texts, body } = await mapApart(engine);
    await engine.workDone();
    const printed: readonly PrintedBlock[] = texts.slice(1).map(({ title = '', hash }) => {
      return { path: path(title), structure: hash, body: sha256(body(title) ?? '') };
    });
    await change(changes);
    return { engine, store, printed, before: body(AUTH) ?? '' };
  }

  it('is kept beside the current one if only places have changed', async () => {
    const { engine, printed, before } = await handedOver(MOVED);
    const { texts, body } = await mapApart(engine, { printed });
    expect(body(AUTH)).toContain('f maskAuth(header):3 ');
    expect(texts.filter((text) => text.printed !== undefined)).toEqual([textFor(texts, AUTH)]);
    const key = printedKey(AUTH);
    expect((await bodiesOf(engine, [key])).get(key)).toBe(before);
    const [tokens] = await engine.countTexts([before + SEPARATOR]);
    expect(textFor(texts, AUTH)?.printed?.measure.tokens).toBe(tokens);
    const source = { kind: 'text', key } as const;
    expect((await engine.readLines(source, 2, 3)).texts).toEqual(['f maskAuth(header):1 ←@1/server.ts']);
    expect(await engine.search([source], 'maskAuth(header):1', 10)).toMatchObject({ matches: [{ line: 2 }] });
    expect(await mapApart(engine, { printed })).toMatchObject({ texts });
    const renewed = await mapApart(engine);
    expect(textFor(renewed.texts, AUTH)?.printed).toBeUndefined();
    await expect(bodiesOf(engine, [key])).rejects.toThrow('a text of the document is gone');
  });

  it('is measured for a hypothetical map without being kept', async () => {
    const { engine, printed } = await handedOver(MOVED);
    const texts = await engine.measureSection('symbolMap', { ...APART, printed });
    expect(textFor(texts, AUTH)?.printed?.measure.tokens).toBeGreaterThan(0);
    await expect(bodiesOf(engine, [printedKey(AUTH)])).rejects.toThrow('a text of the document is gone');
  });

  it('is left out if its structure has changed, or its body is no longer stored', async () => {
    const other = await handedOver({ [AUTH]: 'export function maskAuth(header: string, mark = "*") {}\n' });
    const { texts } = await mapApart(other.engine, { printed: other.printed });
    expect(textFor(texts, AUTH)).not.toHaveProperty('printed');
    expect(textFor(texts, AUTH)).not.toHaveProperty('lacksEarlierForm');
    const gone = await handedOver(MOVED);
    gone.store.bodies.delete(sha256(gone.before));
    const now = await mapApart(gone.engine, { printed: gone.printed });
    expect(textFor(now.texts, AUTH)).not.toHaveProperty('printed');
    expect(now.texts.filter(({ lacksEarlierForm }) => lacksEarlierForm)).toEqual([textFor(now.texts, AUTH)]);
  });
});
