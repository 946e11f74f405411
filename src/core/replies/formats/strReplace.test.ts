import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('str_replace: reads bare calls with line ends in strings, and lists of edits', () => {
  const reply = `I'll change one line:

{"path": "src/a.ts", "old_str": "a
b", "new_str": "a\\nc"}

\`\`\`json
{
  "file_path": "/repo/src/b.ts",
  "edits": [
    {"old_string": "x", "new_string": "y"},
    {"old_string": "p", "new_string": ""},
  ]
}
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `str-replace 3-4 change src/a.ts
@@
 a
-b
+c
`,
    `str-replace 6-14 change /repo/src/b.ts
@@
-x
+y
@@
-p
`,
  ]);
});

test('str_replace: reads the commands of the text editor', () => {
  const reply = `\`\`\`json
{"command": "insert", "path": "c.ts", "insert_line": 3, "new_str": "z\\n"}
{"command": "view", "path": "c.ts"}
{"command": "create", "path": "d.ts", "file_text": "d"}
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `str-replace 1-2 change c.ts
@@ 4
+z
`,
    `str-replace 4-5 write d.ts (new)
d
`,
  ]);
});

test('str_replace: finds calls in other objects', () => {
  const reply = `\`\`\`json
[
  {
    "name": "str_replace_based_edit_tool",
    "input": {"command": "str_replace", "path": "a.ts", "old_str": "a", "new_str": "b"}
  }
]
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `str-replace 1-8 change a.ts
@@
-a
+b
`,
  ]);
});

test('str_replace: lists damaged and incomplete calls', () => {
  const reply = `\`\`\`json
{"path": "a.ts", "old_str": "a"}
\`\`\`

\`\`\`json
{"path": "a.ts", "old_str": "a", "new_str": "b
\`\`\`

\`\`\`json
{"old_str": "a", "new_str": "b"}
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    '? 2-2 The edit has only one of the old and the new text.',
    '? 5-7 The JSON has an error.',
    '? 10-10 The edit has no path.',
  ]);
});

test('str_replace: leaves other JSON alone', () => {
  const reply = `\`\`\`json
{"name": "strata", "path": "x"}
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([]);
});
