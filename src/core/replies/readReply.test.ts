import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growth } from '../../../tests/growth';
import { applyEdits } from '../../../tests/replies/applyEdits';
import {
  FORMATS_THAT_DELETE,
  printReply,
  REPLY_FORMATS,
  type EditToPrint,
} from '../../../tests/replies/printReply';
import { showPlan } from '../../../tests/replies/showPlan';
import { isTelling, markOf } from './marks';
import { readReply } from './readReply';
import type { ReplyPlan } from './replyEdit';

const PLAIN_LINES = [
  'const a = 1;',
  '  return b;',
  '}',
  '',
  '# Title',
  '- item',
  'text with `code`',
  '/* c */',
  'z < y',
];

/** Lines that mean something in a format. */
const MARKS = [
  ...[
    '```',
    '```ts',
    '````',
    '~~~',
    '  ```',
    '> quote',
    '- item',
    'src/q.ts',
    '// src/q.ts',
    'Copy code',
    '**a.md**:',
  ],
  ...[
    '=======',
    '<<<<<<< SEARCH',
    '>>>>>>> REPLACE',
    '<<<<<<< HEAD',
    '===== x',
    '««« EDIT',
    '═══════ REPL',
    '»»» EDIT END',
  ],
  ...[
    '@@ -1,2 +1,2 @@',
    '@@',
    '--- a/x.ts',
    '+++ b/x.ts',
    '-- ',
    '+x',
    '-x',
    'diff --git a/x b/x',
    'rename from x',
  ],
  ...[
    '*** Begin Patch',
    '*** End Patch',
    '*** Update File: q.ts',
    '*** Add File: n.ts',
    '### New file: `q.ts`',
  ],
  ...[
    '<file path="a.ts" action="create">',
    '</file>',
    '<change>',
    '<content>',
    '</content>',
    '===',
    '<search>',
    '</search>',
  ],
  ...[
    '{"path": "a", "old_str": "x", "new_str": "y"}',
    '"old_str": "x"',
    '{',
    '🟧🟧🟧 EDIT',
    '🟩🟩🟩 END',
    '// ... existing code ...',
  ],
];

/** Lines with a number are unique. */
function linesOf(line: fc.Arbitrary<string>, isNumbered: boolean): fc.Arbitrary<readonly string[]> {
  return fc
    .array(line, { minLength: 1, maxLength: 25 })
    .map((lines) => lines.map((text, at) => (isNumbered && text !== '' ? `${text} ${at}` : text)));
}

const change = fc.tuple(fc.nat(24), fc.constantFrom(0, 1), fc.constantFrom('', 'new line', '  new()'));

const edit = fc
  .tuple(
    linesOf(fc.constantFrom(...PLAIN_LINES), true),
    fc.array(change, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('change', 'change', 'create', 'delete'),
  )
  .map(([before, changes, kind]) => {
    const after = [...before, 'last line'];
    for (const [at, removed, added] of changes) {
      after.splice(at % after.length, removed, ...(added === '' && removed === 1 ? [] : [added]));
    }
    return {
      before: kind === 'create' ? undefined : fileOf([...before, 'last line']),
      after: kind === 'delete' ? undefined : fileOf([...after, 'end']),
    };
  });

const PATHS = ['src/a.ts', 'lib/b.py', 'docs/c.md', 'd.css', 'Makefile', 'src/[id]/page.tsx'];

const edits = fc
  .array(edit, { minLength: 1, maxLength: PATHS.length })
  .map((list) => list.map((one, at): EditToPrint => ({ path: PATHS[at] ?? '', ...one })));

function fileOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

describe('what is printed reads back', () => {
  test.each(REPLY_FORMATS.filter((format) => format !== 'elided'))('%s', (format) => {
    fc.assert(
      fc.property(edits, (all) => {
        const printed = all.filter(({ after }) => after !== undefined || FORMATS_THAT_DELETE.has(format));
        const plan = readReply(printReply(format, printed));
        expect(plan.notUnderstood).toEqual([]);
        const files = printed.flatMap(({ path, before }) =>
          before === undefined ? [] : [[path, before] as const],
        );
        const expected = new Map(printed.map(({ path, after }) => [path, after]));
        expect(applyEdits(new Map(files), plan.edits)).toEqual(expected);
      }),
    );
  });

  test('elided', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const edits = [{ path: 'src/a.ts', before: fileOf(before), after: fileOf(before.with(9, 'changed')) }];
    expect(showPlan(readReply(printReply('elided', edits)))).toEqual([
      `elided 1-13 change src/a.ts
@@
~// ... existing code ...
+line 6
+line 7
+line 8
+changed
+line 10
+line 11
+line 12
~// ... existing code ...
`,
    ]);
  });

  test('a file about a format, in every format', () => {
    const about = printReply('search-replace', [{ path: 'a.ts', before: 'a\n', after: 'b\n' }]);
    const before = `# Format\n\n${about}\nEnd\n`;
    const after = before.replace('# Format', '# The format');
    for (const format of REPLY_FORMATS.filter((one) => one !== 'elided')) {
      const plan = readReply(printReply(format, [{ path: 'docs/format.md', before, after }]));
      const files = new Map([['docs/format.md', before]]);
      expect([format, applyEdits(files, plan.edits)]).toEqual([format, new Map([['docs/format.md', after]])]);
    }
  });
});

