import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('AC-DC: reads both spellings', () => {
  const reply = `src/math.py
««« EDIT
def f():
    return 1
═══════ REPL
def f():
    return 2
»»» EDIT END

\`\`\`
src/b.py
🟧🟧🟧 EDIT
🟨🟨🟨 REPL
b
🟩🟩🟩 END
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `ac-dc 1-8 change src/math.py
@@
 def f():
-    return 1
+    return 2
`,
    `ac-dc 11-15 write src/b.py (new)
b
`,
  ]);
});

test('AC-DC: lists a block without an end', () => {
  const reply = `src/math.py
««« EDIT
a
═══════ REPL
b
`;
  expect(showPlan(readReply(reply))).toEqual(['? 1-5 The end of the block is missing.']);
});

test('AC-DC: reads blocks inside of its texts', () => {
  const reply = `docs/edits.md
🟧🟧🟧 EDIT
🟧🟧🟧 EDIT
a
🟨🟨🟨 REPL
b
🟩🟩🟩 END
🟨🟨🟨 REPL
none
🟩🟩🟩 END
`;
  expect(showPlan(readReply(reply))).toEqual([
    `ac-dc 1-10 change docs/edits.md
@@
-🟧🟧🟧 EDIT
-a
-🟨🟨🟨 REPL
-b
-🟩🟩🟩 END
+none
`,
  ]);
});
