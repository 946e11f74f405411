import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('unified diffs: reads by prefix, with wrong counts and without the blank of an empty line', () => {
  const reply = `Sure! Here's the patch:

\`\`\`diff
--- a/src/a.ts
+++ b/src/a.ts
@@ -10,99 +10,3 @@ function foo() {
   a

-  b
+  c
\`\`\`
This fixes it.
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 4-10 change b/src/a.ts
@@ 10 function foo() {
   a
 
-  b
+  c
`,
  ]);
});

test('unified diffs: ends at prose if there is no fence', () => {
  const reply = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 a
-b
+c
 d

That should do it.
- one
- two
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 1-7 change b/src/a.ts
@@ 1
 a
-b
+c
 d
`,
  ]);
});

test('unified diffs: reads several files and hunks without numbers', () => {
  const reply = `\`\`\`diff
--- src/a.ts
+++ src/a.ts
@@ ... @@
-a
+b
@@ def f(): @@
-c
+d
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,2 @@
+x
+y
--- a/src/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-z
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 2-9 change src/a.ts
@@
-a
+b
@@ def f():
-c
+d
`,
    `unified-diff 10-14 write b/src/new.ts (new)
x
y
`,
    'unified-diff 15-18 delete a/src/gone.ts',
  ]);
});

test('unified diffs: finds the path above hunks', () => {
  const reply = `### \`src/a.ts\`

\`\`\`diff
@@ -3 +3 @@
-a
+b
\`\`\`

In \`src/b.ts\`:

\`\`\`diff
  function f() {
-   a
+   b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 1-7 change src/a.ts
@@ 3
-a
+b
`,
    `unified-diff 9-15 change src/b.ts
@@
  function f() {
-   a
+   b
`,
  ]);
});

test('unified diffs: lists hunks without a path', () => {
  const reply = `\`\`\`diff
- a
+ b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual(['? 1-4 The diff has no path.']);
});

test('unified diffs: takes lines without a prefix in a fence as context', () => {
  const reply = `\`\`\`diff
--- a/a.md
+++ b/a.md
@@ -1,3 +1,3 @@
# Title
-a
+b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 2-7 change b/a.md
@@ 1
 # Title
-a
+b
`,
  ]);
});

test('unified diffs: tells removed dashes from a header', () => {
  const reply = `\`\`\`diff
--- a/a.sql
+++ b/a.sql
@@ -1,3 +1,2 @@
 select 1;
--- old comment
+++ plus
 select 2;
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 2-8 change b/a.sql
@@ 1
 select 1;
--- old comment
+++ plus
 select 2;
`,
  ]);
});

test('unified diffs: keeps fences in Markdown files', () => {
  const reply = `\`\`\`diff
--- a/README.md
+++ b/README.md
@@ -1,4 +1,4 @@
 \`\`\`sh
-npm i
+npm ci
 \`\`\`
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 2-8 change b/README.md
@@ 1
 \`\`\`sh
-npm i
+npm ci
 \`\`\`
`,
  ]);
});

test('unified diffs: does not take rules and lists for a diff', () => {
  const reply = `--- 

+ one
- two

--- a
+++ b
`;
  expect(showPlan(readReply(reply))).toEqual([]);
});
