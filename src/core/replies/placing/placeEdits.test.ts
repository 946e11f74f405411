import { describe, expect, it } from 'vitest';
import { changeOf, resultOf } from '../../../../tests/arbitraries/edits';
import type { AskReason, PlacedHunk } from '../placedEdit';
import type { Hunk, HunkLine, ReplyEdit } from '../replyEdit';
import { appliedText } from './appliedText';
import { fitsExactly, placeEdits, placeHunkAt } from './placeEdits';

/** A hunk written as in a diff; `~` marks a gap. */
function hunk(text: string, more: Omit<Hunk, 'lines'> = {}): Hunk {
  const lines = text.split('\n').map((line): HunkLine => {
    const op = ({ '-': 'remove', '+': 'add', '~': 'gap' } as const)[line[0] ?? ''] ?? 'keep';
    return { op, text: line.slice(1) };
  });
  return { lines, ...more };
}

/** A search-and-replace block. */
function block(search: string, replace: string): Hunk {
  const marked = (op: 'remove' | 'add', text: string): readonly HunkLine[] =>
    text === '' ? [] : text.split('\n').map((line) => ({ op, text: line }));
  return { lines: [...marked('remove', search), ...marked('add', replace)] };
}

function write(text: string, isNew?: boolean): ReplyEdit {
  const edit = { kind: 'write', format: 'test', path: 'a.ts', from: 1, to: 1, text } as const;
  return isNew === undefined ? edit : { ...edit, isNew };
}

const other = { format: 'test', path: 'a.ts', from: 1, to: 1 };

function states(placed: readonly PlacedHunk[]): readonly string[] {
  return placed.map(({ state }) => {
    if (state.kind === 'placed') return `placed ${state.by}`;
    return state.kind === 'asks' ? `asks ${state.reason}` : `applied ${state.from}`;
  });
}

const CODE = `import { load } from './load';

export function first(input: string) {
  const value = load(input);
  return value.trim();
}

export function second(input: string) {
  const value = load(input);
  if (value === '') {
    return undefined;
  }
  return value.length;
}
`;

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

describe('with the sent text', () => {
  const sent = CODE;

  it('a place that the sent text decides is taken, wherever it is now', () => {
    const now = `// new\n\n${CODE}\nexport function third() {\n  return value.trim();\n}\n`;
    const placed = placeEdits(
      [changeOf([hunk('   const value = load(input);\n-  return value.trim();\n+  return value;')])],
      { now, sent },
    );
    expect(states(placed)).toEqual(['placed base']);
    expect(resultOf(now, placed)).toBe(now.replace('value.trim()', 'value'));
  });

  it('asks about a line that has changed since', () => {
    const now = CODE.replace('value.trim()', 'value.trimEnd()');
    const [placed] = placeEdits([changeOf([hunk('-  return value.trim();\n+  return value;')])], {
      now,
      sent,
    });
    expect(placed?.state).toEqual({
      ...{ kind: 'asks', reason: 'conflict', places: [5] },
      replacement: { from: 5, count: 1, lines: ['  return value;'] },
    });
  });

  it('knows what was applied', () => {
    const now = CODE.replace('value.trim()', 'value');
    const placed = placeEdits([changeOf([hunk('-  return value.trim();\n+  return value;')])], { now, sent });
    expect(states(placed)).toEqual(['applied 5']);
  });

  it('adds a line again that stood there before', () => {
    const text = 'call me\nadded line\nrest\n';
    const placed = placeEdits([changeOf([hunk(' call me\n+added line')])], { now: text, sent: text });
    expect(resultOf(text, placed)).toBe('call me\nadded line\nadded line\nrest\n');
  });

  it('looks in the present text for what the sent one lacks', () => {
    const now = `${CODE}\nconst later = 1;\n`;
    expect(
      states(placeEdits([changeOf([hunk('-const later = 1;\n+const later = 2;')])], { now, sent })),
    ).toEqual(['placed exact']);
  });
});

describe('a whole file', () => {
  it.each<[string, ReplyEdit, string | undefined, string | undefined, readonly string[]]>([
    ['is created', write('a\n'), undefined, undefined, ['placed exact']],
    [
      'asks without the sent text',
      write(CODE.replace('trim', 'trimEnd')),
      CODE,
      undefined,
      ['asks whole-file'],
    ],
    ['is merged', write(CODE.replace('trim', 'trimEnd')), `// new\n${CODE}`, CODE, ['placed base']],
    ['asks if it is short', write(CODE.slice(0, 120)), CODE, CODE, ['asks whole-file']],
    [
      'asks if it quotes a part of the file',
      write("  const value = load(input);\n  if (value === '') {\n"),
      CODE,
      CODE,
      ['asks excerpt'],
    ],
    ['asks if it is empty', write(''), CODE, CODE, ['asks whole-file']],
    ['asks if it is another file', write(CODE.replaceAll(/\w+/g, 'x')), CODE, CODE, ['asks whole-file']],
    [
      'asks if it is said to be new',
      write(CODE.replace('trim', 'trimEnd'), true),
      CODE,
      CODE,
      ['asks exists'],
    ],
    ['asks if nothing changes', write(CODE), CODE, CODE, ['asks no-change']],
    ['may be applied', write(CODE), CODE, undefined, ['applied 1']],
    [
      'may be applied since',
      write(CODE.replace('trim', 'trimEnd')),
      CODE.replace('trim', 'trimEnd'),
      CODE,
      ['applied 5'],
    ],
    [
      'conflicts',
      write(CODE.replace('trim', 'trimEnd')),
      CODE.replace('trim', 'trimStart'),
      CODE,
      ['asks conflict'],
    ],
    ['asks with conflict markers', write(`<<<<<<< ours\n${CODE}`), CODE, CODE, ['asks conflict-markers']],
  ])('%s', (_, edit, now, sent, expected) => {
    expect(states(placeEdits([edit], { now, sent }))).toEqual(expected);
  });

  it('keeps the line ends of the file', () => {
    const now = CODE.replaceAll('\n', '\r\n');
    const placed = placeEdits([write(CODE.replace('trim', 'trimEnd'))], { now, sent: now });
    expect(resultOf(now, placed)).toBe(now.replace('trim', 'trimEnd'));
  });
});

