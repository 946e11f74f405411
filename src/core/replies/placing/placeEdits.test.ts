import { describe, expect, it } from 'vitest';
import { changeOf, resultOf } from '../../../../tests/arbitraries/edits';
import { block, CODE, hunk, states } from '../../../../tests/replies/hunks';
import type { AskReason } from '../placedEdit';
import type { Hunk } from '../replyEdit';
import { appliedText } from './appliedText';
import { placeEdits } from './placeEdits';

/** New code; a line of dots leaves code out. */
function elided(text: string): Hunk {
  return { lines: text.split('\n').map((line) => ({ op: line === '...' ? 'gap' : 'add', text: line })) };
}

const FUNCTIONS = `import { log } from './log';

function first() {
  call(10);
}

function second() {
  const value = 2;

  call(20);
  if (value > 1) {
    log();
  }
}

function third() {
  call(30);
}

function fourth() {
  if (isLast) {
    call(40);
  }
}
`;

describe('one hunk without the sent text', () => {
  it.each<[string, string, Hunk, string, string]>([
    [
      'equal lines',
      CODE,
      hunk('   return value.trim();\n-}\n+};'),
      'placed exact',
      CODE.replace('.trim();\n}', '.trim();\n};'),
    ],
    [
      'a block whose context is on both sides',
      CODE,
      block("  if (value === '') {\n    return undefined;", "  if (value === '') {\n    return null;"),
      'placed exact',
      CODE.replace('undefined', 'null'),
    ],
    [
      'blanks at the end of lines; the file keeps its own',
      'const one = 1;  \nconst two = 2;\n',
      hunk(' const one = 1;\n-const two = 2;\n+const two = 3;'),
      'placed folded',
      'const one = 1;  \nconst two = 3;\n',
    ],
    [
      'quotes and spaces of a rendered chat, also in added lines',
      'say("hello", name);\nend();\n',
      hunk(' say(“hello”,\u00a0name);\n+say(“bye”,\u00a0name);'),
      'placed folded',
      'say("hello", name);\nsay("bye", name);\nend();\n',
    ],
    [
      'typographic quotes that the file has, too',
      'say(“hello”);\nend();\n',
      hunk(' say(“hello”);\n+say(“bye”);'),
      'placed exact',
      'say(“hello”);\nsay(“bye”);\nend();\n',
    ],
    [
      'entities',
      'if (left < right && done) {\n  stop();\n}\n',
      hunk(' if (left &lt; right &amp;&amp; done) {\n+  log(left &gt; right);'),
      'placed folded',
      'if (left < right && done) {\n  log(left > right);\n  stop();\n}\n',
    ],
    [
      'entities that the file has, too',
      '<p>left &lt; right</p>\n<hr>\n',
      hunk(' <p>left &lt; right</p>\n+<p>left &gt; right</p>'),
      'placed exact',
      '<p>left &lt; right</p>\n<p>left &gt; right</p>\n<hr>\n',
    ],
    [
      'zero-width characters',
      'const first = 1;\nconst second = 2;\n',
      hunk(' const\u200b first = 1;\n+const\u200b third = 3;'),
      'placed folded',
      'const first = 1;\nconst third = 3;\nconst second = 2;\n',
    ],
    [
      'a blank line too many around a block',
      CODE,
      block('\n  return value.length;\n', '\n  return value.size;\n'),
      'placed folded',
      CODE.replace('.length', '.size'),
    ],
    [
      'less indentation everywhere',
      CODE,
      block(
        "if (value === '') {\n  return undefined;\n}",
        "if (value === '') {\n  log();\n  return undefined;\n}",
      ),
      'placed indent',
      CODE.replace('    return undefined', '    log();\n    return undefined'),
    ],
    [
      'spaces for tabs',
      'class A {\n\trun() {\n\t\tstart();\n\t}\n}\n',
      hunk('     run() {\n         start();\n+        if (x) {\n+            stop();\n+        }'),
      'placed indent',
      'class A {\n\trun() {\n\t\tstart();\n\t\tif (x) {\n\t\t\tstop();\n\t\t}\n\t}\n}\n',
    ],
    [
      'a context line that has changed',
      CODE,
      hunk(
        " export function second(input: string | undefined) {\n   const value = load(input);\n   if (value === '') {\n-    return undefined;\n+    return null;\n   }\n   return value.length;",
      ),
      'placed similar',
      CODE.replace('undefined', 'null'),
    ],
    [
      'a line number among equal places',
      'a\nx\na\nx\n',
      hunk(' a\n-x\n+y', { line: 3 }),
      'placed exact',
      'a\nx\na\ny\n',
    ],
    [
      'an anchor',
      'class One {\n  x\n}\nclass Two {\n  x\n}\n',
      hunk('-  x\n+  y', { anchor: 'class Two {' }),
      'placed exact',
      'class One {\n  x\n}\nclass Two {\n  y\n}\n',
    ],
    ['the end of the file', 'x\na\nx\n', hunk('-x\n+y', { isAtEnd: true }), 'placed exact', 'x\na\ny\n'],
    ['lines for the end of the file', 'x\n', hunk('+y', { isAtEnd: true }), 'placed exact', 'x\ny\n'],
    ['lines for an empty file', '', hunk('+y'), 'placed exact', 'y\n'],
    [
      'an insertion that is there',
      'one line\nanother line\nlast\n',
      hunk(' one line\n+another line'),
      'applied 1',
      'one line\nanother line\nlast\n',
    ],
    [
      'a replacement that is there',
      'a\nlet value = 2;\nb\n',
      block('let value = 1;', 'let value = 2;'),
      'applied 2',
      'a\nlet value = 2;\nb\n',
    ],
    [
      'a removal that is there',
      'first line\nthird line\n',
      hunk(' first line\n-second line\n third line'),
      'applied 1',
      'first line\nthird line\n',
    ],
    [
      'one place changed, and one not',
      'call me\nadded line\n\ncall me\nrest\n',
      hunk(' call me\n+added line'),
      'placed exact',
      'call me\nadded line\n\ncall me\nadded line\nrest\n',
    ],
  ])('is placed: %s', (_, now, edit, state, expected) => {
    const placed = placeEdits([changeOf([edit])], { now });
    expect(states(placed)).toEqual([state]);
    expect(resultOf(now, placed)).toBe(expected);
  });

  it.each<[string, string, Hunk, AskReason, string?]>([
    ['several places', CODE, hunk('-  const value = load(input);\n+  const value = 1;'), 'ambiguous'],
    ['a line number between the places', 'a\nx\na\nx\n', hunk(' a\n-x\n+y', { line: 2 }), 'ambiguous'],
    [
      'a line to be removed that differs',
      CODE,
      hunk(
        ' export function first(input: string) {\n   const value = load(input);\n-  return value.trimEnd();\n+  return value;',
      ),
      'removed-differs',
      CODE.replace('value.trim()', 'value'),
    ],
    [
      'all indentation lost',
      CODE,
      block("if (value === '') {\nreturn undefined;\n}", "if (value === '') {\nlog();\nreturn undefined;\n}"),
      'lost-indent',
    ],
    [
      'indentation lost in lines at the margin',
      'function run() {\n}\nfunction walk() {\n}\n',
      hunk(' function run() {\n+start();'),
      'lost-indent',
    ],
    [
      'elided code',
      CODE,
      hunk("~// ...\n+  if (value === '') {\n+    log();\n+    return undefined;\n~// ..."),
      'elided',
      CODE.replace('    return undefined', '    log();\n    return undefined'),
    ],
    [
      'elided code with a blank line below a gap',
      FUNCTIONS,
      elided('...\n\nfunction third() {\n  call(30);\n  log();\n}\n\n...'),
      'elided',
      FUNCTIONS.replace('call(30);', 'call(30);\n  log();'),
    ],
    [
      'elided code with a block of new lines above a gap',
      FUNCTIONS,
      elided('...\nfunction second() {\n  if (isReady) {\n    begin();\n  }\n\n...'),
      'elided',
      FUNCTIONS.replace('second() {', 'second() {\n  if (isReady) {\n    begin();\n  }\n'),
    ],
    [
      'elided code with new lines in place of a block',
      FUNCTIONS,
      elided('...\n\nfunction fourth() {\n  callAnother();\n}'),
      'elided',
      FUNCTIONS.replace('  if (isLast) {\n    call(40);\n  }', '  callAnother();'),
    ],
    [
      'elided code below which the file ends',
      FUNCTIONS,
      elided("import { log } from './log';\n\n...\n\nfunction fifth() {\n  begin();\n}"),
      'elided',
      `${FUNCTIONS}\nfunction fifth() {\n  begin();\n}\n`,
    ],
    [
      'a new function below all code',
      FUNCTIONS,
      elided('...\n\nfunction fifth() {\n  begin();\n}'),
      'elided',
      `${FUNCTIONS}\nfunction fifth() {\n  begin();\n}\n`,
    ],
    [
      'a new function between other code',
      FUNCTIONS,
      elided('...\n\nfunction fifth() {\n  begin();\n}\n\n...'),
      'not-found',
    ],
    [
      'a gap between old lines',
      CODE,
      hunk(
        '-export function first(input: string) {\n+export function one(input: string) {\n~...\n-  return value.trim();\n+  return value;',
      ),
      'elided',
      CODE.replace('first', 'one').replace('value.trim()', 'value'),
    ],
    [
      'conflict markers',
      'a\nb\n',
      hunk(' a\n+<<<<<<< HEAD\n+x\n+=======\n+y\n+>>>>>>> main'),
      'conflict-markers',
    ],
    ['nothing changes', 'a\nb\n', block('a\nb', 'a\nb'), 'no-change'],
    ['nothing like it', CODE, hunk('-something else entirely\n+x'), 'not-found'],
    ['only new lines for a file with some', 'x\n', hunk('+y'), 'exists', 'x\ny\n'],
    ['only new lines at a line', 'x\nz\n', hunk('+y', { line: 1 }), 'not-found', 'x\ny\nz\n'],
    ['a brace that may be there', 'f() {\n}\n', hunk(' f() {\n+}'), 'ambiguous'],
    [
      'an unlisted line beside the change',
      CODE,
      hunk(
        ' export function second(input: string) {\n   const value = load(input);\n+  log();\n   return value.length;',
      ),
      'not-found',
    ],
  ])('asks: %s', (_, now, edit, reason, accepted) => {
    const [placed, ...others] = placeEdits([changeOf([edit])], { now });
    expect(others).toEqual([]);
    expect(placed && states([placed])).toEqual([`asks ${reason}`]);
    if (accepted === undefined || placed?.state.kind !== 'asks' || placed.state.replacement === undefined)
      return expect(accepted).toBeUndefined();
    expect(appliedText(now, [placed.state.replacement])).toBe(accepted);
  });

  it('shows all places', () => {
    const [placed] = placeEdits([changeOf([hunk('-x\n+y')])], { now: 'x\na\nx\n' });
    expect(placed?.state).toEqual({ kind: 'asks', reason: 'ambiguous', places: [1, 3] });
  });

  it('shows the nearest place of one that is not found', () => {
    const [placed] = placeEdits(
      [
        changeOf([
          hunk(
            ' export function second(a: number, b: number, c: boolean) {\n-  completely different code here\n-  and more of it\n   return value.length;\n+x',
          ),
        ]),
      ],
      { now: CODE },
    );
    expect(placed?.state).toMatchObject({ reason: 'not-found', places: [8] });
  });
});

