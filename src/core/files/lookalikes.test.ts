import { describe, expect, it } from 'vitest';
import { describeLookalike, findLookalikes } from './lookalikes';
import type { RepoPath } from './repoPath';

/** The warning about one preset path in a folder with these files. */
function said(path: string, ...files: readonly string[]): string | undefined {
  const all = files as readonly RepoPath[];
  const [found] = findLookalikes([path as RepoPath], { all, has: (each) => all.includes(each) });
  return found && describeLookalike(found);
}

describe('a path of a preset', () => {
  it.each([
    ['a Cyrillic letter', 'src/\u0430pp.ts', 'src/app.ts', String.raw`src/\u0430pp.ts`, 'src/app.ts'],
    ['only Cyrillic letters', '\u0430\u0441\u0435.ts', 'ace.ts', String.raw`\u0430\u0441\u0435.ts`, 'ace.ts'],
    ['a Greek letter', 'src/m\u03bfdel.ts', 'src/model.ts', String.raw`src/m\u03bfdel.ts`, 'src/model.ts'],
    ['full-width letters', '\uff41pp.ts', 'app.ts', String.raw`\uff41pp.ts`, 'app.ts'],
    ['a zero-width space', 'ap\u200bp.ts', 'app.ts', String.raw`ap\u200bp.ts`, 'app.ts'],
    ['a bidi control', 'app\u202e.ts', 'app.ts', String.raw`app\u202e.ts`, 'app.ts'],
    [
      'a composed accent',
      'caf\u00e9.md',
      'cafe\u0301.md',
      String.raw`caf\u00e9.md`,
      String.raw`cafe\u0301.md`,
    ],
    [
      'a decomposed accent',
      'cafe\u0301.md',
      'caf\u00e9.md',
      String.raw`cafe\u0301.md`,
      String.raw`caf\u00e9.md`,
    ],
    ['a plain name', 'app.ts', '\u0430pp.ts', 'app.ts', String.raw`\u0430pp.ts`],
    ['a slash that is none', 'src\u2215app.ts', 'src/app.ts', String.raw`src\u2215app.ts`, 'src/app.ts'],
    [
      'letters in a Russian folder',
      'папка/\u0430pp.ts',
      'папка/app.ts',
      String.raw`папка/\u0430pp.ts`,
      'папка/app.ts',
    ],
  ])('with %s is not the file it looks like', (_, path, file, shown, other) => {
    expect(said(path, file, 'b.ts')).toBe(
      `${shown} is missing from this folder. It looks like ${other}, but is not the same name.`,
    );
    if (path !== 'app.ts')
      expect(said(path, file, path)).toBe(`${shown} looks like ${other}, but is a different file.`);
  });

  it('is flagged for its characters if it resembles no existing path', () => {
    for (const [path, shown] of [
      ['src/\u0430pp.ts', String.raw`src/\u0430pp.ts`],
      ['a\u2066b.ts', String.raw`a\u2066b.ts`],
      ['\uff21.ts', String.raw`\uff21.ts`],
    ] as const)
      expect(said(path, 'b.ts')).toBe(
        `${shown} is missing from this folder. Its name has characters that look like others.`,
      );
  });

  it.each(['gone.ts', 'документ.txt', 'отчёт/план.md', '日本語.md', 'café.md', 'cafe\u0301.md', 'αβγ.md'])(
    '%s is an ordinary name',
    (path) => {
      expect(said(path, 'app.ts')).toBeUndefined();
      expect(said(path, 'app.ts', path)).toBeUndefined();
    },
  );

  it('is accepted if the folder has that file and no lookalike', () => {
    expect(said('src/\u0430pp.ts', 'src/\u0430pp.ts', 'b.ts')).toBeUndefined();
    expect(said('app.ts', 'app.ts', '\u0430pp.ts')).toBeUndefined();
  });
});
