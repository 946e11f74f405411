import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blocksInMemory } from '../../tests/blocksInMemory';
import { keyOfSource, textBlock } from '../../src/core/document/block';
import type { BodyRequest } from '../../src/core/document/bodyRequest';
import { leadText } from '../../src/core/document/plan';
import type { RepoPath } from '../../src/core/files/repoPath';
import { compute, fileOf, openWith, poolHere } from '../../tests/engineInTests';
import { full, planned } from '../../tests/planned';
import type { ComputePool } from './computePool';
import { readerOfFiles } from './folders/memoryFolder';

const task = (text: string): BodyRequest => ({ kind: 'markdown', heading: '## Task', texts: [text] });
const tree = {
  kind: 'fileTree',
  heading: '## File Tree',
  scope: 'all',
  paths: [],
  except: [],
  figures: false,
} as const;

describe('texts', () => {
  it('leave no trace when they are empty', async () => {
    const { engine } = await openWith(readerOfFiles([['src/a.ts', fileOf('a')]]));
    expect(await engine.setSection('task', task(' \n'))).toEqual([]);
    expect(await engine.setSection('fileTree', tree)).toMatchObject([{ key: 'section:fileTree' }]);
    const { blob, tokens } = await engine.assemble(planned([textBlock('fileTree')]));
    expect(await blob.text()).toBe('## File Tree\n\n```text\nsrc/\n  a.ts\n```\n');
    expect(tokens).toBe(await compute.countTokens('o200k_base', await blob.text()));
  });

  it('are never left out of a document silently', async () => {
    const { engine } = await openWith(readerOfFiles([['src/a.ts', fileOf('a')]]));
    await engine.setSection('task', task('Why?'));
    const plan = planned([textBlock('fileTree'), textBlock('task')]);
    await expect(engine.assemble(plan)).rejects.toThrow('a text of the document is gone');
    await engine.setSection('fileTree', tree);
    const assembling = engine.assemble(plan);
    // These come after the plan was made.
    await Promise.all([engine.setSection('fileTree', undefined), engine.setSection('task', task('Now?'))]);
    const { blob, blocks } = await assembling;
    expect(blocks).toHaveLength(2);
    expect(await blob.text()).toMatch(/^## File Tree\n[^]*\n---\n\n## Task\n\nWhy\?\n$/);
  });

  it('leave files out of the tree that are not included', async () => {
    const { engine } = await openWith(
      readerOfFiles([
        ['a.ts', fileOf('a')],
        ['b/c.ts', fileOf('c')],
      ]),
    );
    await engine.setSection('fileTree', { ...tree, except: ['b/c.ts' as RepoPath] });
    const { blob } = await engine.assemble([textBlock('fileTree')]);
    expect(await blob.text()).toBe('## File Tree\n\n```text\na.ts\n```\n');
  });

  it('have lines and symbols of the files that are named, as far as they have text', async () => {
    const folder = readerOfFiles([
      ['a.py', fileOf('def f():\n  return 1\n\nclass C:\n  pass\n')],
      ['b.xyz', fileOf('one\n')],
      ['c.dat', fileOf('\0')],
      ['d.py', fileOf('def g(): pass\n')],
    ]);
    const { engine } = await openWith(folder);
    const paths = ['a.py', 'b.xyz', 'c.dat'] as RepoPath[];
    await engine.setSection('fileTree', { ...tree, paths, figures: true });
    const { blob, tokens } = await engine.assemble([textBlock('fileTree')]);
    const text = await blob.text();
    expect(text).toContain('\na.py (5 lines, 2 symbols)\nb.xyz (1 line)\nc.dat\nd.py\n');
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
  });

  it('stay as they are while another text is measured', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const [kept] = await engine.setSection('task', task('Say hello.'));
    const [other] = await engine.measureSection('task', task('Say hello to everybody.'));
    expect(other?.measure.tokens).toBeGreaterThan(kept?.measure.tokens ?? Infinity);
    expect(await engine.measureSection('task', task(' '))).toEqual([]);
    const { blob } = await engine.assemble([textBlock('task')]);
    expect(await blob.text()).toBe('## Task\n\nSay hello.\n');
  });
});

