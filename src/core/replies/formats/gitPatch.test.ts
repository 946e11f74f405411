import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('git patches: reads what git prints', () => {
  const reply = `From 1234 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Fix

---
 src/a.ts | 2 +-

diff --git a/src/a.ts b/src/a.ts
index 123..456 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
 a
-b
+c
-- 
2.39.0
`;
  expect(showPlan(readReply(reply))).toEqual([
    `git-patch 7-14 change b/src/a.ts
@@ 1
 a
-b
+c
`,
  ]);
});

test('git patches: reads new, deleted, renamed, and changed files', () => {
  const reply = `\`\`\`diff
diff --git a/new.txt b/new.txt
new file mode 100644
index 000..111
diff --git a/n.ts b/n.ts
new file mode 100644
--- /dev/null
+++ b/n.ts
@@ -0,0 +1 @@
+x
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
index 111..000
diff --git a/old.ts b/moved.ts
similarity index 100%
rename from old.ts
rename to moved.ts
diff --git a/p.ts b/q.ts
similarity index 90%
rename from p.ts
rename to q.ts
--- a/p.ts
+++ b/q.ts
@@ -1 +1 @@
-a
+b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `git-patch 2-4 write b/new.txt (new)
`,
    `git-patch 5-10 write b/n.ts (new)
x
`,
    'git-patch 11-13 delete a/gone.ts',
    'git-patch 14-17 rename old.ts -> moved.ts',
    `git-patch 18-26 change p.ts -> q.ts
@@ 1
-a
+b
`,
  ]);
});

test('git patches: lists what has no text', () => {
  const reply = `diff --git a/x.png b/x.png
index 1..2 100644
Binary files a/x.png and b/x.png differ
diff --git a/m.sh b/m.sh
old mode 100644
new mode 100755
diff --cc a.ts
index 1,2..3
@@@ -1,1 -1,1 +1,1 @@@
- a
 -b
++c
`;
  expect(showPlan(readReply(reply))).toEqual([
    '? 1-3 Patches of binary files are not supported.',
    '? 4-6 The patch changes no text.',
    '? 7-12 Diffs of merges are not supported.',
  ]);
});

test('git patches: decodes quoted names', () => {
  const reply = `diff --git "a/caf\\303\\251.txt" "b/caf\\303\\251.txt"
--- "a/caf\\303\\251.txt"
+++ "b/caf\\303\\251.txt"
@@ -1 +1 @@
-a
+b
`;
  expect(showPlan(readReply(reply))).toEqual([
    `git-patch 1-6 change b/café.txt
@@ 1
-a
+b
`,
  ]);
});
