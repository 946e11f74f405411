import { expect, test } from 'vitest';
import { fetchedPage, isHtml, pastedPage } from './fetchedPage';
import type { PageForm } from './fetchPlan';

const source: PageForm = { kind: 'source' };
const file = (path: string): PageForm => ({ kind: 'file', path });
const HTML = '<!-- x --><!DOCTYPE html><html><body><p>Hi';
const read = (form: PageForm, answers: readonly (string | undefined)[], address = 'https://a.example/b') =>
  fetchedPage(form, answers, { address, toMarkdown: (html) => `converted ${html.length}` });
const markdown = (text: string) => ({ kind: 'markdown', markdown: text, isCut: false });

test.each<[string, PageForm, string, string, string]>([
  ['a page of HTML', source, HTML, 'https://a.example/b', `converted ${HTML.length}`],
  ['HTML that is called Markdown', source, HTML, 'https://a.example/b.md', `converted ${HTML.length}`],
  ['Markdown', source, '# Hi\n\n<b>x</b>', 'https://a.example/b.md?c', '# Hi\n\n<b>x</b>'],
  [
    'Markdown that begins with HTML',
    file('README.md'),
    '<p align="center">x</p>',
    '',
    '<p align="center">x</p>',
  ],
  ['JSON', source, '{"a": 1}', 'https://a.example/b', '```json\n{"a": 1}\n```'],
  ['a text', source, '## Files\r\n', 'https://a.example/b.txt', '```text\n## Files\n```'],
  ['a script', source, 'let a;', 'https://a.example/b.js', '```js\nlet a;\n```'],
  ['a file of code', file('src/a.py'), 'a = 1\n```\n', '', '````python\na = 1\n```\n````'],
  ['a file of HTML', file('a.html'), HTML, '', `\`\`\`html\n${HTML}\n\`\`\``],
  ['nothing', source, ' \n', 'https://a.example/b', ''],
])('%s is judged by its text', (_, form, text, address, expected) => {
  expect(read(form, [text], address)).toEqual(markdown(expected));
});

test('a web page instead of a file is refused', () => {
  expect(read(file('a.py'), [HTML])).toEqual({
    kind: 'failed',
    reason: 'the server sent a web page instead of the file',
  });
});

test('an issue becomes its title, text, and comments', () => {
  const issue = {
    ...{ title: 'It\nbreaks', state: 'open', user: { login: 'ann' }, created_at: '2026-01-02T00:00:00Z' },
    body: '```js\nunclosed',
  };
  const comments = [
    { user: { login: 'bob' }, body: 'Same here.', created_at: '2026-01-03T00:00:00Z' },
    { author: { username: 'carl' }, body: 'added label', system: true },
    { body: '' },
    7,
  ];
  const text = [
    ...['# It breaks', 'open, by ann, 2026-01-02', '```js\nunclosed\n```'],
    ...['## Comment by bob, 2026-01-03', 'Same here.'],
  ].join('\n\n');
  expect(read({ kind: 'issue' }, [JSON.stringify(issue), JSON.stringify(comments)])).toEqual(markdown(text));
  const lab = { title: 'T', description: 'D', author: { username: 'dan' } };
  expect(read({ kind: 'issue' }, [JSON.stringify(lab), undefined])).toEqual(markdown('# T\n\nby dan\n\nD'));
  for (const other of ['', '[]', '{"title": 1}', HTML])
    expect(read({ kind: 'issue' }, [other])).toMatchObject({ kind: 'failed' });
});

test('a pasted text is HTML only if it begins like it', () => {
  const convert = () => 'converted';
  expect(pastedPage('<div class="x"><h1>a</h1></div>', 'https://a.example', convert)).toEqual({
    markdown: 'converted',
    isCut: false,
  });
  for (const text of ['a < b', '<T>() => x', '# <b>', '<3 you', 'x <div></div>'])
    expect(pastedPage(text, 'https://a.example', convert)).toEqual({ markdown: text, isCut: false });
  const long = pastedPage(`<p>${'x'.repeat(500_000)}`, 'https://a.example', ({ length }) => String(length));
  expect(long).toEqual({ markdown: '400000', isCut: true });
  expect(isHtml(`${'<!-- -->'.repeat(50_000)}<html>`)).toBe(true);
});