describe('messages', () => {
  const discussion = (...contents: readonly string[]): BodyRequest => ({
    kind: 'discussion',
    messages: contents.map((content, at) => ({
      ...{ id: content, role: 'AI', content, time: 0, collapsed: false, place: at },
    })),
    attached: [],
  });
  const HEADING = '## Discussion History';

  it('are blocks under one heading, which keep their versions as long as they stay the same', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const first = await engine.setSection('discussion', discussion('one', 'two', 'three'));
    const later = await engine.setSection('discussion', discussion('one', 'three'));
    expect(later.map(({ key, title }) => [key, title])).toEqual([
      ['history:one', 'Discussion Excerpt 1'],
      ['history:three', 'Discussion Excerpt 2'],
    ]);
    expect(later[0]).toEqual(first[0]);
    expect(first.map(({ version }) => version)).not.toContain(later[1]?.version);
    const blocks = later.map(({ key }) => textBlock('discussion', key));
    const { blob, tokens, hash } = await engine.assemble(planned(blocks));
    const text = await blob.text();
    expect(text).toBe(
      `${HEADING}\n\n### Discussion Excerpt 1\n\nAI: one\n\n---\n\n### Discussion Excerpt 2\n\nAI: three\n`,
    );
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
  });

  it('are measured exactly, however many there are', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const contents = Array.from({ length: 1_234 }, (_, at) => `Message ${at}: ${'word '.repeat(at % 50)}`);
    const measured = await engine.setSection('discussion', discussion(...contents));
    const [lead = 0] = await engine.countTexts([leadText(HEADING)]);
    const sum = measured.reduce((total, { measure }) => total + measure.tokens, lead);
    const plan = planned(measured.map(({ key }) => textBlock('discussion', key)));
    const { tokens } = await engine.assemble(plan);
    const last = measured.at(-1)?.measure;
    expect(tokens).toBe(sum - (last?.tokens ?? 0) + (last?.tokensAsLast ?? 0));
  });
});

describe('leads', () => {
  it('are printed and counted with their block', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const plain = await engine.assemble(planned([full('a')]));
    const focused = await engine.assemble(planned([full('a')], '## Files (Tier 3 - Focused)'));
    const text = await focused.blob.text();
    expect(text).toBe((await plain.blob.text()).replace('## Files', '## Files (Tier 3 - Focused)'));
    expect(focused.tokens).toBe(await compute.countTokens('o200k_base', text));
    const leads = ['## Files', '## Files (Tier 3 - Focused)'].map(leadText);
    const [short = 0, long = 0] = await engine.countTexts(leads);
    expect(focused.tokens - plain.tokens).toBe(long - short);
  });
});

function signal(): readonly [Promise<void>, () => void] {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, () => give()];
}

describe('a document', () => {
  it('has the tokens of one encoding, also when another one is chosen under way', async () => {
    const [begun, begin] = signal();
    const [gate, open] = signal();
    let isClosed = false;
    const pool: ComputePool = {
      ...poolHere(),
      async run(job) {
        if (isClosed && job.bytes === 0) {
          begin();
          await gate;
        }
        return poolHere().run(job);
      },
    };
    const text = 'Überraschung: 你好，世界。 Ещё раз.\n';
    const { engine } = await openWith(readerOfFiles([['a', fileOf(text)]]), { createPool: () => pool });
    isClosed = true;
    const assembling = engine.assemble(planned([full('a')]));
    await begun;
    await engine.setEncoding('cl100k_base');
    open();
    const { blob, tokens } = await assembling;
    const whole = await blob.text();
    expect(tokens).toBe(await compute.countTokens('o200k_base', whole));
    expect(tokens).not.toBe(await compute.countTokens('cl100k_base', whole));
  });
});

describe('a document that was handed over', () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`f${at}.ts`, `const f = ${at};\n`]),
  );
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('is made again from the bodies of its blocks, when the files have changed', async () => {
    const store = blocksInMemory();
    const texts = new Map(Object.entries(files).map(([path, text]) => [path, fileOf(text)]));
    const { engine } = await openWith(readerOfFiles([...texts]), { blockStore: store });
    await engine.setSection('task', task('Why?'));
    const plan = planned([...Object.keys(files).map(full), textBlock('task')]);
    const { blob, hash, blocks } = await engine.assemble(plan);
    await engine.workDone();
    const before = await blob.text();
    expect(hash).toBe(sha256(before));
    expect(new Set(store.bodies.keys())).toEqual(new Set(blocks.map((block) => block.hash)));
    expect(blocks.at(-1)).toMatchObject({ lead: '', hash: sha256('## Task\n\nWhy?') });
    await engine.setSection('task', task('What else?'));
    const kept = blocks.map((block) => ({ ...block, key: keyOfSource(block.source) }));
    expect(await (await engine.assembleKept(kept))?.blob.text()).toBe(before);
    expect(await engine.keptBlocks(['x', blocks[0]?.hash ?? ''])).toEqual(new Set([blocks[0]?.hash ?? '']));
    store.bodies.delete(blocks[3]?.hash ?? '');
    expect(await engine.assembleKept(kept)).toBeUndefined();
  });
});
