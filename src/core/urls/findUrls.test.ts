import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it, test } from 'vitest';
import { findUrls, MOST_URLS } from './findUrls';

test.each([
  ['See https://a.example/b.', ['https://a.example/b']],
  [
    '(https://a.example/b), "https://c.example/d"; \'http://e.example\'!',
    ['https://a.example/b', 'https://c.example/d', 'http://e.example'],
  ],
  ['Why https://a.example/b?!:;,.)) now', ['https://a.example/b']],
  ['https://a.example/b?c=d&e=f#g', ['https://a.example/b?c=d&e=f#g']],
  ['https://a.example/Ada_(language)/b', ['https://a.example/Ada_(language)/b']],
  ['https://a.example/Ada_(language)', ['https://a.example/Ada_(language']],
  ['[a](https://a.example/b),[c](https://c.example)', ['https://a.example/b', 'https://c.example']],
  ['[https://a.example](https://a.example)', ['https://a.example']],
  [
    '**https://a.example/b** <https://c.example/d> `https://e.example`',
    ['https://a.example/b', 'https://c.example/d', 'https://e.example'],
  ],
  ['https://a.example/b,https://c.example/d', ['https://a.example/b', 'https://c.example/d']],
  [
    'https://web.archive.org/web/2020/https://a.example/',
    ['https://web.archive.org/web/2020/https://a.example/'],
  ],
  ['看https://a.example/路径。然后', ['https://a.example/路径']],
  [
    'HTTPS://A.example/B and http://[::1]:80/x, http://localhost:3000',
    ['HTTPS://A.example/B', 'http://[::1]:80/x', 'http://localhost:3000'],
  ],
  ['https://u:p@a.example/b', ['https://u:p@a.example/b']],
  ['https:// http://. https://? http:///a ftp://a.example xhttps://a.example', []],
  [
    'https://a.example https://b.example https://a.example https://c.example https://d.example',
    ['https://a.example', 'https://b.example', 'https://c.example'],
  ],
  [`https://a.example/${'x'.repeat(2_000)} https://b.example`, ['https://b.example']],
  ['https://a.example/\u202ex', ['https://a.example/']],
])('finds the addresses in %j', (text, urls) => {
  expect(findUrls(text)).toEqual(urls);
});

const host = fc.constantFrom('a.example.com', 'docs.b-c.org', 'localhost:8080', 'github.com', '192.168.0.1');
const piece = fc.constantFrom(
  'a',
  'b-c',
  'D_e',
  '~f',
  '1.2',
  'x=y',
  'p%20q',
  'a+b',
  'é',
  '@s',
  '(t)',
  'u,v',
  'w:x',
);
const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    host,
    fc.array(piece, { maxLength: 4 }),
    fc.constantFrom('', '?q=1&r=2', '#top', '/'),
  )
  .map(([scheme, at, path, end]) => `${scheme}://${at}${path.map((each) => `/${each}`).join('')}${end}`);
const before = fc.constantFrom('', 'See ', '(', '"', '\n- ', 'x: ', "it's '", '[', '<');
const after = fc.constantFrom('', '.', ', ', ')', '!', '?', '"', ';', '\n', '> ', "'", '). ', '…" ', '] ');

describe('generated texts', () => {
  it('agree with another reader', () => {
    const linkify = new LinkifyIt({ fuzzyEmail: false });
    fc.assert(
      fc.property(fc.array(fc.tuple(before, url, after), { maxLength: 5 }), (parts) => {
        const text = parts.map((part) => part.join('')).join(' ');
        const others = (linkify.match(text) ?? []).map(({ raw }) => raw.replace(/\)+$/, ''));
        expect(findUrls(text)).toEqual([...new Set(others)].slice(0, MOST_URLS));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are read in linear time', () => {
    for (const hostile of [
      'https://',
      'https://)',
      'https://a)',
      ',',
      'https://a(',
      ')',
      "https://a'",
      'https://a,',
      '((((',
      'https://a.b,',
      'h',
    ])
      expect(findUrls(`https://a${hostile.repeat(100_000)}`).length).toBeLessThanOrEqual(MOST_URLS);
  }, 5_000);
});
