import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('SEARCH/REPLACE: reads a block under a path, with prose around', () => {
  const reply = `I'll double the limit:

src/limits.ts
\`\`\`ts
<<<<<<< SEARCH
export const LIMIT = 10;
=======
export const LIMIT = 20;
>>>>>>> REPLACE
\`\`\`

Let me know if you want a setting for it.
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 3-9 change src/limits.ts
@@
-export const LIMIT = 10;
+export const LIMIT = 20;
`,
  ]);
});

test('SEARCH/REPLACE: reads a path inside of the fence', () => {
  const reply = `\`\`\`python
src/app.py
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 2-7 change src/app.py
@@
-a
+b
`,
  ]);
});

test('SEARCH/REPLACE: looks past the language and the button of a rendered chat', () => {
  const reply = `Here's the fix:

src/a.ts
typescript
Copy code
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 3-10 change src/a.ts
@@
-a
+b
`,
  ]);
});

test('SEARCH/REPLACE: gives blocks without a path the file of the block before', () => {
  const reply = `### \`src/a.ts\`
\`\`\`ts
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE

<<<<<<< SEARCH
c
=======
>>>>>>> REPLACE
\`\`\`
Then update the caller:
\`\`\`ts
<<<<<<< SEARCH
d
=======
e
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-7 change src/a.ts
@@
-a
+b
`,
    `search-replace 9-12 change src/a.ts
@@
-c
`,
    `search-replace 16-20 change src/a.ts
@@
-d
+e
`,
  ]);
});

test('SEARCH/REPLACE: creates a file from an empty search', () => {
  const reply = `src/new.py
\`\`\`python
<<<<<<< SEARCH
=======
print("hi")
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-6 write src/new.py (new)
print("hi")
`,
  ]);
});

test('SEARCH/REPLACE: does not create a file without a path', () => {
  const reply = `src/a.py
\`\`\`python
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
\`\`\`

\`\`\`python
<<<<<<< SEARCH
=======
print("hi")
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-7 change src/a.py
@@
-a
+b
`,
    '? 11-14 The block of a new file has no path.',
  ]);
});

test('SEARCH/REPLACE: pairs marks of different lengths', () => {
  const reply = `src/a.ts
<<<<< SEARCH
a
======
b
>>>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-6 change src/a.ts
@@
-a
+b
`,
  ]);
});

test('SEARCH/REPLACE: recognizes encoded marks and keeps texts', () => {
  const reply = `**src/a.ts**
\`\`\`ts
&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH
if (a &lt; b) {
=======
if (a &lt;= b) {
&gt;&gt;&gt;&gt;&gt;&gt;&gt; REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-7 change src/a.ts
@@
-if (a &lt; b) {
+if (a &lt;= b) {
`,
  ]);
});

test('SEARCH/REPLACE: recognizes marks between invisible characters', () => {
  const reply = `\u200bsrc/a.ts
<<<<<<<\u00a0SEARCH\u200b
a
=======\u00a0
b
\ufeff>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-6 change src/a.ts
@@
-a
+b
`,
  ]);
});

test('SEARCH/REPLACE: lists a block without an end, and reads the next', () => {
  const reply = `src/a.ts
\`\`\`
<<<<<<< SEARCH
a
=======
b
\`\`\`

src/b.ts
\`\`\`
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 9-15 change src/b.ts
@@
-a
+b
`,
    '? 1-7 The end of the block is missing.',
  ]);
});

test('SEARCH/REPLACE: lists a block without a divider', () => {
  const reply = `src/a.ts
<<<<<<< SEARCH
a
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual(['? 1-4 The block has no line that divides old and new text.']);
});

test('SEARCH/REPLACE: lists a conflict without a path', () => {
  const reply = `Git shows this:

\`\`\`
<<<<<<< HEAD
a
=======
b
>>>>>>> main
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual(['? 4-8 The block has no path.']);
});

test('SEARCH/REPLACE: reads blocks inside of the texts of a block', () => {
  const reply = `docs/format.md
\`\`\`
<<<<<<< SEARCH
Use:
<<<<<<< SEARCH
old
=======
new
>>>>>>> REPLACE
=======
Use this:
<<<<<<< SEARCH
old
=======
newer
>>>>>>> REPLACE
>>>>>>> REPLACE
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-17 change docs/format.md
@@
-Use:
+Use this:
 <<<<<<< SEARCH
 old
 =======
-new
+newer
 >>>>>>> REPLACE
`,
  ]);
});

test('SEARCH/REPLACE: resolves a conflict', () => {
  const reply = `src/a.ts
<<<<<<< SEARCH
<<<<<<< HEAD
a
=======
b
>>>>>>> main
=======
both
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-10 change src/a.ts
@@
-<<<<<<< HEAD
-a
-=======
-b
->>>>>>> main
+both
`,
  ]);
});

test('SEARCH/REPLACE: tells a heading from the divider', () => {
  const reply = `README.md
<<<<<<< SEARCH
Welcome
=======
old
=======
Welcome
=======
new
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-10 change README.md
@@
 Welcome
 =======
-old
+new
`,
  ]);
});

test('SEARCH/REPLACE: asks if several lines could divide', () => {
  const reply = `README.md
<<<<<<< SEARCH
a
=======
b
=======
c
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    '? 1-8 Several lines could divide the old and new text of the block.',
  ]);
});

test('SEARCH/REPLACE: keeps gaps that both sides have', () => {
  const reply = `src/a.ts
<<<<<<< SEARCH
function f() {
  ...
  return 1;
=======
function f() {
  ...
  return 2;
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-10 change src/a.ts
@@
 function f() {
~  ...
-  return 1;
+  return 2;
`,
  ]);
});

test('SEARCH/REPLACE: takes the line from Roo Code', () => {
  const reply = `src/a.ts
<<<<<<< SEARCH
:start_line:12
-------
a
=======
b
>>>>>>> REPLACE
`;
  expect(showPlan(readReply(reply))).toEqual([
    `search-replace 1-8 change src/a.ts
@@ 12
-a
+b
`,
  ]);
});
