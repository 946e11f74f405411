/** Every message of a discussion has the blocks that it has alone, to three Markdown parsers. */
import { Parser, type Node } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { Lexer, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { discussionText, type Said } from '../../../tests/planned';
import { closedText } from '../compose/textSection';
import { parseBlocks } from '../compose/openMarkdown';
import { readConversation } from './conversationText';
import { strataDocument } from './importers/strataDocument';
import { parseMessage, printedMessage, writtenMessage } from './printedMessage';
import { asRole } from './roles';

const RUNS = 40;

describe('a printed message', () => {
  it.each([
    ['Hello', 'AI: Hello'],
    [' \n  Hello\n\n# b\n', 'AI: Hello\n\n# b'],
    ['*really* so\n- a', 'AI: *really* so\n- a'],
    ['`a` is\n===x', 'AI: `a` is\n===x'],
    ['[a]: b c', 'AI: [a]: b c'],
    ['1.5 of 3', 'AI: 1.5 of 3'],
    ['- ', 'AI:\n\n-'],
    ['```js\na\n```', 'AI:\n\n```js\na\n```'],
    ['~~~\na\n~~~', 'AI:\n\n~~~\na\n~~~'],
    ['\n    a\n    b\n', 'AI:\n\n    a\n    b'],
    ['  - a\n  - b', 'AI:\n\n  - a\n  - b'],
    ['7) a', 'AI:\n\n7) a'],
    ['> a', 'AI:\n\n> a'],
    ['# a', 'AI:\n\n# a'],
    ['a\nb\n---\nc', 'AI:\n\na\nb\n---\nc'],
    ['***', 'AI:\n\n***'],
    ['<b>\na\n</b>', 'AI:\n\n<b>\na\n</b>'],
    ['a | b\n--- | ---\n1 | 2', 'AI:\n\na | b\n--- | ---\n1 | 2'],
    ['[a]: /b\ntext', 'AI:\n\n[a]: /b\ntext'],
  ])('%j is %j', (content, printed) => {
    expect(printedMessage('AI', content)).toBe(printed);
    expect(parseMessage(printed)).toEqual({ role: 'AI', content: printed.replace(/^AI:\s{1,2}/, '') });
  });

  it.each([
    '# x',
    '## Files',
    '---',
    '- a',
    '1. a',
    '`',
    '```',
    '[a]',
    '<!--',
    '> a',
    'a: b',
    'a\n# b',
    '\\# x',
  ])('a role %j is a name and nothing else', (role) => {
    for (const content of ['text', '- item']) {
      const printed = printedMessage(role, content);
      expect(parseBlocks(printed).firstChild?.type).toBe('paragraph');
      expect(parseMessage(printed)).toEqual({ role: asRole(role), content });
    }
  });

  it('is read back from its whole text', () => {
    const role = fc.oneof(fc.constantFrom('AI', '# x', 'a: b'), fc.string()).map(asRole);
    fc.assert(
      fc.property(role, fc.oneof(anyMarkdown(), fc.string()), (role, text) => {
        const content = text.replaceAll(/\r\n?/g, '\n');
        expect(parseMessage(writtenMessage(role, content))).toEqual({ role, content });
      }),
      { numRuns: 100 },
    );
  });
});

const anyRole = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('User', 'AI', 'Claude Code') },
  { weight: 1, arbitrary: fc.constantFrom('# x', '---', '```', '[a]', 'a | b', '1. a', '<!--', '- a') },
);
const message = fc.record({ role: anyRole, content: anyMarkdown().filter((text) => text.trim() !== '') });

describe('a discussion', () => {
  const messages = fc.array(message, { minLength: 1, maxLength: 4 });
  /** Texts whose open blocks differ from parser to parser. */
  const texts = [
    '~~~\nx\n~~~\t\n<?xml\n```',
    '```\n```\t\n<!-- x\n~~~ y',
    '<i>\n~~~~\n\n```\n```\t\nx',
    'x | y\n--|--\n3. z\n   ~~~',
    '[x]: /y\n3. z\n   ```',
    '[x]: /y\n<i>\n~~~\n\nz',
    '2. ```x`\n<i>\n~~~\n\ny',
    '- x\n```y`\n  ```',
  ];

  describe.each(
    Object.entries({ commonmark, markdownIt: markdownIt({}), html: markdownIt({ html: true }), marked }),
  )('to %s', (_, blocksOf) => {
    it.each(texts)('ends %j where it ends alone', (content) => {
      const said = [
        { role: 'User', content },
        { role: 'AI', content: 'x' },
      ];
      expect(discussionBlocks(blocksOf, said)).toEqual(blocksAlone(blocksOf, said));
    });

    it('has each message with the blocks it has alone', () => {
      fc.assert(
        fc.property(messages, (said) => {
          expect(discussionBlocks(blocksOf, said)).toEqual(blocksAlone(blocksOf, said));
        }),
        { numRuns: RUNS },
      );
    });
  });
});

