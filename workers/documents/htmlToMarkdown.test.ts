import { expect, test } from 'vitest';
import { htmlToMarkdown } from './htmlToMarkdown';

const address = 'https://a.example/docs/intro';

test('the main part of a page becomes Markdown', () => {
  const html = `<!doctype html><title>Guide</title><body>
    <header><a href="/">Home</a></header><nav>Menu</nav>
    <main><h1>Intro</h1><p>Read <a href="../api?x=1">the API</a>, <em>then</em> <a href="#top">go</a>.
    <pre><code class="language-js">let a = 1;
## not a heading</code></pre>
    <table><tr><th>Key<th>Value<tr><td>a|b<td>1</table><ul><li>one<li>two</ul></main>
    <aside>Ads</aside><footer>Imprint</footer>`;
  expect(htmlToMarkdown(html, { address })).toBe(
    [
      ...['# Intro', 'Read [the API](https://a.example/api?x=1), _then_ go.'],
      ...['```js\nlet a = 1;\n## not a heading\n```', '|Key|Value|\n|-|-|\n|a\\|b|1|', '- one\n- two'],
    ].join('\n\n'),
  );
});

test('a page without a heading gets its title', () => {
  expect(htmlToMarkdown('<title> A  &amp; B </title><p>x')).toBe('# A & B\n\nx');
  expect(htmlToMarkdown('<p>x')).toBe('x');
});

test('nothing that could load or run something is left', () => {
  const html = `<p>text<script>alert(1)</script><style>p{}</style><img src="https://t.example/p.png" alt="A chart">
    <img src="data:image/png;base64,AAAA"><iframe src="https://t.example"></iframe><svg><text>s</text></svg>
    <a href="javascript:alert(1)">js</a> <a href="data:text/html,x">data</a> <div hidden>secret</div>`;
  const markdown = htmlToMarkdown(html, { address });
  expect(markdown).toBe('text\\[A chart] js data');
});

test('text stays text', () => {
  expect(htmlToMarkdown('<p># no heading</p><p>* no list</p><p>&lt;b&gt; &amp;amp; `x`</p>')).toBe(
    '\\# no heading\n\n\\* no list\n\n\\<b> \\&amp; \\`x\\`',
  );
});

test('what is enough ends the page, and depth is refused', () => {
  const long = htmlToMarkdown('<p>0123456789</p>'.repeat(10_000), { enough: 100 });
  expect(long.length).toBeLessThan(200);
  expect(() => htmlToMarkdown('<div>'.repeat(100_000))).toThrow(RangeError);
});
