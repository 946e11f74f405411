import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('RepoPrompt: reads every action', () => {
  const reply = `<Plan>
Rename it.
</Plan>
<file path="src/a.swift" action="modify">
  <change>
    <description>Add</description>
    <search>
===
a
===
    </search>
    <content>
===
b
===
    </content>
  </change>
</file>
<file path="src/new.swift" action="create">
  <change>
    <content>
===
n
===
    </content>
  </change>
</file>
<file path="src/all.swift" action="rewrite">
  <change>
    <content>
===
all
===
    </content>
  </change>
</file>
<file path="src/gone.swift" action="delete"/>
<file path="src/old.swift" action="rename">
  <new path="src/moved.swift"/>
</file>
`;
  expect(showPlan(readReply(reply))).toEqual([
    `repo-prompt 4-18 change src/a.swift
@@
-a
+b
`,
    `repo-prompt 19-27 write src/new.swift (new)
n
`,
    `repo-prompt 28-36 write src/all.swift
all
`,
    'repo-prompt 37-37 delete src/gone.swift',
    'repo-prompt 38-40 rename src/old.swift -> src/moved.swift',
  ]);
});

test('RepoPrompt: keeps delimiters and tags in its texts', () => {
  const reply = `<file path="docs/format.md" action="create">
<change>
<content>
===
===
<content>
x & y < z
</content>
</file>
===
===
</content>
</change>
</file>
`;
  expect(showPlan(readReply(reply))).toEqual([
    `repo-prompt 1-14 write docs/format.md (new)
===
<content>
x & y < z
</content>
</file>
===
`,
  ]);
});

test('RepoPrompt: reads a file without an action', () => {
  const reply = `<file path="src/x.ts">
whole
</file>
`;
  expect(showPlan(readReply(reply))).toEqual([
    `repo-prompt 1-3 write src/x.ts
whole
`,
  ]);
});

test('RepoPrompt: lists what has no end or no new text', () => {
  const reply = `<file path="a.ts" action="modify">
<change>
<search>
===
a
===
</search>
</change>
</file>
<file path="b.ts" action="modify">
<change>
<search>
===
a
`;
  expect(showPlan(readReply(reply))).toEqual([
    '? 1-9 The edit of a.ts has old text without new text.',
    '? 10-14 The end of the edit of b.ts is missing.',
  ]);
});