describe('a document', () => {
  it('is read back as the messages of its discussion', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), fc.boolean(), (said, isWhole) => {
        const section = discussionText(said);
        const document = `## Instructions\n\nBe brief.\n\n---\n\n${section}\n\n---\n\n## Task\n\nGo.\n`;
        const read = readConversation(isWhole ? document : section);
        expect(read).toMatchObject({ kind: 'read', format: 'Strata document' });
        if (read.kind === 'refused') return;
        const printed = (each: Said) => closedText(printedMessage(each.role, each.content));
        expect(read.discussions[0]?.messages.map(printed)).toEqual(
          said.map(({ role, content }) => printed({ role, content: content.replaceAll(/\r\n?/g, '\n') })),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['one that is only quoted', 'User: see\n\n## Discussion History\n\n### Discussion Excerpt 1\n\nAI: a'],
    ['one in a fence', '## Files\n\n```\n### Discussion Excerpt 1\n\nAI: a\n```\n'],
  ])('not %s', (_, text) => {
    expect(strataDocument.read({ text, data: undefined })).toBeUndefined();
  });
});

/** A block as a parser sees it: its kind, then its text or the blocks in it. */
type Seen = readonly unknown[];
type BlocksOf = (text: string) => readonly Seen[];
function discussionBlocks(blocksOf: BlocksOf, said: readonly Said[]): readonly Seen[] {
  return blocksOf(`${discussionText(said)}\n\n---\n\n## Task\n\nx\n`);
}

function blocksAlone(blocksOf: BlocksOf, said: readonly Said[]): readonly Seen[] {
  return [
    ['heading 2', 'Discussion History'],
    ...said.flatMap(({ role, content }, at) => [
      ...(at === 0 ? [] : [['rule']]),
      ['heading 3', `Discussion Excerpt ${at + 1}`],
      ...labeled(role, blocksOf(`${closedText(withoutBlankStart(content))}\n\n`), content),
    ]),
    ...[['rule'], ['heading 2', 'Task'], ['paragraph', 'x']],
  ];
}

function withoutBlankStart(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(/^(?:[^\S\n]*\n)+/, '');
}

/** The blocks of a message with its label, which is in front of the first paragraph or a paragraph of its own. */
function labeled(role: string, alone: readonly Seen[], content: string): readonly Seen[] {
  const label = printedMessage(role, 'x').slice(0, -2);
  const isApart = printedMessage(role, content.replaceAll(/\r\n?/g, '\n')).startsWith(`${label}\n\n`);
  if (isApart) return [['paragraph', label], ...alone];
  const [[kind, text] = [], ...rest] = alone;
  return [[kind, `${label} ${String(text)}`], ...rest];
}

function commonmark(text: string): readonly Seen[] {
  return childrenOf(parseBlocks(text, new Parser()));
}

function childrenOf(parent: Node): readonly Seen[] {
  const seen: Seen[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) seen.push(commonmarkBlock(node));
  return seen;
}

function commonmarkBlock(node: Node): Seen {
  // The source of a paragraph or heading is not in the types.
  const source = (node as Node & { readonly _string_content: string })._string_content;
  switch (node.type) {
    case 'thematic_break':
      return ['rule'];
    case 'heading':
      return [`heading ${node.level}`, source];
    case 'paragraph':
      return ['paragraph', source.trim()];
    case 'code_block':
      return ['code', node.info ?? '', node.literal?.trimEnd()];
    case 'html_block':
      return ['html', node.literal?.trim()];
    default:
      return [node.type, childrenOf(node)];
  }
}

function markdownIt(options: { html?: boolean }): BlocksOf {
  const parser = new MarkdownIt(options);
  parser.core.ruler.enableOnly(['normalize', 'block']);
  return (text) => {
    const root: unknown[] = [];
    const open = [root];
    for (const { type, tag, nesting, content, info } of parser.parse(text, {})) {
      const parent = open.at(-1) ?? root;
      const kind = type.replace(/_(?:open|close)$/, '');
      if (nesting < 0) open.pop();
      else if (type === 'hr') parent.push(['rule']);
      else if (type === 'inline') parent.push(content);
      else if (nesting === 0) parent.push([kind, info, content.trimEnd()]);
      else {
        const block = [kind === 'heading' ? `heading ${tag.slice(1)}` : kind];
        parent.push(block);
        open.push(block);
      }
    }
    return root as Seen[]; // only blocks are at top level
  };
}