describe('several hunks', () => {
  it('of a diff are kept in order', () => {
    const now = 'x\na\nx\nb\nx\n';
    const hunks = [hunk('-a\n+A'), hunk('-x\n+X'), hunk('-b\n+B')];
    expect(resultOf(now, placeEdits([changeOf(hunks, true)], { now }))).toBe('x\nA\nX\nB\nx\n');
    expect(states(placeEdits([changeOf(hunks, false)], { now }))).toEqual([
      'placed exact',
      'asks ambiguous',
      'placed exact',
    ]);
  });

  it('ask if they change the same lines', () => {
    const now = 'a\nb\nc\n';
    const placed = placeEdits([changeOf([hunk(' a\n-b\n+x')]), changeOf([hunk('-b\n+y\n c')])], { now });
    expect(states(placed)).toEqual(['asks overlap', 'asks overlap']);
    expect(states(placeEdits([changeOf([hunk('-b\n+x'), hunk('-b\n+x')])], { now }))).toEqual([
      'placed exact',
      'asks overlap',
    ]);
  });

  it('may build on each other', () => {
    const now = 'first line\nlast line\n';
    const edits = [
      changeOf([block('first line', 'first line\nsecond line')]),
      changeOf([block('second line\nlast line', 'second line\nthird line\nlast line')]),
    ];
    const placed = placeEdits(edits, { now });
    expect(states(placed)).toEqual(['placed exact']);
    expect(resultOf(now, placed)).toBe('first line\nsecond line\nthird line\nlast line\n');
    expect(resultOf(now, placeEdits(edits, { now, sent: now }))).toBe(
      'first line\nsecond line\nthird line\nlast line\n',
    );
  });

  it('ask about a similar place if others are applied', () => {
    const now = CODE.replace('first(input: string)', 'first(input: unknown)').replace('undefined', 'null');
    const hunks = [
      hunk('-    return undefined;\n+    return null;'),
      hunk(
        ' export function first(input: string) {\n   const value = load(input);\n-  return value.trim();\n+  return value;',
      ),
    ];
    const [undone, similar] = hunks;
    expect(
      states(placeEdits([changeOf([similar, undone].filter((each) => each !== undefined))], { now: CODE })),
    ).toEqual(['placed exact', 'placed exact']);
    expect(states(placeEdits([changeOf(hunks)], { now }))).toEqual(['applied 11', 'asks not-found']);
  });

  it('share the proof of how they are indented', () => {
    const now = 'f() {\n  one();\n}\ng() {\n}\n';
    const hunks = [hunk('-\tone();\n+\ttwo();'), hunk(' g() {\n+\tthree();')];
    expect(resultOf(now, placeEdits([changeOf(hunks)], { now }))).toBe(
      'f() {\n  two();\n}\ng() {\n  three();\n}\n',
    );
  });

  it('share the proof of how they were copied', () => {
    const now = 'say("one");\nmiddle();\nend();\n';
    const hunks = [hunk('-say(“one”);\n+say(“two”);'), hunk(' end();\n+say(“bye”);')];
    expect(resultOf(now, placeEdits([changeOf(hunks)], { now }))).toBe(
      'say("two");\nmiddle();\nend();\nsay("bye");\n',
    );
  });
});
