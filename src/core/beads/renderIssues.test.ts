import type { Node } from 'commonmark';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBlocks } from '../compose/openMarkdown';
import { normalizeText } from '../files/normalize';
import { readIssues } from './readIssues';
import { renderIssues } from './renderIssues';

const HEADING = '## Beads Mode: Progress Track';

const rendered = (...issues: readonly object[]) =>
  renderIssues(HEADING, readIssues(issues.map((issue) => JSON.stringify(issue)).join('\n')).issues);

test('closed issues are one line, active ones a list in the order of their importance', () => {
  const text = rendered(
    { id: 'a', title: 'Later', created_at: '2026-01-02T00:00:00Z' },
    { id: 'b', title: 'Sooner', created_at: '2026-01-01T00:00:00Z', description: 'Why:\r\n\r\n- because' },
    { id: 'c', title: 'Urgent', priority: 0, status: 'blocked' },
    { id: 'd', title: 'Begun', priority: 4, status: 'in_progress' },
    { id: 'e', title: 'Last', status: 'closed', closed_at: '2026-01-04T00:00:00Z' },
    { id: 'f', title: 'First', status: 'closed', closed_at: '2026-01-03T00:00:00Z' },
    { id: 'g', title: 'Pattern', is_template: true },
    { id: 'h', title: 'Passing', ephemeral: true },
    { id: 'i', title: 'Someday', status: 'deferred' },
    { id: 'j', title: 'Held', status: 'hooked' },
  );
  expect(text).toBe(
    [
      `${HEADING}\n\nCompleted: First (\`f\`), Last (\`e\`)\n\nActive:\n`,
      '- **Begun** (`d`, in progress, P4)',
      '- **Urgent** (`c`, blocked, P0)',
      '- **Sooner** (`b`, open, P2)\n  ```text\n  Why:\n\n  - because\n  ```',
      '- **Later** (`a`, open, P2)',
      '- **Held** (`j`, hooked, P2)',
    ].join('\n'),
  );
});

test('no issue to show leaves no trace', () => {
  expect(rendered()).toBe('');
  expect(rendered({ id: 'a', status: 'deferred' })).toBe('');
});

const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '# ',
        '## Task',
        '```',
        '````',
        '~~~',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '<pre',
        '<?',
        '<![CDATA[',
      ],
      ...[
        '\n',
        '\n\n',
        '\r\n',
        '\r',
        '---',
        '===',
        '- ',
        '* ',
        '1. ',
        '> ',
        '    ',
        '\t',
        '**',
        '`',
        '[x]: /y',
        '|-',
      ],
      ...['\0', '\u202e', '\u2028', '\u0085', '\f', '\ud800', '\\', '&lt;', 'text', ' '],
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''));

test('no text of an issue changes the structure of the document', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile, hostile), { minLength: 1, maxLength: 4 }), (all) => {
      const issues = all.map(([id, title, description], at) => ({
        ...{ id: `${at}${id}`, title, description },
        ...(at === 0 && { status: 'closed' }),
      }));
      const text = rendered({ id: 'first' }, ...issues);
      const blocks = childrenOf(parseBlocks(`${text}\n\n---\n\n## Next\n`));
      expect(blocks.map(({ type }) => type)).toEqual([
        'heading',
        'paragraph',
        'paragraph',
        'list',
        'thematic_break',
        'heading',
      ]);
      const items = childrenOf(blocks[3]);
      expect(items).toHaveLength(all.length);
      const descriptions = items.map((item) => {
        const [line, code, ...others] = childrenOf(item);
        expect([line?.type, code?.type ?? 'code_block', others]).toEqual(['paragraph', 'code_block', []]);
        return code?.literal?.trim() ?? '';
      });
      const written = ['', ...issues.slice(1).map(({ description }) => description)];
      // The parser drops blanks on blank lines of a list.
      const texts = written.map((each) => withoutBlanks(normalizeText(each).text));
      expect(descriptions.toSorted()).toEqual(texts.toSorted());
    }),
    { numRuns: 2_000 },
  );
});

function withoutBlanks(text: string): string {
  const lines = text.split('\n').map((line) => (/^[ \t]*$/.test(line) ? '' : line));
  return lines.join('\n').trim();
}

function childrenOf(node: Node | undefined): readonly Node[] {
  const children: Node[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.next) children.push(child);
  return children;
}