function marked(text: string): readonly Seen[] {
  // Marked does not see a blank line right behind `<p` and the like.
  const written = text.replaceAll(/^( {0,3}<\/?[a-z][a-z\d]*)\n(?=[ \t]*\n)/gim, '$1 \n');
  return new Lexer().blockTokens(written, []).flatMap(markedBlock);
}

function markedBlock(token: Token): readonly Seen[] {
  switch (token.type) {
    case 'space':
    case 'def': // A second definition of a link has no token.
      return [];
    case 'hr':
      return [['rule']];
    case 'heading':
      return [[`heading ${token['depth']}`, token['text']]];
    case 'list':
      return [['list', token['items'].flatMap(markedBlock)]];
    case 'list_item':
    case 'blockquote':
      return [[token.type, (token.tokens ?? []).flatMap(markedBlock)]];
    case 'code':
      return [['code', token['lang'], token['text'].trimEnd()]];
    default:
      return [[token.type, token.raw.trim()]];
  }
}

/** Messages made of the pieces of CommonMark. */
function anyMarkdown(): fc.Arbitrary<string> {
  const code = fc.constantFrom(
    '# no heading',
    '## Files',
    'let x;',
    '',
    '  y',
    '### `a.env`',
    '- a',
    '```',
    '~~~',
    '<b>',
  );
  const lines = fc.array(code, { maxLength: 3 }).map((all) => all.join('\n'));
  const fence = fc.constantFrom('```', '~~~', '````', '   ```', '~~~~~');
  const label = fc.constantFrom('', 'python', ' js title="a"', 'a`b', '\t', ' c++ ');
  const block = fc.oneof(
    fc.tuple(fence, label, lines).map(([mark, info, inner]) => `${mark}${info}\n${inner}\n${mark.trim()}`),
    fc.tuple(fence, label, lines).map(([mark, info, inner]) => `${mark}${info}\n${inner}`),
    fc.constantFrom(
      ...[
        'a',
        'a\nb',
        'a  \nb',
        'a\\\nb',
        '*a* b',
        '`a` b',
        '[a] b',
        '<b>a</b> c',
        '#a',
        '1.5',
        '-a',
        '+1',
        'a | b',
        'a:',
      ],
      ...[
        '# a',
        '###### b #',
        '#\ta',
        '#',
        '   ## c',
        'a\n===',
        'a\nb\n---',
        'a\n  -\nc',
        '===',
        '---',
        '* * *',
        '___',
      ],
    ),
    fc.constantFrom(
      ...[
        '- a',
        '- a\n- b\n\n  c',
        '* ',
        '+\ta',
        '1. a\n2. b',
        '7) a\n\n   b',
        '  - a\n  - b',
        '- ```\n  a\n  ```',
        '- a\n\n      code',
      ],
      ...[
        '> a\nb',
        '>a\n>\n> - b',
        '> ```\n> a',
        '    a\n    b',
        '\ta',
        ' \ta',
        '1. # a',
        '- > a',
        '10. a',
        '1234567890. a',
      ],
    ),
    fc.constantFrom(
      ...[
        '<div>\na\n</div>',
        '<div>\n\n# a\n\n</div>',
        '<!-- a\n\nb -->',
        '<!-- a',
        '<pre>\n\n# a\n</pre>',
        '<script>\n\na',
        '<?php a',
      ],
      ...[
        '<details>\n<summary>x</summary>\n\nb\n</details>',
        '<a href="b">',
        '<x-y>\na',
        '<!X',
        '<![CDATA[ a',
        '</p>',
        '<https://a.b>',
      ],
    ),
    fc.constantFrom(
      ...[
        '| a | b |\n|---|---|\n| 1 | 2 |',
        'a | b\n-|-\n1|2',
        'a\n:-:',
        '|a|\n|-|',
        'a\nb | c\n-|-',
        'a|b\n---',
        '| a',
        'a\n| - |',
      ],
      ...[
        '[a]: /b',
        '[a]: /b "c"\nd',
        '[a]: b c',
        '[a]:\n/b\n"c"\nd',
        '[a\nb]: /c',
        '[a]: /b\n===',
        '[^1]: a b',
        '[ ] a',
        '![a](b)',
      ],
    ),
    fc.string({ maxLength: 5 }),
  );
  const join = fc.constantFrom('\n\n', '\n', '\n \n', '\r\n', '\r\n\r\n', '\t\n\n', '  \n', '\n\n\n');
  const indent = fc.constantFrom('', '', '', '', ' ', '   ', '    ', '\t', '\n', ' \n', '\r\n', '  \n\t');
  return fc
    .tuple(indent, fc.array(fc.tuple(block, join), { minLength: 1, maxLength: 4 }))
    .map(([start, parts]) => start + parts.flat().join(''));
}
