/**
 * A file's expected text in a document, computed from its bytes without the app's code: an independent copy of the
 * rules.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROBE_BYTES = 8_000;

/** Undefined for a binary file. */
export async function textOnDisk(root: string, path: string): Promise<string | undefined> {
  const text = decode(await readFile(join(root, path)));
  return text?.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\u{fffd}').toWellFormed();
}

/** The text between two fences: with the line end that a last line may lack. */
export function inFence(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function decode(bytes: Buffer): string | undefined {
  const marked = /^\xff\xfe(?!\0\0)|^\xfe\xff/.exec(bytes.toString('latin1', 0, 4));
  if (marked !== null)
    return new TextDecoder(marked[0] === '\xff\xfe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  const unmarked = asUnmarkedUtf16(bytes);
  if (unmarked !== undefined) return isMostlyNul(unmarked) ? undefined : unmarked;
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (isMostlyNul(text)) return undefined;
  if (isMostlyUtf8(text, bytes)) return text;
  return shareOf(CONTROL, bytes.toString('latin1')) >= 0.05 ? undefined : asWindows1252(bytes);
}

/** Characters that only data contains. */
const CONTROL = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/g;

function isMostlyNul(text: string): boolean {
  return shareOf(/\0/g, text) >= 0.1;
}

function shareOf(characters: RegExp, text: string): number {
  return text === '' ? 0 : (text.match(characters)?.length ?? 0) / text.length;
}

/** UTF-16 needs no mark if its bytes cannot be 8-bit text, and one byte order gives text in one script. */
function asUnmarkedUtf16(bytes: Buffer): string | undefined {
  if (bytes.length % 2 !== 0 || shareOf(CONTROL, bytes.toString('latin1', 0, 512)) < 1 / 64) return undefined;
  const readings = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes))
    .filter((text) => shareOf(/\ufffd/g, text) < 0.01 && isTextInOneScript(text.slice(0, PROBE_BYTES / 2)));
  const [best, other] = readings.sort((a, b) => shareOf(ASCII, b) - shareOf(ASCII, a));
  return other !== undefined &&
    best?.length === other.length &&
    shareOf(ASCII, best) === shareOf(ASCII, other)
    ? undefined
    : best;
}

const ASCII = /[\0-\x7f]/g;

const SCRIPTS = ['Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Devanagari', 'Thai', 'Hangul'].map(
  (name) => String.raw`\p{Script=${name}}`,
);
const TEXT = [...SCRIPTS, String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`].map(
  (script) =>
    new RegExp(
      String.raw`^(?:[\t\n\f\r\p{Script=Latin}\p{Script=Inherited}${script}]|(?![\p{C}])\p{Script=Common})*$`,
      'u',
    ),
);

function isTextInOneScript(text: string): boolean {
  const least = shareOf(ASCII, text) >= 0.5 ? 4 : 16;
  return text.length >= least && TEXT.some((script) => script.test(text));
}

/** One bad byte in a hundred is damage, more is another encoding. */
function isMostlyUtf8(text: string, bytes: Buffer): boolean {
  if (!text.includes('\u{fffd}')) return true;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const good = Buffer.byteLength(text.replaceAll('\u{fffd}', '')) + mark;
  return (bytes.length - good) * 100 < bytes.length;
}

/** The characters of bytes 0x80 to 0x9f, which Node's own decoder takes for Latin-1. */
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (char) => UPPER.charAt(char.charCodeAt(0) - 0x80));
}
