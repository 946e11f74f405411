import { describe, expect, it } from 'vitest';
import { allLanguages, languageOf } from './language';
import { parseRepoPath } from './repoPath';

function languageOfText(text: string) {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return languageOf(parsed.path);
}

describe('languageOf', () => {
  it.each([
    ['src/a.ts', 'typescript', 'ts'],
    ['src/a.d.ts', 'typescript', 'ts'],
    ['src/a.mts', 'typescript', 'ts'],
    ['src/A.TSX', 'tsx', 'tsx'],
    ['a.jsx', 'jsx', 'jsx'],
    ['a.py', 'python', 'python'],
    ['a.h', 'c', 'c'],
    ['a.hpp', 'cpp', 'cpp'],
    ['a.cs', 'csharp', 'csharp'],
    ['a.m', 'objectivec', 'objectivec'],
    ['Dockerfile', 'dockerfile', 'dockerfile'],
    ['docker/Dockerfile.dev', 'dockerfile', 'dockerfile'],
    ['Makefile', 'makefile', 'makefile'],
    ['CMakeLists.txt', 'cmake', 'cmake'],
    ['a.ipynb', 'jupyter', 'json'],
    ['notes.txt', 'text', 'text'],
    ['requirements.txt', 'requirements', 'text'],
    ['sub/.gitignore', 'gitignore', 'gitignore'],
    ['.env', 'dotenv', 'dotenv'],
    ['.env.local', 'dotenv', 'dotenv'],
    ['BUILD', 'bazel', 'starlark'],
    ['build', 'text', 'text'],
    ['LICENSE', 'text', 'text'],
    ['view.blade.php', 'blade', 'blade'],
    ['a.unheard-of', 'text', 'text'],
    ['__proto__', 'text', 'text'],
    ['a.constructor', 'text', 'text'],
    ['ts', 'text', 'text'],
    ['trailing.', 'text', 'text'],
    ['a.ts```', 'text', 'text'],
  ])('%s is %s, fenced as %s', (path, id, fence) => {
    expect(languageOfText(path)).toMatchObject({ id, fence });
  });

  it('knows about 170 languages, each with a fence that keeps token sums exact', () => {
    const languages = allLanguages();
    expect(languages.length).toBeGreaterThan(170);
    for (const { fence } of languages) expect(fence).toMatch(/^(?:[a-z0-9-]*[a-z0-9])$/);
    expect(new Set(languages.map((language) => language.id)).size).toBe(languages.length);
    expect(languages.filter((language) => language.name === '')).toEqual([]);
  });
});
