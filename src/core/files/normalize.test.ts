import { describe, expect, it } from 'vitest';
import { countLines, normalizeText } from './normalize';

describe('normalizeText', () => {
  it.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd', 0],
    ['\r\r\n\n\r', '\n\n\n\n', 0],
    ['a\0b\0', 'a\ufffdb\ufffd', 2],
    ['a\ud800b', 'a\ufffdb', 0],
    ['plain\n', 'plain\n', 0],
    ['', '', 0],
  ])('%j becomes %j', (text, normal, nuls) => {
    expect(normalizeText(text)).toEqual({ text: normal, nuls });
  });
});

describe('countLines', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
  ])('%j has %i', (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });
});
