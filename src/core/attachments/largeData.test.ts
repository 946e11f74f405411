import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { findLargeData, LARGE } from './largeData';

const digits = 'aZ9+/Bq4'.repeat(500);
const png = `data:image/png;base64,iVBORw0KGgo${digits}=`;
const prose = 'Words of a long paragraph, written by a person who never presses Enter. '.repeat(60);
const code = 'function f(a,b){return a+b};var x=[1,2,3];'.repeat(100);
const hashes = Array.from({ length: 100 }, (_, at) => String(at).padStart(64, '0123456789abcdef')).join('\n');
const wrapped = Array.from({ length: 60 }, () => 'aZ9+/Bq4cD'.repeat(7)).join('\n');

/** The data that is found, with where it was. */
function found(text: string): readonly string[] {
  return findLargeData(text).map(({ from, to, type }) => `${type} ${text.slice(from, to)}`);
}

describe('large data', () => {
  test.each<[name: string, text: string, data: readonly string[]]>([
    ['a data URL in a sentence', `See ${png}, please.`, [`image/png ${png}`]],
    ['a data URL in Markdown', `![x](${png}) and more`, [`image/png ${png}`]],
    [
      'two data URLs in markup',
      `<img src="${png}"><img src='${png}'>`,
      [`image/png ${png}`, `image/png ${png}`],
    ],
    ['bare base64', `Image:\n${digits}\nDone`, [`application/octet-stream ${digits}`]],
    ['base64 in JSON on a line', `{"a": "${digits}"}`, [`application/octet-stream ${digits}`]],
    ['base64 in lines', `Key:\n${wrapped}\nab==\nDone`, [`text/plain ${wrapped}\nab==`]],
    ['a minified file', `Why?\n${code}`, [`text/plain ${code}`]],
    ['a minified file in a fence', `Why?\n\`\`\`js\n${code}\n\`\`\`\n`, [`text/plain ${code}`]],
    ['JSON with prose on one line', `{"a": "${prose}"}`, [`application/json {"a": "${prose}"}`]],
    ['prose in a fence', `\`\`\`\n${prose.trim()}\n\`\`\``, [`text/plain ${prose.trim()}`]],
    ['a text of one letter', 'a'.repeat(LARGE), [`text/plain ${'a'.repeat(LARGE)}`]],
    [
      'a percent-encoded data URL',
      `data:image/svg+xml,${'%3Csvg%20'.repeat(300)}`,
      [`text/plain data:image/svg+xml,${'%3Csvg%20'.repeat(300)}`],
    ],
  ])('%s', (_, text, data) => {
    expect(found(text)).toEqual(data);
  });

  test.each<[name: string, text: string]>([
    ['a long paragraph', prose],
    ['a long paragraph without blanks', '这是一个很长的段落，没有空格。'.repeat(300)],
    ['code of many lines', 'const a = [1, 2, 3]; // and so on\n'.repeat(1000)],
    ['a list of hashes', hashes],
    ['data below the limit', 'aZ9'.repeat(LARGE / 3 - 1)],
    ['words of many lines', 'word\n'.repeat(10_000)],
  ])('not %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test('digits say the type, and where they begin', () => {
    const [first, second] = findLargeData(`${png}\n/9j/${digits}`);
    expect(first).toMatchObject({ type: 'image/png', digitsAt: 'data:image/png;base64,'.length });
    expect(second).toMatchObject({ type: 'image/jpeg', digitsAt: png.length + 1 });
  });

  test('finds ascending, separate, large spans in any text', () => {
    const long = fc.array(fc.oneof(anyText, fc.constantFrom(png, digits, code, wrapped, '```\n', '\n', ' ')));
    fc.assert(
      fc.property(long, (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const { from, to } of findLargeData(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to - from).toBeGreaterThanOrEqual(LARGE);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test.each(['a', ' ', '\n', 'data:', 'data:a/b;', 'aZ9+', 'aZ ', '`', '=\n', 'data:a/b;c=d;', '中'])(
    'reads 4 MB of %j in time',
    (unit) => {
      const text = unit.repeat(4_000_000 / unit.length);
      const before = performance.now();
      findLargeData(text);
      findLargeData(text.replaceAll(/.{1500}/gs, '$&\n'));
      expect(performance.now() - before).toBeLessThan(20_000);
    },
  );
});
