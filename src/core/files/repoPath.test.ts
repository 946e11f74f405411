import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseName, compareRepoPaths, parentPath, parseRepoPath, type RepoPath } from './repoPath';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(`${text} ${parsed.reason}`);
  return parsed.path;
}

describe('parseRepoPath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src\\core\\.\\a.ts', 'src/core/a.ts'],
    ['src/core/', 'src/core'],
    ['.//etc', 'etc'],
    ['a..b/...', 'a..b/...'],
    [' a / b ', ' a / b '],
    ['__proto__/constructor', '__proto__/constructor'],
    ['100%/50%2x.md', '100%/50%2x.md'],
    ['notes: today.md', 'notes: today.md'],
  ])('%j becomes %j', (text, path) => {
    expect(parseRepoPath(text)).toEqual({ kind: 'path', path });
  });

  it.each([
    ['', 'empty'],
    ['.', 'empty'],
    ['././/', 'empty'],
    ['..', '..'],
    ['../x', '..'],
    ['a/../b', '..'],
    ['a\\..\\b', '..'],
    ['/etc/x', 'absolute'],
    ['\\x', 'absolute'],
    ['C:\\x', 'drive'],
    ['c:x', 'drive'],
    ['./C:/x', 'drive'],
    ['\\\\host\\x', 'network'],
    ['//host/x', 'network'],
    ['file:///etc/passwd', 'URL'],
    ['file:x', 'URL'],
    ['./https://host/x', 'URL'],
    ['git+ssh://host/x', 'URL'],
    ['a\0b', 'NUL'],
    ['%2e%2e/x', 'encoded'],
    ['a/.%2E/x', 'encoded'],
    ['a/..%2fx', 'encoded'],
    ['%252e%252e/x', 'encoded'],
    ['%2e%2e%5cx', 'encoded'],
  ])('%j is refused, and the reason says %j', (text, word) => {
    const parsed = parseRepoPath(text);
    expect(parsed.kind).toBe('refused');
    expect(parsed.kind === 'refused' && parsed.reason).toContain(word);
  });

  it('is idempotent, and accepted paths stay inside', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '.',
      '..',
      '/',
      '\\',
      ':',
      '%2e',
      '%2F',
      '%25',
      'C:',
      'http:',
      ' ',
      '\0',
      'é',
      '\ud800',
    );
    const anyPath = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(anyPath, (text) => {
        const parsed = parseRepoPath(text);
        if (parsed.kind === 'refused') return;
        expect(parseRepoPath(parsed.path)).toEqual(parsed);
        expect(parsed.path.split('/').some((segment) => ['', '.', '..'].includes(segment))).toBe(false);
        expect(parsed.path).not.toMatch(/[\\\0]|(?:^|\/)%2e%2e(?:\/|$)/i);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('compareRepoPaths', () => {
  it('orders by the bytes of UTF-8', () => {
    const segment = fc.string({
      unit: fc.constantFrom('a', 'b', '!', '-', '_', 'é', '中', '\uff5e', '\ue000', '😀', '\u{10ffff}'),
      minLength: 1,
    });
    const path = fc
      .array(segment, { minLength: 1, maxLength: 3 })
      .map((segments) => `x${segments.join('/')}`);
    fc.assert(
      fc.property(path, path, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(pathOf(a)), Buffer.from(pathOf(b)));
        expect(Math.sign(compareRepoPaths(pathOf(a), pathOf(b)))).toBe(bytes);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('names', () => {
  it('gives the last segment and the folder', () => {
    expect(baseName(pathOf('a/b/c.ts'))).toBe('c.ts');
    expect(baseName(pathOf('c.ts'))).toBe('c.ts');
    expect(parentPath(pathOf('a/b/c.ts'))).toBe('a/b');
    expect(parentPath(pathOf('c.ts'))).toBeUndefined();
  });
});
