import { describe, expect, it } from 'vitest';
import { textBlock } from '../../../src/core/document/block';
import type { PromptRequest, PromptSource } from '../../../src/core/document/bodyRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { compute, fileOf, openWith } from '../../../tests/engineInTests';
import { readerOfFiles } from '../folders/memoryFolder';

const folder = readerOfFiles([
  ['a.py', fileOf('"""Adds numbers."""\n\ndef add(a, b):\n  return a + b\n')],
  ['b.dat', fileOf('\0')],
  ['c.env', fileOf('PASSWORD=hunter2-and-more\n')],
]);

const listing = (...paths: string[]): PromptSource => ({
  name: 'app',
  files: paths.map((path) => ({ path: path as RepoPath })),
});
const request = (
  sources: readonly PromptSource[],
  form: PromptRequest['form'] = 'document',
): PromptRequest => ({
  ...{ kind: 'prompt', heading: form === 'document' ? '## Instructions' : '', form, sources },
});

describe('the system prompt', () => {
  it('lists files with their summaries, and counts exactly', async () => {
    const { engine } = await openWith(folder);
    const wanted = request(['Be brief.', listing('a.py', 'b.dat', 'c.env', 'gone.ts'), '```\nopen']);
    await engine.setSection('instructions', wanted);
    const { blob, tokens } = await engine.assemble([textBlock('instructions')]);
    const text = await blob.text();
    expect(text).toMatch(
      /^## Instructions\n\nBe brief\.\n\nWorkspace `app`, selected files:\n\n```csv\nname,type,summary\n/,
    );
    expect(text).toMatch(/\na\.py,python,"?Adds numbers\. .*add/);
    expect(text).toMatch(/\nb\.dat,text,\n/);
    expect(text).toMatch(/\ngone\.ts,typescript,\n```\n\n```\nopen\n```\n$/);
    expect(text).not.toContain('hunter2');
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
  });

  it('is plain text in a message, and gives the same text however often it is asked for at once', async () => {
    const { engine } = await openWith(folder);
    const wanted = request(['Be brief.', listing('a.py')], 'message');
    const texts = await Promise.all([1, 2, 3].map(() => engine.renderText(wanted)));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(
      /^Be brief\.\nWorkspace `app`, selected files:\nname,type,summary\na\.py,python,/,
    );
    expect(await engine.renderText(request(['', ' ']))).toBe('');
  });
});
