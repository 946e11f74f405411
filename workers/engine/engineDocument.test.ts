import { describe, expect, it } from 'vitest';
import type { BlockRef } from '../../src/core/compose/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import { compute, fileOf, full, openWith, poolHere } from '../../tests/engineInTests';
import type { ComputePool } from './computePool';
import { readerOfFiles } from './folders/memoryFolder';

describe('sections', () => {
  it('leave no trace when they are empty', async () => {
    const { engine } = await openWith(readerOfFiles([['src/a.ts', fileOf('a')]]));
    expect(await engine.setSection({ section: 'task', texts: [' \n'] })).toBeUndefined();
    expect(
      await engine.setSection({ section: 'fileTree', scope: 'all', except: new Set(), figuresOf: [] }),
    ).toMatchObject({
      tokens: expect.any(Number),
    });
    const refs: BlockRef[] = [
      { kind: 'section', section: 'task' },
      { kind: 'section', section: 'fileTree' },
    ];
    const { blob, tokens, blocks } = await engine.assemble(refs, 'whole');
    expect(await blob.text()).toBe('## File Tree\n\n```text\nsrc/\n  a.ts\n```\n');
    expect(blocks).toHaveLength(1);
    expect(tokens).toBe(await compute.countTokens('o200k_base', await blob.text()));
    await engine.clearSection('fileTree');
    expect((await engine.assemble(refs, 'whole')).bytes).toBe(0);
  });

  it('leave files out of the tree that are not included', async () => {
    const { engine } = await openWith(
      readerOfFiles([
        ['a.ts', fileOf('a')],
        ['b/c.ts', fileOf('c')],
      ]),
    );
    const except = new Set(['b/c.ts' as RepoPath]);
    await engine.setSection({ section: 'fileTree', scope: 'all', except, figuresOf: [] });
    const { blob } = await engine.assemble([{ kind: 'section', section: 'fileTree' }], 'whole');
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
    const figuresOf = ['a.py', 'b.xyz', 'c.dat'] as RepoPath[];
    await engine.setSection({ section: 'fileTree', scope: 'all', except: new Set(), figuresOf });
    const { blob, tokens } = await engine.assemble([{ kind: 'section', section: 'fileTree' }], 'whole');
    const text = await blob.text();
    expect(text).toContain('\na.py (5 lines, 2 symbols)\nb.xyz (1 line)\nc.dat\nd.py\n');
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
  });

  it('stay as they are while another text is measured', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const kept = await engine.setSection({ section: 'task', texts: ['Say hello.'] });
    const other = await engine.measureSection({ section: 'task', texts: ['Say hello to everybody.'] });
    expect(other?.tokens).toBeGreaterThan(kept?.tokens ?? Infinity);
    expect(await engine.measureSection({ section: 'task', texts: [' '] })).toBeUndefined();
    const { blob } = await engine.assemble([{ kind: 'section', section: 'task' }], 'whole');
    expect(await blob.text()).toBe('## Task\n\nSay hello.\n');
  });
});

describe('what files stand under', () => {
  it('is the heading that was asked for, and is counted with the first of them', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const plain = await engine.assemble([full('a')], 'whole');
    const focused = await engine.assemble([full('a')], 'whole', '## Files (Tier 3 - Focused)');
    const text = await focused.blob.text();
    expect(text).toBe((await plain.blob.text()).replace('## Files', '## Files (Tier 3 - Focused)'));
    expect(focused.tokens).toBe(await compute.countTokens('o200k_base', text));
    const tokens = await engine.filesHeadingTokens();
    expect(focused.tokens - plain.tokens).toBe(tokens['## Files (Tier 3 - Focused)'] - tokens['## Files']);
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
    const assembling = engine.assemble([full('a')], 'whole');
    await begun;
    await engine.setEncoding('cl100k_base');
    open();
    const { blob, tokens } = await assembling;
    const whole = await blob.text();
    expect(tokens).toBe(await compute.countTokens('o200k_base', whole));
    expect(tokens).not.toBe(await compute.countTokens('cl100k_base', whole));
  });
});
