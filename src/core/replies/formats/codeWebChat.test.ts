import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('Code Web Chat: reads every heading', () => {
  const reply = `### Renamed file: \`src/a.ts\` (old) \`src/b.ts\` (new)

### Updated file: \`src/c.ts\`

Adds a check:

\`\`\`ts
<<<<<<< HEAD
a
=======
b
>>>>>>> updated
<<<<<<< HEAD
c
=======
d
>>>>>>> updated
\`\`\`

### Deleted file: \`src/d.ts\`

### New file: \`src/e.ts\`

\`\`\`ts
e
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    'code-web-chat 1-1 rename src/a.ts -> src/b.ts',
    `code-web-chat 3-18 change src/c.ts
@@
-a
+b
@@
-c
+d
`,
    'code-web-chat 20-20 delete src/d.ts',
    `code-web-chat 22-26 write src/e.ts (new)
e
`,
  ]);
});

test('Code Web Chat: reads whole and elided files', () => {
  const reply = `### Updated file: \`src/a.ts\`
\`\`\`ts
whole
\`\`\`
### Updated file: \`src/b.ts\`
\`\`\`ts
// ...
added
// ...
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `code-web-chat 1-4 write src/a.ts
whole
`,
    `code-web-chat 5-10 change src/b.ts
@@
~// ...
+added
~// ...
`,
  ]);
});

test('Code Web Chat: renames with changes', () => {
  const reply = `### Renamed file: \`a.ts\` -> \`b.ts\`
\`\`\`ts
<<<<<<< ORIGINAL
a
=======
b
>>>>>>> UPDATED
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `code-web-chat 1-8 change a.ts -> b.ts
@@
-a
+b
`,
  ]);
});

test('Code Web Chat: leaves diffs to their format', () => {
  const reply = `### Updated file: \`src/a.ts\`

\`\`\`diff
@@ -1 +1 @@
-a
+b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `unified-diff 1-7 change src/a.ts
@@ 1
-a
+b
`,
  ]);
});
