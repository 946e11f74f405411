import { describe, expect, it } from 'vitest';
import { testFactsReader, wasmFiles } from '../../tests/languages/wasmFiles';
import { createFactsReader } from './parse';

const reader = testFactsReader();

/** Swift's scanner rereads all of it for each unterminated comment. */
const SLOW_TO_SCAN = `${'/* '.repeat(2_500)}\n`;

async function pathsOf(text: string, language: string, from = reader): Promise<readonly string[]> {
  const outcome = await from.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(outcome.reason.kind);
  return outcome.facts.symbols.map(({ path }) => path);
}

describe('factsOf', () => {
  it('parses each language with its own grammar', async () => {
    expect(await pathsOf('def f(): pass\n', 'python')).toEqual(['f']);
    expect(await pathsOf('const a = <T,>(x: T) => x;\n', 'tsx')).toEqual(['a']);
    expect(await pathsOf('const a = <number>b;\nfunction c() {}\n', 'typescript')).toEqual(['a', 'c']);
  });

  it('serves several calls at once without mixing them', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `name${index}`);
    const all = await Promise.all(
      names.map((name, index) =>
        pathsOf(
          index % 2 === 0 ? `def ${name}(): pass\n` : `function ${name}() {}\n`,
          index % 2 === 0 ? 'python' : 'javascript',
        ),
      ),
    );
    expect(all.flat()).toEqual(names);
  });

  it('gives up on a parse that takes too much work, and reads the next file correctly', async () => {
    expect(await reader.factsOf(SLOW_TO_SCAN, 'swift')).toEqual({
      kind: 'none',
      reason: { kind: 'too-slow' },
    });
    expect(await pathsOf('func second() {}\n', 'swift')).toEqual(['second']);
  });

  it('reads the same file when given more time', async () => {
    expect(await reader.factsOf(SLOW_TO_SCAN, 'swift', 'patient')).toMatchObject({ kind: 'facts' });
  });

  it('gives up on a file with a part that cannot be parsed', async () => {
    const offline = createFactsReader({
      runtime: () => wasmFiles.runtime(),
      grammar: () => Promise.reject(new Error('offline')),
    });
    const page = '<template><p /></template>\n<script>let a = 1;</script>\n';
    expect(await offline.factsOf(page, 'vue')).toEqual({
      kind: 'none',
      reason: { kind: 'failed', message: 'offline' },
    });
  });

  it('says why there are no facts', async () => {
    expect(await reader.factsOf('x', 'no such language')).toEqual({
      kind: 'none',
      reason: { kind: 'no-grammar' },
    });
    expect(await reader.factsOf('a'.repeat(2_000_001), 'python')).toEqual({
      kind: 'none',
      reason: { kind: 'too-large', units: 2_000_001 },
    });
  });

  it('retries a grammar that did not load', async () => {
    let online = false;
    let asked = 0;
    const arrives = <T>(bytes: Promise<T>): Promise<T> => {
      asked += 1;
      return online ? bytes : Promise.reject(new Error('offline'));
    };
    const reader = createFactsReader({
      runtime: () => arrives(wasmFiles.runtime()),
      grammar: (id) => arrives(wasmFiles.grammar(id)),
    });
    const failed = { kind: 'none', reason: { kind: 'failed', message: 'offline' } };
    expect(await reader.factsOf('x = 1', 'python')).toEqual(failed);
    expect(await reader.factsOf('x = 1', 'python')).toEqual(failed);
    expect(asked).toBe(2);
    online = true;
    expect(await pathsOf('x = 1', 'python', reader)).toEqual(['x']);
  });

  it('reports that the runtime has aborted', async () => {
    const end = new WebAssembly.RuntimeError('Aborted(OOM)');
    const told: Error[] = [];
    const reader = createFactsReader(
      { runtime: () => wasmFiles.runtime(), grammar: () => Promise.reject(end) },
      { broken: (error) => told.push(error) },
    );
    expect(await reader.factsOf('x = 1', 'python')).toMatchObject({ kind: 'none' });
    expect(told).toEqual([end]);
  });

  it('continues past code the grammar does not understand', async () => {
    const outcome = await reader.factsOf(
      'def a():\n    pass\n\n)))) %%% ((\n\ndef b():\n    pass\n',
      'python',
    );
    if (outcome.kind === 'none') throw new Error(outcome.reason.kind);
    expect(outcome.facts.errors).toBeGreaterThan(0);
    expect(outcome.facts.symbols.map(({ path }) => path)).toEqual(['a', 'b']);
  });
});
