import { describe, expect, it } from 'vitest';
import { renderTextSection } from './textSection';

describe('renderTextSection', () => {
  it.each(['', ' \n\t\r\n', '\u00a0'])('%j leaves no trace', (text) => {
    expect(renderTextSection('task', text)).toBeUndefined();
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
    expect(renderTextSection('task', text)).toBe(`## Task\n\n${written}`);
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
    ['a foreign end tag', '<script>\na</pre>', '</script>'],
  ])('%s: closed', (_, text, closing) => {
    expect(renderTextSection('task', text)).toBe(`## Task\n\n${text.trimEnd()}\n${closing}`);
  });

  it('is quick on a large paste', () => {
    const texts = [
      'Some *words* and `code` [a](b)\n\n'.repeat(30_000),
      '```js\nfoo(bar);\n```\n\ntext\n'.repeat(35_000) + '```',
      '> '.repeat(500_000),
      `\`\`\`\n${'- '.repeat(500_000)}x`,
      Array.from({ length: 1_400 }, (_, i) => `${' '.repeat(i)}- a`).join('\n') + '\n```',
    ];
    for (const text of texts) {
      const started = performance.now();
      renderTextSection('task', text);
      expect(performance.now() - started).toBeLessThan(3_000);
    }
  });
});
