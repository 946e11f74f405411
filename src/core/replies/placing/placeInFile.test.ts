import { describe, expect, it } from 'vitest';
import { changeOf, resultOf } from '../../../../tests/arbitraries/edits';
import { block, CODE, hunk, other, states, write } from '../../../../tests/replies/hunks';
import type { Hunk, ReplyEdit } from '../replyEdit';
import { appliedText } from './appliedText';
import { fitsExactly, placeEdits, placeHunkAt } from './placeEdits';

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
