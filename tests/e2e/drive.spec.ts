import { drive } from '../drive/drive';
import { longestTask, resetLongTasks } from '../drive/longTasks';
import { rendererMemory } from '../drive/rendererMemory';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

test('opens, ticks in order, copies and reports', async () => {
  await using repository = await makeRepository({
    '.gitignore': '*.log\n',
    'debug.log': 'noise\n',
    'src/main.ts': 'export const answer = 42;\n',
    'src/main.test.ts': "import './main';\n",
    'notes.md': '# Notes\n',
  });
  const { copied, report, unmatched } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [
      { kind: 'tick', glob: 'src/**' },
      { kind: 'untick', glob: '**/*.test.ts' },
      { kind: 'tick', glob: '*.cobol' },
    ],
    out: 'unused',
  });
  expect(report.errors).toEqual([]);
  expect(report.files.map(({ path }) => path).sort()).toEqual([
    '.gitignore',
    'notes.md',
    'src/main.test.ts',
    'src/main.ts',
  ]);
  expect(report.files.filter(({ ticked }) => ticked).map(({ path }) => path)).toEqual(['src/main.ts']);
  expect(report.ignored).toEqual([{ path: 'debug.log', rule: '*.log', file: '.gitignore', line: 1 }]);
  expect(copied).toContain('export const answer = 42;\n');
  expect(copied).not.toContain('Notes');
  expect(report.document.bytes).toBe(Buffer.byteLength(copied ?? ''));
  expect(report.document.blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(report.document.tokens);
  expect(unmatched).toEqual(['*.cobol']);
});

test('says why nothing could be copied', async () => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  const run = drive({ folder: repository.path, layout: 'sections', ticks: [], out: 'unused' });
  await expect(run).rejects.toThrow('Copy is not possible');
});

test('measures long tasks and memory', async ({ app }) => {
  await resetLongTasks(app.page);
  await app.page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
  });
  await expect.poll(() => longestTask(app.page)).toBeGreaterThanOrEqual(115);
  await resetLongTasks(app.page);
  expect(await longestTask(app.page)).toBe(0);
  test.skip(process.platform !== 'linux', 'only Linux tells');
  expect(await rendererMemory(app.profile)).toBeGreaterThan(10 * 1024 * 1024);
});
