import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('elided code: marks gaps in the comments of languages', () => {
  const reply = `src/a.ts
\`\`\`ts
import x;
// ... existing code ...
foo();
// rest of the file unchanged
\`\`\`

\`app/b.py\`
\`\`\`python
# ... (rest of imports)
def f():
    ...
# ...
\`\`\`

**index.html**
\`\`\`html
<!-- ... -->
<p>
{/* ... other routes ... */}
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `elided 1-7 change src/a.ts
@@
+import x;
~// ... existing code ...
+foo();
~// rest of the file unchanged
`,
    `elided 9-15 change app/b.py
@@
~# ... (rest of imports)
+def f():
+    ...
~# ...
`,
    `elided 17-22 change index.html
@@
~<!-- ... -->
+<p>
~{/* ... other routes ... */}
`,
  ]);
});

test('elided code: reads other comments as code', () => {
  const reply = `src/a.ts
\`\`\`ts
// the rest is history
return [
  ...rest,
];
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-7 write src/a.ts
// the rest is history
return [
  ...rest,
];
`,
  ]);
});
