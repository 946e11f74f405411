import { expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { renderFileTree } from './fileTree';

function pathsOf(...texts: string[]): readonly RepoPath[] {
  return texts.flatMap((text) => {
    const parsed = parseRepoPath(text);
    return parsed.kind === 'path' ? [parsed.path] : [];
  });
}

it('indents names below their folders, in path order, each once', () => {
  expect(
    renderFileTree(
      '## File Tree',
      pathsOf('src/b/c.ts', 'README.md', 'src/a.ts', 'src/b/c.ts', 'src-old/x', 'src/b/a/z'),
    ),
  ).toBe(
    [
      '## File Tree',
      '',
      '```text',
      'README.md',
      'src-old/',
      '  x',
      'src/',
      '  a.ts',
      '  b/',
      '    a/',
      '      z',
      '    c.ts',
      '```',
    ].join('\n'),
  );
});

it('keeps every name on its line', () => {
  expect(renderFileTree('## File Tree', pathsOf('a\nb/```', ' x'))).toBe(
    '## File Tree\n\n```text\n\\u0020x\na\\u000ab/\n  \\x60\\x60\\x60\n```',
  );
});

it('puts lines and symbols behind the names that have them', () => {
  const paths = pathsOf('a.ts', 'b/c.xyz', 'b/d.png');
  const known = [
    { lines: 120, symbols: 1 },
    { lines: 1, symbols: undefined },
  ];
  const figures = new Map(
    known.flatMap((file, at) => {
      const path = paths[at];
      return path === undefined ? [] : [[path, file] as const];
    }),
  );
  expect(renderFileTree('## File Tree', paths, figures)).toBe(
    '## File Tree\n\n```text\na.ts (120 lines, 1 symbol)\nb/\n  c.xyz (1 line)\n  d.png\n```',
  );
});

it('is empty without files', () => {
  expect(renderFileTree('## File Tree', [])).toBe('');
});
