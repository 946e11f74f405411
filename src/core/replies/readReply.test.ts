import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printReply, REPLY_FORMATS, type EditToPrint } from '../../../tests/replies/printReply';
import { placeEdits } from './placing/placeEdits';
import { appliedText } from './placing/appliedText';
import { readReply } from './readReply';

const BEFORE = Array.from({ length: 40 }, (_, at) => `line ${at} of the file`).join('\n') + '\n';
const AFTER = BEFORE.replace('line 9 of', 'LINE 9 of').replace(
  'line 30 of the file\n',
  'new\nline 30 of the file\n',
);

/** The texts that the edits of a reply make, with everything accepted; undefined for a deleted file. */
function applied(reply: string, files: Readonly<Record<string, string | undefined>>) {
  const { edits, notUnderstood } = readReply(reply);
  const made = Object.fromEntries(
    [...new Set(edits.map(({ path }) => path))].map((path) => {
      const name = path.replace(/^[ab]\//, '');
      const own = edits.filter((edit) => edit.path === path);
      const now = files[name];
      if (own.some(({ kind }) => kind === 'delete')) return [name, undefined];
      const placed = placeEdits(own, { now, sent: now });
      const replacements = placed.flatMap(({ state }) =>
        state.kind === 'applied' || state.replacement === undefined ? [] : state.replacement,
      );
      return [name, appliedText(now ?? '', replacements)];
    }),
  );
  return { made, notUnderstood };
}

describe.each(REPLY_FORMATS)('%s', (format) => {
  test('gives back what was printed', () => {
    const edits: EditToPrint[] = [
      { path: 'src/a.ts', before: BEFORE, after: AFTER },
      { path: 'src/new.ts', before: undefined, after: 'export {};\n' },
    ];
    const reply = `Sure, here is the change:\n\n${printReply(format, edits)}\n\nRun \`npm test\`:\n\n\`\`\`bash\nnpm test\n\`\`\`\n`;
    expect(applied(reply, { 'src/a.ts': BEFORE })).toEqual({
      made: { 'src/a.ts': AFTER, 'src/new.ts': 'export {};\n' },
      notUnderstood: [],
    });
  });
});

const word = fc.constantFrom(
  '',
  'a',
  '  b();',
  '}',
  'x = 1',
  '```',
  '~~~ts',
  '=======',
  '# Title',
  '... ',
  '*** End Patch',
  '<file>',
  '{"old_str": 1}',
);
const file = fc
  .array(word, { maxLength: 25 })
  .map((lines) => (lines.length === 0 ? '' : `${lines.join('\n')}\n`));

describe.each(REPLY_FORMATS)('%s, any text', (format) => {
  test('gives a list of everything, and loses nothing', () => {
    fc.assert(
      fc.property(file, file, fc.constantFrom('a.ts', 'docs/b.md', 'c d/e.py'), (before, after, path) => {
        fc.pre(before !== after && before !== '');
        const reply = `Here:\n\n${printReply(format, [{ path, before, after }])}\n\nDone.\n`;
        const { edits, notUnderstood } = readReply(reply);
        expect(edits.length + notUnderstood.length).toBeGreaterThan(0);
        const parts = [...edits, ...notUnderstood].sort((one, other) => one.from - other.from);
        for (const [at, part] of parts.entries()) {
          expect(part.to).toBeGreaterThanOrEqual(part.from);
          if (at > 0) expect(part.from).toBeGreaterThan(parts[at - 1]?.from ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const line = fc.oneof(
  word,
  fc.constantFrom(
    ...[
      '<<<<<<< SEARCH',
      '=======',
      '>>>>>>> REPLACE',
      'src/a.ts',
      '**src/b.ts**',
      '```diff',
      '```',
      '--- a/x.ts',
    ],
    ...['+++ b/x.ts', '@@ -1,2 +1,2 @@', '@@', '+x', '-x', ' x', '*** Begin Patch', '*** Update File: y.ts'],
    ...[
      '««« EDIT',
      '═══════ REPL',
      '»»» EDIT END',
      '<file path="z.ts" action="modify">',
      '<change>',
      '<search>',
    ],
    ...[
      '===',
      '</search>',
      '<content>',
      '</content>',
      '</change>',
      '</file>',
      '### Updated file: `q.ts`',
      '{',
      '}',
    ],
    ...['"old_str": "a",', 'diff --git a/x b/x', 'rename from x', '// ... existing code ...', 'Some prose.'],
  ),
);

test('a block that nothing closes hides no edit behind it', () => {
  const reply = 'Run this:\n```js\nrun();\n\na.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
  expect(readReply(reply).edits).toMatchObject([{ path: 'a.ts', kind: 'change' }]);
});

test('any lines are read without an error, in order', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const { edits, notUnderstood } = readReply(lines.join('\n'));
      for (const { from, to } of [...edits, ...notUnderstood]) {
        expect(from).toBeGreaterThan(0);
        expect(to).toBeLessThanOrEqual(lines.length);
        expect(to).toBeGreaterThanOrEqual(from);
      }
    }),
    { numRuns: 3_000 },
  );
});

const HOSTILE: Readonly<Record<string, string>> = {
  '10 MB in one line': 'x'.repeat(10_000_000),
  '10 MB of lines': 'const a = 1;\n'.repeat(800_000),
  '100,000 openings': '<<<<<<< SEARCH\na\n'.repeat(100_000),
  '10,000 blocks': 'a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n'.repeat(10_000),
  '100,000 fences': '```ts a.ts\n'.repeat(100_000),
  '100,000 fences without a path': '```js\n'.repeat(100_000),
  '100,000 longer fences, one shorter': `${'````js\n'.repeat(100_000)}\`\`\``,
  '100,000 bare fences in Markdown': `a.md\n\`\`\`md\n${'```\n'.repeat(100_000)}`,
  '100,000 braces': '{\n"path": 1\n'.repeat(100_000),
  '50,000 calls without an end': '{"path": 1, "old_str":\n}\n'.repeat(50_000),
  '50,000 quotes': '> ```ts a.ts\n> x\n> ```\n\n'.repeat(50_000),
  '100,000 heads of diffs': '--- a\n+++ b\n@@ -1 +1 @@\n'.repeat(100_000),
  '100,000 files in XML': '<file path="a" action="modify">\n<search>\n'.repeat(100_000),
  '100,000 patches': '*** Begin Patch\n*** Update File: a\n@@\n'.repeat(100_000),
  'deep quotes': '> '.repeat(1_000_000),
};

test.each(Object.keys(HOSTILE))('%s are read at once', (name) => {
  const { edits, notUnderstood } = readReply(HOSTILE[name] ?? '');
  expect(edits.length + notUnderstood.length).toBeGreaterThanOrEqual(0);
});

test('a new file of a diff loses its prefix', () => {
  const reply = '```diff\n--- /dev/null\n+++ b/examples/new/main.go\n@@ -0,0 +1 @@\n+package main\n```\n';
  expect(readReply(reply).edits).toMatchObject([{ path: 'examples/new/main.go' }]);
});
