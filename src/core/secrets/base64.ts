import { alphabetOf, isIn } from './shape';

const BASE64 = alphabetOf('b');
const VALUES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Uint8Array(128);
for (let at = 0; at < VALUES.length; at += 1) valueOf[VALUES.charCodeAt(at)] = at;
valueOf['-'.charCodeAt(0)] = 62;
valueOf['_'.charCodeAt(0)] = 63;

/**
 * Decodes base64 or base64url into printable ASCII with line breaks and tabs. Undefined at the first other character, so
 * images and random bytes cost next to nothing.
 */
export function decodedText(text: string, start: number, end: number): string | undefined {
  let decoded = '';
  let codes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let at = start; at < end && text[at] !== '='; at += 1) {
    bits = ((bits << 6) | (valueOf[text.charCodeAt(at) % 128] ?? 0)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const code = (bits >> count) & 0xff;
    const isText = (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13;
    if (!isText) return undefined;
    codes.push(code);
    if (codes.length < CHUNK) continue;
    decoded += String.fromCharCode(...codes);
    codes = [];
  }
  return decoded + String.fromCharCode(...codes);
}

/** As many as a call takes at once. */
const CHUNK = 4096;

/** Shorter runs hold no token. */
const SHORTEST = 24;

/**
 * The runs of at least 24 characters of base64 or base64url, each with its padding. Reads each window from its end, so that a
 * character outside of the alphabet skips what is before it.
 */
export function* base64Runs(
  text: string,
): Generator<{ readonly start: number; readonly end: number }, undefined> {
  let start = 0;
  while (start + SHORTEST <= text.length) {
    let at = start + SHORTEST - 1;
    while (at >= start && isIn(BASE64 | URL_SAFE, text.charCodeAt(at))) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + SHORTEST;
    while (isIn(BASE64 | URL_SAFE, text.charCodeAt(end))) end += 1;
    while (text[end] === '=') end += 1;
    yield { start, end };
    start = end;
  }
}

const URL_SAFE = alphabetOf('s');

/** More text of base64 around a match than this means that the match is chance. */
const FAR = 100;

/** Whether the span lies within a much longer run of base64, like an image in a data URL. */
export function isInBase64(text: string, start: number, end: number): boolean {
  let around = 0;
  for (let at = start - 1; around < FAR && isIn(BASE64, text.charCodeAt(at)); at -= 1) around += 1;
  for (let at = end; around < FAR && isIn(BASE64, text.charCodeAt(at)); at += 1) around += 1;
  return around >= FAR;
}