describe('other edits', () => {
  it('ask', () => {
    const now = 'a\nb\n';
    expect(placeEdits([{ ...other, kind: 'delete' }], { now }).map(({ state }) => state)).toEqual([
      { kind: 'asks', reason: 'delete', places: [1], replacement: { from: 1, count: 2, lines: [] } },
    ]);
    expect(states(placeEdits([{ ...other, kind: 'rename', newPath: 'b.ts' }], { now }))).toEqual([
      'asks rename',
    ]);
    const moved = { ...changeOf([hunk('-b\n+c')]), newPath: 'b.ts' } as ReplyEdit;
    expect(states(placeEdits([moved], { now }))).toEqual(['asks rename', 'placed exact']);
  });

  it('may be done already', () => {
    expect(states(placeEdits([{ ...other, kind: 'delete' }], { now: undefined }))).toEqual(['applied 1']);
    const renamed = { ...other, kind: 'rename', newPath: other.path } as const;
    expect(states(placeEdits([renamed], { now: 'a\nb\n' }))).toEqual(['applied 1']);
  });

  it('need a file', () => {
    const now = undefined;
    expect(states(placeEdits([{ ...other, kind: 'rename', newPath: 'b.ts' }], { now }))).toEqual([
      'asks no-file',
    ]);
    expect(states(placeEdits([changeOf([hunk('-b\n+c'), hunk('+c')])], { now }))).toEqual([
      'asks no-file',
      'asks no-file',
    ]);
    expect(states(placeEdits([changeOf([hunk('+c')])], { now }))).toEqual(['placed exact']);
  });
});

it('an edit fits a file that has all its hunks exactly once', () => {
  expect(fitsExactly(changeOf([hunk('-a\n+x'), hunk('-b\n+y')]), 'a\nb\n')).toBe(true);
  expect(fitsExactly(changeOf([hunk('-a\n+x')]), 'a\na\n')).toBe(false);
  expect(fitsExactly(changeOf([hunk('-a\n+x'), hunk('-c\n+y')]), 'a\nb\n')).toBe(false);
  expect(fitsExactly(write('a\n'), 'a\n')).toBe(false);
});

it('places a change of blanks alone, although its new side is there if blanks do not count', () => {
  const edit: ReplyEdit = {
    ...{ format: 'x', path: 'a.txt', from: 1, to: 1 },
    ...{ kind: 'change', hunks: [block('total  count', 'total count')], isInOrder: false },
  };
  expect(placeEdits([edit], { now: 'x\ntotal  count\ny\n' })).toMatchObject([{ state: { kind: 'placed' } }]);
  expect(placeEdits([edit], { now: 'x\ntotal count\ny\n' })).toMatchObject([{ state: { kind: 'applied' } }]);
});

describe('a hunk at a chosen place', () => {
  const call = '\n  open(file);\n  read(file);\n  close(file);\n';
  const calls = `one();\n${call}\ntwo();\n${call}\nthree();\n`;
  const at = calls.lastIndexOf(call);
  it.each<[string, Hunk, string]>([
    ['of several', block('  read(file);', '  parse(file);'), call.replace('read', 'parse')],
    [
      'with blank lines that the file lacks',
      block('\n  read(file);\n', '\n  parse(file);\n'),
      call.replace('read', 'parse'),
    ],
    [
      'with similar lines',
      block('  open(file);\n  read(files);\n  close(file);', '  load(file);'),
      '\n  load(file);\n',
    ],
    [
      'with a gap',
      hunk('-  open(file);\n+  begin(file);\n~...\n-  close(file);\n+  end(file);'),
      call.replace('open', 'begin').replace('close', 'end'),
    ],
  ])('%s', (_, wanted, expected) => {
    const [asked] = placeEdits([changeOf([wanted])], { now: calls, sent: calls });
    expect(asked?.state).toMatchObject({ kind: 'asks', reason: 'ambiguous' });
    const [, second = 0] = asked?.state.kind === 'asks' ? asked.state.places : [];
    const placed = placeHunkAt(wanted, second, calls);
    const replacement = placed.state.kind === 'applied' ? undefined : placed.state.replacement;
    expect(appliedText(calls, replacement === undefined ? [] : [replacement])).toBe(
      calls.slice(0, at) + expected + calls.slice(at + call.length),
    );
  });

  it('asks if it does not fit there', () => {
    const { state } = placeHunkAt(block('  read(file);', '  parse(file);'), 1, calls);
    expect(state).toMatchObject({ kind: 'asks', reason: 'ambiguous' });
    expect(state).not.toHaveProperty('replacement');
  });
});
