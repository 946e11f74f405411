import { expect, test } from 'vitest';
import { showPlan } from '../../../../tests/replies/showPlan';
import { readReply } from '../readReply';

test('whole files: finds the path above the fence', () => {
  const reply = `**\`src/util/math.ts\`** (new file)
\`\`\`typescript
export const one = 1;
\`\`\`

**File: src/a.py**

This adds a guard.

\`\`\`python
print(1)
\`\`\`

Here's the updated \`src/b.ts\`:

\`\`\`ts
b
\`\`\`

Makefile
\`\`\`
all:
\`\`\`

#### 3. src/app/[id]/page.tsx
\`\`\`tsx
c
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-4 write src/util/math.ts (new)
export const one = 1;
`,
    `whole-file 6-12 write src/a.py
print(1)
`,
    `whole-file 14-18 write src/b.ts
b
`,
    `whole-file 20-23 write Makefile
all:
`,
    `whole-file 25-28 write src/app/[id]/page.tsx
c
`,
  ]);
});

test('whole files: finds the path in the info string', () => {
  const reply = `\`\`\`ts src/a.ts
a
\`\`\`
\`\`\`src/b.ts
b
\`\`\`
\`\`\`ts title="src/c.ts"
c
\`\`\`
\`\`\`js:src/d.js
d
\`\`\`
\`\`\`{.python file=src/f.py}
f
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-3 write src/a.ts
a
`,
    `whole-file 4-6 write src/b.ts
b
`,
    `whole-file 7-9 write src/c.ts
c
`,
    `whole-file 10-12 write src/d.js
d
`,
    `whole-file 13-15 write src/f.py
f
`,
  ]);
});

test('whole files: finds the path in the first line', () => {
  const reply = `\`\`\`tsx
// src/App.tsx
a
\`\`\`
\`\`\`html
<!-- index.html -->
b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-4 write src/App.tsx
// src/App.tsx
a
`,
    `whole-file 5-8 write index.html
<!-- index.html -->
b
`,
  ]);
});

test('whole files: leaves commands, citations, and snippets alone', () => {
  const reply = `Run \`scripts/build.sh\`:
\`\`\`bash
npm run build
\`\`\`

src/a.ts
\`\`\`bash
npm test
\`\`\`

\`\`\`12:14:src/e.ts
e
\`\`\`

Node.js:
\`\`\`js
x
\`\`\`

**After:**
\`\`\`js
x
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([]);
});

test('whole files: reads a script', () => {
  const reply = `scripts/build.sh
\`\`\`bash
npm run build
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-4 write scripts/build.sh
npm run build
`,
  ]);
});

test('whole files: removes the indent of a list and the marks of a quote', () => {
  const reply = `1. **src/b.ts**:

   \`\`\`ts
   const b = 1;
     const c = 2;
   \`\`\`
2. Done

> src/a.ts
> \`\`\`ts
> a
> \`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-6 write src/b.ts
const b = 1;
  const c = 2;
`,
    `whole-file 9-12 write src/a.ts
a
`,
  ]);
});

test('whole files: keeps an indent that is not on all lines', () => {
  const reply = `- src/b.ts
  \`\`\`ts
const b = 1;
  \`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-4 write src/b.ts
const b = 1;
`,
  ]);
});

test('whole files: nests fences in Markdown', () => {
  const reply = `docs/format.md
\`\`\`markdown
# Format

\`\`\`python
src/a.py
<<<<<<< SEARCH
old
=======
new
>>>>>>> REPLACE
\`\`\`

More:

\`\`\`
plain
\`\`\`
\`\`\`

src/b.ts
\`\`\`ts
b
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-19 write docs/format.md
# Format

\`\`\`python
src/a.py
<<<<<<< SEARCH
old
=======
new
>>>>>>> REPLACE
\`\`\`

More:

\`\`\`
plain
\`\`\`
`,
    `whole-file 21-24 write src/b.ts
b
`,
  ]);
});

test('whole files: reads tildes and longer fences', () => {
  const reply = `README.md
\`\`\`\`md
\`\`\`sh
x
\`\`\`
\`\`\`\`

src/a.ts
~~~ts
a
~~~
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 1-6 write README.md
\`\`\`sh
x
\`\`\`
`,
    `whole-file 8-11 write src/a.ts
a
`,
  ]);
});

test('whole files: reads a reply that is wrapped in a fence', () => {
  const reply = `\`\`\`markdown
Here:

src/a.ts
\`\`\`ts
a
\`\`\`
\`\`\`
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 4-7 write src/a.ts
a
`,
  ]);
});

test('whole files: lists a fence without an end', () => {
  const reply = `src/a.ts
\`\`\`ts
a

src/b.ts
\`\`\`ts
b
\`\`\`

src/c.ts
\`\`\`ts
c
`;
  expect(showPlan(readReply(reply))).toEqual([
    `whole-file 5-8 write src/b.ts
b
`,
    '? 1-4 The end of the code block for src/a.ts is missing.',
    '? 10-12 The end of the code block for src/c.ts is missing.',
  ]);
});

test('whole files: lists code that has lost its fence', () => {
  const reply = `src/a.ts
typescript
Copy code
const a = 1;

const b = 2;
`;
  expect(showPlan(readReply(reply))).toEqual([
    '? 1-6 The code block for src/a.ts has lost its fence. Copy the reply as Markdown.',
  ]);
});
