import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'public/sample';
const sample = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as {
  name: string;
  files: { path: string; file: string }[];
  ready: { files: (string | { path: string })[] };
};

test('files.json lists exactly the stored files', () => {
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  expect(sample.files.map(({ file }) => file).sort()).toEqual(
    stored.filter((path) => path !== 'files.json').sort(),
  );
});

test('no file is stored under a name that hosts drop', () => {
  for (const { file } of sample.files) {
    expect(existsSync(join(folder, file))).toBe(true);
    expect(
      file.split('/').every((segment) => /^[a-z0-9]/i.test(segment) || segment === '__init__.py'),
      file,
    ).toBe(true);
  }
});

test('has files to leave out: by a nested ignore file, ignored, sensitive', () => {
  const paths = sample.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['.gitignore', 'web/.gitignore', 'web/dist/main.js', '.env']));
  expect(new Set(paths).size).toBe(paths.length);
});

test('has a composition of existing files', () => {
  const paths = new Set(sample.files.map(({ path }) => path));
  const ready = sample.ready.files.map((file) => (typeof file === 'string' ? file : file.path));
  expect(ready.filter((path) => !paths.has(path))).toEqual([]);
  expect(sample.ready.files.length).toBeGreaterThan(2);
});
