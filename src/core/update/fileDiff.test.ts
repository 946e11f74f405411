import { describe, expect, it } from 'vitest';
import { fileBlockParts, joinParts, noticeBlock } from '../compose/fileBlock';
import { path } from '../../../tests/repoPathInTests';
import { fileDiff } from './fileDiff';

const bodyOf = (text: string, { name = 'a.ts', info = 'ts', notice = '' } = {}): string =>
  joinParts(fileBlockParts(path(name), info, text, notice === '' ? undefined : notice));

const diffOf = (before: string, now: string, name = 'a.ts'): string | undefined =>
  fileDiff(name, bodyOf(before, { name }), bodyOf(now, { name }));

const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `line ${at}`);

describe('fileDiff', () => {
  it('shows each change with three lines around it', () => {
    const before = lines(20);
    const now = before.with(1, 'new').toSpliced(15, 1);
    expect(diffOf(before.join('\n'), now.join('\n'))).toBe(
      [
        ...['### `a.ts`', '', '```diff', '--- a/a.ts', '+++ b/a.ts'],
        ...['@@ -1,5 +1,5 @@', ' line 0', '-line 1', '+new', ' line 2', ' line 3', ' line 4'],
        ...['@@ -13,7 +13,6 @@', ' line 12', ' line 13', ' line 14', '-line 15'],
        ...[' line 16', ' line 17', ' line 18', '```'],
      ].join('\n'),
    );
  });

  it.each([
    ['from an empty text', '', 'a\nb', '@@ -0,0 +1,2 @@\n+a\n+b'],
    ['to an empty text', 'a\nb', '', '@@ -1,2 +0,0 @@\n-a\n-b'],
    ['blank lines', 'a\n', 'a\n\n\n', '@@ -1,1 +1,3 @@\n a\n+\n+'],
    [
      'lines that look like those of a diff',
      '-- a/x\n@@ -1 +1 @@\n\\ No newline at end of file',
      '++ b/x\n@@ -1 +1 @@\n\\ No newline at end of file',
      '@@ -1,3 +1,3 @@\n--- a/x\n+++ b/x\n @@ -1 +1 @@\n \\ No newline at end of file',
    ],
  ])('%s', (_, before, now, hunks) => {
    expect(diffOf(before, now)).toBe(`### \`a.ts\`\n\n\`\`\`diff\n--- a/a.ts\n+++ b/a.ts\n${hunks}\n\`\`\``);
  });

  it('has a fence that no removed line ends', () => {
    const old = '`````\n';
    const body = fileDiff(
      'a.md',
      `### \`a.md\`\n\n~~~~~~md\n${old}~~~~~~`,
      '### `a.md`\n\n~~~~~~md\nx\n~~~~~~',
    );
    expect(body).toContain('\n\n``````diff\n--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-`````\n+x\n``````');
  });

  it.each([
    ['two lines', 'a\n+++ b/x', 'a\\u000a+++ b/x'],
    ['quotes and blanks', '"a" b "c" ', '"a" b "c"\\u0020'],
    ['other letters', 'é/文.md', 'é/文.md'],
  ])('names a file on one line: %s', (_, name, escaped) => {
    expect(diffOf('a', 'b', name)).toContain(`\n--- a/${escaped}\n+++ b/${escaped}\n@@`);
  });

  it.each([
    ['the language', bodyOf('a'), bodyOf('b', { info: 'js' })],
    ['the fence', bodyOf('a'), bodyOf('```')],
    ['a notice', bodyOf('a', { notice: 'one' }), bodyOf('b', { notice: 'two' })],
    ['a file that has a text now', noticeBlock(path('a.ts'), '(not shown)'), bodyOf('b')],
    ['a file that has none anymore', bodyOf('a'), noticeBlock(path('a.ts'), '(not shown)')],
  ])('is undefined if more than the text has changed: %s', (_, before, now) => {
    expect(fileDiff('a.ts', before, now)).toBeUndefined();
  });

  it('gives up on texts that have little in common', () => {
    const other = lines(3_000).map((line) => `other ${line}`);
    expect(diffOf(lines(3_000).join('\n'), other.join('\n'))).toBeUndefined();
  });
});
