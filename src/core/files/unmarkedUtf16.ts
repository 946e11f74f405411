import { countBadUtf16, countControls } from './sniff';

/** Four thousand units; more would not make the answer more certain. */
const PROBE_BYTES = 8_000;

/**
 * Every file goes through this check, so few bytes must do. Chinese text has three times this many control characters.
 */
const FIRST_BYTES = 512;
const MIN_CONTROLS = 1 / 64;

/** Pairs of bytes can look like a few letters by chance, though less often like ASCII letters. */
const MIN_UNITS = 4;
const MIN_UNITS_BEYOND_ASCII = 16;

/** Characters used with any language: ASCII, accented Latin letters, punctuation, symbols, emoji. */
const SHARED = String.raw`\t\n\f\r -~\u00a0-\u024f\u0300-\u036f\u1e00-\u1eff\u200c-\u200f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u27bf\ufe0f\u{1f300}-\u{1faff}`;

/** Scripts not listed here are not recognized: each accepted block would be one more for chance to hit. */
const SCRIPTS = [
  String.raw`\u0370-\u03ff`, // Greek
  String.raw`\u0400-\u052f`, // Cyrillic
  String.raw`\u0590-\u05ff`, // Hebrew
  String.raw`\u0600-\u06ff`, // Arabic
  String.raw`\u0900-\u097f`, // Devanagari
  String.raw`\u0e00-\u0e7f`, // Thai
  String.raw`\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef`, // Chinese and Japanese
  String.raw`\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3`, // Korean
];

const TEXT_IN_ONE_SCRIPT = new RegExp(SCRIPTS.map((script) => `^[${SHARED}${script}]*$`).join('|'), 'u');

/**
 * Recognizes UTF-16 without a byte order mark; undefined if the bytes may be anything else. The bytes must include many
 * that 8-bit text never contains, and must read as text in one script. A script alone proves nothing: pairs of ASCII
 * letters read as Chinese.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const first = bytes.subarray(0, FIRST_BYTES);
  if (countControls(first) < first.length * MIN_CONTROLS) return undefined;
  const probe = bytes.subarray(0, PROBE_BYTES);
  const little = asciiInText(probe, true);
  const big = asciiInText(probe, false);
  if (little === big) return undefined;
  const encoding = little > big ? 'utf-16le' : 'utf-16be';
  // A binary file may begin with text.
  return countBadUtf16(bytes, encoding) * 100 < bytes.length ? encoding : undefined;
}

/** Number of ASCII characters if the bytes are UTF-16 text, else -1. */
function asciiInText(bytes: Uint8Array, isLittleEndian: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const units = Array.from({ length: bytes.length >> 1 }, (_, unit) =>
    view.getUint16(2 * unit, isLittleEndian),
  );
  const ascii = units.filter((unit) => unit < 0x80).length;
  const least = 2 * ascii >= units.length ? MIN_UNITS : MIN_UNITS_BEYOND_ASCII;
  const text = String.fromCharCode(...units).replace(/[\ud800-\udbff]$/, ''); // the end of the probe may split a pair
  return units.length >= least && TEXT_IN_ONE_SCRIPT.test(text) ? ascii : -1;
}
