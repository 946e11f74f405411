import { describe, expect, it } from 'vitest';
import { renderTextSection } from './textSection';

describe('renderTextSection', () => {
  it.each(['', ' \n\t\r\n', '\u00a0'])('%j leaves no trace', (text) => {
    expect(renderTextSection('## Task', [text])).toBe('');
  });

  it.each([
    ['trailing blanks', 'Do it. \n\n', 'Do it.'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['a lone surrogate', 'a\ud800', 'a\ufffd'],
    ['a leading indent', '    code', '    code'],
    ['a whole fence', '```\na\n```', '```\na\n```'],
    ['a fence of a list item', '- ```\n  a', '- ```\n  a'],
    ['a fence of a quote', '> ```\n> a', '> ```\n> a'],
    ['HTML that ends at a blank line', '<div>\na', '<div>\na'],
    ['a comment that ends', '<!-- a -->\nb', '<!-- a -->\nb'],
    ['HTML in a fence', '```\n<!--\n<script>\n```', '```\n<!--\n<script>\n```'],
    ['inline openings', 'a `b <!-- c <script> ``` d', 'a `b <!-- c <script> ``` d'],
    ['an indented fence', '    ```\na', '    ```\na'],
  ])('%s: as written', (_, text, written) => {
    expect(renderTextSection('## Task', [text])).toBe(`## Task\n\n${written}`);
  });

  it.each([
    ['a fence', '```js\na', '```'],
    ['a long fence', '`````\n````', '`````'],
    ['tildes', '  ~~~~ x\na', '~~~~'],
    ['a fence behind a whole one', '```\n```\n```', '```'],
    ['a fence closed with text', '```\na\n``` b', '```'],
    ['a comment', 'a\n<!-- b', '-->'],
    ['a script', '<script>\na', '</script>'],
    ['a style', '<STYLE type="x">\n\na', '</style>'],
    ['a pre', '<pre\n', '</pre>'],
    ['a textarea', '<textarea>', '</textarea>'],
    ['an instruction', '<?php\n\na', '?>'],
    ['a declaration', '<!DOCTYPE html', '>'],
    ['CDATA', '<![CDATA[\n\na', ']]>'],
    ['a fence in a comment', '<!--\n```', '```\n-->'],
    ['a fence in a comment that ends', '<!--\n```\n-->', '```\n- end\n  ```'],
    ['a fence with a tab behind its end', '~~~\n~~~\t\na', '~~~\n- end\n  ~~~'],
    ['fences of two kinds', '~~~\n~~~\t\n<?a\n```', '```\n- end\n  ```\n~~~\n- end\n  ~~~\n?>'],
    ['a fence of a list behind a table', 'a|b\n-|-\n2. c\n   ```', '```\n- end\n  ```'],
    ['a fence behind a link definition', '[a]: /b\n```\nc', '```'],
    ['a fence behind a list and a paragraph', '2. a\n\nb\n```\n\nc', '```'],
    ['a foreign end tag', '<script>\na</pre>', '</script>'],
  ])('%s: closed', (_, text, closing) => {
    expect(renderTextSection('## Task', [text])).toBe(`## Task\n\n${text.trimEnd()}\n${closing}`);
  });

  it.each([
    ['paragraphs', 'Some *words* and `code` [a](b)\n\n'.repeat(30_000)],
    ['fences', '```js\nfoo(bar);\n```\n\ntext\n'.repeat(35_000) + '```'],
    ['nested quotes', '> '.repeat(500_000)],
    ['list marks in a fence', `\`\`\`\n${'- '.repeat(500_000)}x`],
    ['nested lists', Array.from({ length: 1_400 }, (_, i) => `${' '.repeat(i)}- a`).join('\n') + '\n```'],
  ])('a large paste does not hang: %s', { timeout: 60_000 }, (_, text) => {
    expect(renderTextSection('## Task', [text])).toContain(text.trimEnd());
  });
});

describe('renderTextSection of several texts', () => {
  it('parts texts by a blank line and leaves out blank ones', () => {
    expect(renderTextSection('## Task', ['one\n\n', ' \n', '', 'two'])).toBe('## Task\n\none\n\ntwo');
    expect(renderTextSection('## Task', ['', '\n'])).toBe('');
  });

  it('closes what a text leaves open before the next one begins', () => {
    expect(renderTextSection('## Task', ['```js\ncode', 'two'])).toBe('## Task\n\n```js\ncode\n```\n\ntwo');
  });
});
