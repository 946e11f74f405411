import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('patches of OpenAI: reads updates, moves, new and deleted files', () => {
  const reply = `*** Begin Patch
*** Update File: src/a.py
*** Move to: src/b.py
@@ class A:
@@ def f(self):
     x = 1
-    y = 2
+    y = 3
return z
*** End of File
*** Add File: n.txt
+hello
+
+world
*** Delete File: d.txt
*** End Patch
`;
  expect(showPlan(readReply(reply))).toEqual([
    `begin-patch 1-10 change src/a.py -> src/b.py
@@ def f(self): end
     x = 1
-    y = 2
+    y = 3
 return z
`,
    `begin-patch 11-14 write n.txt (new)
hello

world
`,
    'begin-patch 15-16 delete d.txt',
  ]);
});

test('patches of OpenAI: reads a fence without the first line', () => {
  const reply = `\`\`\`
*** Update File: a.ts
@@
-a
+b
\`\`\`
Done.
`;
  expect(showPlan(readReply(reply))).toEqual([
    `begin-patch 2-5 change a.ts
@@
-a
+b
`,
  ]);
});

test('patches of OpenAI: lists a patch that was cut off', () => {
  const reply = `*** Begin Patch
*** Update File: a.ts
@@
-a
+b
*** Update File: b.ts
@@
-a
+
`;
  expect(showPlan(readReply(reply))).toEqual([
    `begin-patch 1-5 change a.ts
@@
-a
+b
`,
    '? 6-9 The end of the patch is missing.',
  ]);
});

test('patches of OpenAI: renames without hunks, and lists what changes nothing', () => {
  const reply = `*** Begin Patch
*** Update File: a.ts
*** Move to: b.ts
*** Update File: c.ts
@@
 same
*** End Patch
`;
  expect(showPlan(readReply(reply))).toEqual([
    'begin-patch 1-3 rename a.ts -> b.ts',
    '? 4-7 The patch changes nothing.',
  ]);
});