describe('any text', () => {
  const anyReply = fc
    .array(fc.oneof(fc.constantFrom(...MARKS), fc.constantFrom(...PLAIN_LINES), fc.string()), {
      maxLength: 60,
    })
    .map((lines) => lines.join('\n'));

  test('never throws, and covers each mark once', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        const plan = readReply(reply);
        expect(overlaps(plan, reply)).toEqual([]);
        expect(uncovered(plan, reply)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('has its parts that are not understood as text', () => {
    const reply = 'Look:\n<<<<<<< SEARCH\na\n';
    expect(readReply(reply).notUnderstood).toEqual([
      { from: 2, to: 3, text: '<<<<<<< SEARCH\na', reason: 'The end of the block is missing.' },
    ]);
  });

  test('has no edits without blocks', () => {
    const reply = 'Use `<<<<<<< SEARCH` in `src/a.ts`.\n\nTitle\n=====\n\n- one\n- two\n\n---\n\n> quote\n';
    expect(readReply(reply)).toEqual({ edits: [], notUnderstood: [] });
  });

  test('reads CRLF', () => {
    const reply = 'src/a.ts\r\n```ts\r\na\r\nb\r\n```\r\n';
    expect(showPlan(readReply(reply))).toEqual(['whole-file 1-5 write src/a.ts\na\nb\n']);
  });
});

describe('time', () => {
  const small = { before: 'a\nb\nc\n', after: 'a\nB\nc\n' };

  test.each(REPLY_FORMATS)('10,000 edits: %s', (format) => {
    const reply = printReply(
      format,
      Array.from({ length: 10_000 }, (_, at) => ({ path: `src/f${at}.ts`, ...small })),
    );
    const start = performance.now();
    expect(readReply(reply).edits).toHaveLength(10_000);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test.each(['x', ' ', '<', '`', '"old_str', '{"path": "', '*', '> ', '&lt;', '- ', '# ', '(', '...'])(
    'one line of 10 MB: %j',
    (unit) => {
      const start = performance.now();
      readReply(unit.repeat(10_000_000 / unit.length));
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );

  test.each([
    ...['<<<<<<< SEARCH\nx\n', 'a.ts\n```\n<<<<<<< SEARCH\nx\n=======\n', '```\n', 'src/a.ts\n```ts\nx\n'],
    ...['src/a.md\n```md\n\n```\nx\n', '```ts\n', '*** Begin Patch\n', '*** Update File: a.ts\n@@\n-x\n'],
    ...[
      'diff --git a/x b/x\nGIT binary patch\n',
      '--- a/x\n+++ b/x\n@@\n-x\n+y\n',
      'src/a.ts\nCopy code\nx\n',
    ],
    ...['<file path="a.ts">\n<change>\n<search>\n===\n', '{ "path": "a", "old_str": "\n', '> > > > > > x\n'],
    ...[
      '  ```\n  x\n  ```\n',
      '### Renamed file: `a` `b`\n```\n<<<<<<< A\n',
      'a\n««« EDIT\n',
      '\n',
      'src/a.ts\n',
    ],
  ])('grows in proportion: %j', (unit) => {
    const run = (size: number): ReplyPlan => readReply(unit.repeat(size));
    expect(growth(run, { size: 2_000, factor: 8, limit: 24 })).toBeLessThan(24);
  });
});

/** Ranges that overlap, except for edits of one line of JSON. */
function overlaps({ edits, notUnderstood }: ReplyPlan, reply: string): readonly string[] {
  const lines = reply.split(/\r?\n/);
  const ranges = [...edits, ...notUnderstood].toSorted((a, b) => a.from - b.from);
  return ranges.flatMap((range, at) => {
    const next = ranges[at + 1];
    if (range.from > range.to || range.from < 1 || range.to > lines.length) return ['outside'];
    return next !== undefined && next.from <= range.to
      ? [`${range.from}-${range.to} and ${next.from}-${next.to}`]
      : [];
  });
}

function uncovered({ edits, notUnderstood }: ReplyPlan, reply: string): readonly string[] {
  const ranges = [...edits, ...notUnderstood];
  return reply.split(/\r?\n/).filter((line, at) => {
    const mark = markOf(line);
    const isCovered = ranges.some(({ from, to }) => from <= at + 1 && at + 1 <= to);
    return mark !== undefined && isTelling(mark) && !isCovered;
  });
}
