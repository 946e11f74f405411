import { describe, expect, it } from 'vitest';
import { referenceTo } from '../attachments/reference';
import {
  differencesOf,
  neededBodies,
  type Difference,
  type PresentBlock,
  type SeenBlock,
} from './differences';

/** `content` is what the block shows, and its hash. */
const file = (path: string, content: string, mode = 'full'): PresentBlock => ({
  ...{ key: `file:${path}`, hash: `${path} ${content}`, state: content, mode, lead: '' },
});
const text = (key: string, hash: string, lead = ''): PresentBlock => ({
  key,
  hash,
  state: '',
  mode: '',
  lead,
});

const summaryOf = (difference: Difference): string => {
  const { kind, subject } = difference;
  const about = 'path' in subject ? subject.path : 'name' in subject ? subject.name : undefined;
  const name = about === undefined ? subject.kind : `${subject.kind} ${about}`;
  const detail = 'number' in subject ? ` ${subject.number}` : 'title' in subject ? ` ${subject.title}` : '';
  return `${name}${detail}: ${kind}${kind === 'moved' ? ` from ${difference.before.key}` : ''}`;
};

const listed = (base: readonly SeenBlock[], present: readonly PresentBlock[]): readonly string[] =>
  differencesOf(base, present).listed.map(summaryOf);

describe('differencesOf', () => {
  it.each<[string, SeenBlock[], PresentBlock[], string[]]>([
    [
      'the same',
      [file('a', '1'), text('section:task', 'x')],
      [file('a', '1'), text('section:task', 'y')],
      [],
    ],
    [
      'files in document order, then those that are removed',
      [file('d', '1'), file('b', '1'), file('c', '2')],
      [file('a', '3'), file('b', '2')],
      ['file a: added', 'file b: changed', 'file d: removed', 'file c: removed'],
    ],
    ['another mode', [file('a', '1')], [file('a', '2', 'skeleton')], ['file a: shown']],
    ['another mode that shows the same', [file('a', '1')], [file('a', '1', 'skeleton')], []],
    ['a file that has moved', [file('a', '1')], [file('b', '1')], ['file b: moved from file:a']],
    [
      'several in path order',
      [file('b', '1'), file('a', '1')],
      [file('y', '1'), file('x', '1'), file('z', '1')],
      ['file y: moved from file:b', 'file x: moved from file:a', 'file z: added'],
    ],
    [
      'a copy, because the file is still there',
      [file('a', '1')],
      [file('a', '1'), file('b', '1')],
      ['file b: added'],
    ],
    [
      'a move in another mode',
      [file('a', '1')],
      [file('b', '1', 'outline')],
      ['file b: added', 'file a: removed'],
    ],
    [
      'a move of unknown content',
      [{ ...file('a', '1'), state: '' }],
      [{ ...file('b', '1'), state: '' }],
      ['file b: added', 'file a: removed'],
    ],
    [
      'another image behind the same link, and an image whose content is unknown',
      [
        { ...text('screenshot:a.png', 'link'), state: '1' },
        { ...text(`screenshot:${referenceTo('b.png')}`, 'link'), state: '1' },
        { ...text('screenshot:c.png', 'link'), state: '1' },
      ],
      [
        { ...text('screenshot:a.png', 'link'), state: '2' },
        { ...text(`screenshot:${referenceTo('b.png')}`, 'link'), state: '' },
        text('screenshot:d.png', 'link'),
      ],
      ['screenshot a.png: changed', 'screenshot d.png: added', 'screenshot c.png: removed'],
    ],
    [
      'sections',
      [text('section:instructions', '1'), text('section:fileTree', '1')],
      [text('section:instructions', '2'), text('section:symbolMap', '1')],
      ['section Instructions: changed', 'section Symbol Map: added', 'section File Tree: removed'],
    ],
    [
      'map blocks',
      [text('section:symbolMap', '1'), text('symbol:a', '1'), text('symbol:b', '1')],
      [text('section:symbolMap', '2'), text('symbol:b', '2'), text('symbol:c', '1')],
      ['section Symbol Map legend: changed', 'map b: changed', 'map c: added', 'map a: removed'],
    ],
    [
      'messages by their place',
      [text('history:p', '1'), text('history:q', '2'), text('history:r', '3')],
      [text('history:q', '1'), text('history:s', '4')],
      ['message 2: changed', 'message 3: removed'],
    ],
    [
      'messages that follow',
      [text('history:p', '1')],
      [text('history:p', '1'), text('history:q', '2'), text('history:r', '3')],
      ['message 2: added', 'message 3: added'],
    ],
  ])('%s', (_, base, present, expected) => {
    expect(listed(base, present)).toEqual(expected);
  });

  it('returns the task apart, even if it is the same', () => {
    const task = text('section:task', '1');
    expect(differencesOf([task], [task])).toMatchObject({ listed: [], task: { hash: '1' } });
    expect(differencesOf([task], [])).toEqual({ listed: [], task: undefined });
  });

  it('gives each block the heading of its group', () => {
    const present = [
      text('section:instructions', '1'),
      { ...file('a', '1'), lead: '## Files' },
      file('b', '1'),
      text('section:fileTree', '1'),
      { ...file('c', '1'), lead: '## Files' },
      { ...file('d', '1'), lead: '## Other files' },
      text('section:task', '1'),
    ];
    const { listed: all, task } = differencesOf([], present);
    const headings = all.map((difference) => (difference.kind === 'removed' ? '' : difference.now.heading));
    expect(headings).toEqual(['', '## Files', '## Files', '', '## Files', '## Other files']);
    expect(task?.heading).toBe('');
  });
});

describe('neededBodies', () => {
  it('has all bodies to print, and the earlier ones of full texts', () => {
    const base = [file('a', '1'), file('b', '1', 'outline'), file('c', '1'), file('d', '5'), file('e', '6')];
    const present = [
      ...[file('a', '2'), file('b', '2', 'outline'), file('c', '2', 'skeleton'), file('f', '5')],
      ...[file('g', '7'), text('section:task', 'task')],
    ];
    expect([...neededBodies(differencesOf(base, present))].sort()).toEqual(
      ['a 1', 'a 2', 'b 2', 'c 2', 'f 5', 'g 7', 'task'].sort(),
    );
  });
});
