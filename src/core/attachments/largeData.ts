/** Finds pasted data that is too large to stay in a text: data URLs, base64, and blobs of one line. */

import { openFenceAfter } from '../compose/fence';

/** UTF-16 units from which data counts as large. */
export const LARGE = 2_000;

/** Data at `from` up to `to`, in UTF-16 units. */
export interface LargeData {
  readonly from: number;
  readonly to: number;
  /** MIME type. */
  readonly type: string;
  /** The index of the first base64 digit; undefined if the data is not base64. */
  readonly digitsAt?: number;
}

/** Finds large data in time proportional to the text. Many lines of code or prose, and long paragraphs, are not data. */
export function findLargeData(text: string): readonly LargeData[] {
  if (!mayHaveLargeData(text)) return [];
  const found: LargeData[] = [];
  const wrapped = wrappedBase64(found);
  let fence = '';
  let from = 0;
  while (from <= text.length) {
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd < 0 ? text.length : lineEnd;
    if (to - from >= LARGE) {
      wrapped.end();
      found.push(...dataInLine(text, [from, to], fence !== ''));
    } else {
      const line = text.slice(from, to);
      wrapped.line(line, from);
      if (line.length < MAX_FENCE_LINE) fence = openFenceAfter(fence, line);
    }
    from = to + 1;
  }
  wrapped.end();
  return found;
}

/** A quick check: false means that there is no large data. */
export function mayHaveLargeData(text: string): boolean {
  return text.length >= LARGE;
}

type Span = readonly [from: number, to: number];

/** Lines of base64 have at least and at most this many digits if they are wrapped: MIME has 76, PEM has 64. */
const WRAPPED = /^[A-Za-z0-9+/]{60,128}={0,2}$/;

/** Collects consecutive lines of base64 with equal lengths, of which only the last may be shorter. */
function wrappedBase64(found: LargeData[]) {
  let block: { from: number; to: number; width: number; isMixed: boolean } | undefined;
  const end = () => {
    if (block !== undefined && block.isMixed && block.to - block.from >= LARGE)
      found.push({ from: block.from, to: block.to, type: 'text/plain' });
    block = undefined;
  };
  return {
    end,
    line(line: string, from: number): void {
      const to = from + line.replace(/\r$/, '').length;
      const digits = line.slice(0, to - from);
      const continues = block !== undefined && digits.length <= block.width;
      if (continues && block !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(digits)) {
        block = { ...block, to, isMixed: block.isMixed || isMixed(digits) };
        if (digits.length < block.width) end();
        return;
      }
      end();
      if (WRAPPED.test(digits)) block = { from, to, width: digits.length, isMixed: isMixed(digits) };
    },
  };
}

/** Hashes and numbers are made of digits and one case of letters. */
function isMixed(digits: string): boolean {
  return /[g-z]/.test(digits) && /[G-Z]/.test(digits);
}

function dataInLine(text: string, [from, to]: Span, isFenced: boolean): readonly LargeData[] {
  const found: LargeData[] = [];
  let rest = to - from;
  const word = /\S+/g;
  word.lastIndex = from;
  for (let at = word.exec(text); at !== null && at.index < to; at = word.exec(text)) {
    if (at[0].length < LARGE) continue;
    for (const data of dataInWord(at[0], at.index)) {
      found.push(data);
      rest -= data.to - data.from;
    }
  }
  if (rest < LARGE) return found;
  const line = text.slice(from, to);
  if (!isFenced && !isBlob(line)) return found;
  const start = from + line.search(/\S|$/);
  const end = from + line.trimEnd().length;
  return end - start < LARGE ? found : [{ from: start, to: end, type: typeOfText(line) }];
}

/** Without blanks: a data URL, base64, or another blob. `at` is the word's place in the text. */
function dataInWord(word: string, at: number): readonly LargeData[] {
  const found = [...dataUrlsIn(word), ...(word.includes('data:') ? [] : digitsIn(word))];
  if (found.length === 0 && !isForeign(word))
    return [{ from: at, to: at + word.length, type: typeOfText(word) }];
  return found.map((data) => ({
    ...data,
    from: at + data.from,
    to: at + data.to,
    ...(data.digitsAt !== undefined && { digitsAt: at + data.digitsAt }),
  }));
}

const DATA_URL =
  /data:(?<type>[a-z]+\/[\w.+-]+)?(?:;[\w-]+=[\w.-]+)*(?:;base64,[A-Za-z0-9+/_=-]*|,[^\s"'()<>\\`]*)/gi;

function dataUrlsIn(word: string): readonly LargeData[] {
  return Array.from(word.matchAll(DATA_URL)).flatMap((url): LargeData[] => {
    const { index: from, 0: written, groups } = url;
    const to = from + written.length;
    if (written.length < LARGE) return [];
    const head = /^[^,]*;base64,/i.exec(written.slice(0, MAX_HEAD))?.[0];
    if (head === undefined) return [{ from, to, type: 'text/plain' }];
    return [
      { from, to, type: groups?.['type']?.toLowerCase() ?? 'text/plain', digitsAt: from + head.length },
    ];
  });
}

/** UTF-16 units before the digits of a data URL. */
const MAX_HEAD = 500;

function digitsIn(word: string): readonly LargeData[] {
  return Array.from(word.matchAll(/[A-Za-z0-9+/]+={0,2}/g)).flatMap(
    ({ index: from, 0: digits }): LargeData[] =>
      digits.length >= LARGE && isMixed(digits)
        ? [{ from, to: from + digits.length, type: typeOfDigits(digits), digitsAt: from }]
        : [],
  );
}

/** Minified code and compact data have few blanks, and JSON and markup are enclosed; prose is neither. */
function isBlob(line: string): boolean {
  if (isForeign(line)) return false;
  const written = line.trim();
  if (/^[[{]/.test(written) && /[\]}]$/.test(written)) return true;
  if (written.startsWith('<') && written.endsWith('>')) return true;
  return (line.match(/\s+/g)?.length ?? 0) < line.length / FEWEST_BLANKS;
}

/** Scripts such as Chinese do without blanks. */
function isForeign(text: string): boolean {
  return (text.match(/[^\0-\x7f]+/g)?.join('').length ?? 0) > text.length / 4;
}

/** Characters for each blank in a blob. English has a blank for every 6, German for every 8. */
const FEWEST_BLANKS = 10;

/** Longer lines do not open or close a fence. */
const MAX_FENCE_LINE = 200;

function typeOfText(text: string): string {
  const written = text.trimStart();
  if (/^[[{]/.test(written)) return 'application/json';
  return written.startsWith('<svg') ? 'image/svg+xml' : 'text/plain';
}

/** By the first bytes. */
function typeOfDigits(digits: string): string {
  return TYPE_BY_DIGITS.find(([first]) => digits.startsWith(first))?.[1] ?? 'application/octet-stream';
}

const TYPE_BY_DIGITS: readonly (readonly [first: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
  ['UEsDB', 'application/zip'],
];
