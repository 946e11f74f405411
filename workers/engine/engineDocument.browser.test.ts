import { describe, expect, it } from 'vitest';
import { textBlock } from '../../src/core/document/block';
import { leadText, partOf } from '../../src/core/document/plan';
import type { RepoPath } from '../../src/core/files/repoPath';
import { open, useNewFolders, write } from '../../tests/engineInBrowser';
import { bySection } from '../../src/core/document/layouts/bySection';
import { full, planned } from '../../tests/planned';

useNewFolders();

describe('the document', () => {
  it('is the same bytes the rules give, with exact sums', async () => {
    await write('src/b.ts', 'const b = 2;\r\n// no final line end');
    await write('src/a.md', '# A\n\n```js\ncode\n```\n');
    await write('bin.dat', new Uint8Array([1, 0, 2]));
    const { engine, screen } = await open();
    await engine.setSection('instructions', {
      ...{ kind: 'markdown', heading: '## Instructions' },
      texts: ['Be brief.'],
    });
    const [task] = await engine.setSection('task', {
      ...{ kind: 'markdown', heading: '## Task' },
      texts: ['Say hello.'],
    });
    const plan = planned([
      textBlock('instructions'),
      ...['bin.dat', 'src/a.md', 'src/b.ts', 'src/none.ts'].map(full),
      textBlock('task'),
    ]);
    const whole = await engine.assemble(plan);
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
    expect(whole.blocks[5]?.tokens).toBe(task?.measure.tokensAsLast);
    expect(whole.leftOut.map(({ path }) => path)).toEqual(['bin.dat', 'src/none.ts']);

    const fixed = await (await engine.assemble(partOf(plan, 'static', bySection('## Files')))).blob.text();
    expect(text.startsWith(fixed.trimEnd())).toBe(true);
    expect(await (await engine.assemble(partOf(plan, 'rest', bySection('## Files')))).blob.text()).toBe(
      '## Task\n\nSay hello.\n',
    );
  });

  it('takes what is on the disk now, and tells what it learned', async () => {
    await write('a.txt', 'old\n');
    const { engine, screen } = await open();
    await write('a.txt', 'new and longer\n');
    const { blob, tokens, blocks } = await engine.assemble(planned([full('a.txt')]));
    expect(await blob.text()).toContain('new and longer');
    await engine.refresh();
    const content = screen.file('a.txt')?.content;
    const [lead = 0] = await engine.countTexts([leadText('## Files')]);
    expect(tokens).toBe((content?.block.tokensAsLast ?? 0) + lead);
    expect(blocks).toHaveLength(1);
  });

  it('shows lines of a very long line and of very many lines', async () => {
    await write('long.js', `x${'y'.repeat(10_000_000)}`);
    await write('many.txt', 'line\n'.repeat(1_000_000));
    const { engine, screen } = await open();
    const long = await engine.readLines(full('long.js').source, 0, 5);
    expect(long.texts.map(({ length }) => length)).toEqual([13, 0, 5, 2_000, 3]);
    expect(long.cut).toEqual([0, 0, 0, 9_998_001, 0]);

    const block = screen.file('many.txt')?.content.block;
    expect(block?.lines).toBe(1_000_004 + 3);
    const end = await engine.readLines(full('many.txt').source, 1_000_002, 1_000_010);
    expect(end.texts).toEqual(['line', '```']);
  });

  it('reads lines again when a file has changed', async () => {
    await write('a.txt', 'old\n');
    const { engine, screen } = await open();
    expect((await engine.readLines(full('a.txt').source, 3, 4)).texts).toEqual(['old']);
    await write('a.txt', 'quite new\n');
    await engine.refresh();
    expect(screen.file('a.txt')?.size).toBe(10);
    expect((await engine.readLines(full('a.txt').source, 3, 4)).texts).toEqual(['quite new']);
  });

  it('searches, and the last search wins', async () => {
    for (let at = 0; at < 200; at += 1) await write(`f${at}.txt`, `one\nthe Needle is ${at}\n`);
    await write('bin.dat', new Uint8Array([0]));
    const { engine } = await open();
    const sources = Array.from({ length: 200 }, (_, at) => full(`f${at}.txt`).source);
    const [first, second] = await Promise.all([
      engine.search(sources, 'one', 10),
      engine.search(sources, 'nEEdle', 1_000),
    ]);
    expect(first).toBeUndefined();
    expect(second?.more).toBe(false);
    expect(second?.matches).toHaveLength(200);
    expect(second?.matches[7]).toEqual({ block: 7, line: 4, column: 4, length: 6 });
    const few = await engine.search(sources, 'needle', 10);
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

    // Insert as many lines as a block has, so that the old place has the same text from elsewhere.
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
