import { expect, test } from 'vitest';
import { decoded, DECODINGS } from './decodings';

test.each([
  ['entities', 'a &lt; b &amp;&amp; c&#39;s &#x22;d&quot;', 'a < b && c\'s "d"'],
  ['entities', '&amp;lt; &unknown; &#0; &#99999999;', '&lt; &unknown; &#0; &#99999999;'],
  ['quotes', '“a” ‘b’ c’s', "\"a\" 'b' c's"],
  ['blanks', 'a\u00a0b\u2003c', 'a b c'],
  ['zero-width', '\ufeffa\u200bb\u00ad', 'ab'],
])('%s: %j', (name, line, plain) => {
  expect(DECODINGS.find((decoding) => decoding.name === name)?.decode(line)).toBe(plain);
  expect(decoded(line)).toBe(plain);
});

test('leaves plain lines alone', () => {
  const line = 'const a = "b" && c < d;';
  for (const { decode } of DECODINGS) expect(decode(line)).toBe(line);
});
