import { readdirSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

const FOLDER = new URL('.', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** The literals of regular expressions in a source. */
function literalsIn(source: string): readonly Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
}

/** The patterns that modules build when they load. */
async function builtIn(files: readonly string[]): Promise<readonly Pattern[]> {
  const built: Pattern[] = [];
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    class extends RegExp {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        built.push({ source: this.source, flags: this.flags });
      }
    },
  );
  for (const file of files) await import(`./${file.replace(/\.ts$/, '')}.ts`);
  vi.unstubAllGlobals();
  return built;
}

function isSafe({ source, flags }: Pattern): boolean {
  return checkSync(source, flags, { timeout: 100_000 }).status === 'safe';
}

const PATTERNS = [
  ...FILES.flatMap((file) => literalsIn(readFileSync(new URL(file, FOLDER), 'utf8'))),
  ...(await builtIn(FILES)),
];

describe('patterns', () => {
  it.each(PATTERNS)('/$source/$flags cannot backtrack', (pattern) => {
    expect(isSafe(pattern)).toBe(true);
  });

  it('are found in code, and those that backtrack are told apart', () => {
    const patterns = literalsIn(String.raw`const a = /^(a+)+$/g; f(/x{0,9}/, '/b+/', b / c / d);`);
    expect(patterns.map(({ source }) => source)).toEqual(['^(a+)+$', 'x{0,9}']);
    expect(patterns.map(isSafe)).toEqual([false, true]);
    expect(PATTERNS.length).toBeGreaterThan(FILES.length);
  });
});
