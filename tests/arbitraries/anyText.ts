import fc from 'fast-check';

/**
 * Pieces of text that pretokenizers treat differently: cases, marks, digits, blanks, line ends, symbols, lone
 * surrogates.
 */
const FRAGMENTS = {
  code: [
    'foo',
    'Bar',
    'HTTPServer',
    'x1',
    'i',
    'const',
    'return;',
    '=>',
    '(',
    ')',
    '{}',
    '!==',
    '==',
    '::',
    '"',
    '#',
    '_',
    '-',
    '.',
    '$',
  ],
  words: [
    "it's",
    "'S",
    "'ll",
    "'LL",
    "'vE",
    "'re",
    "'d",
    "'T",
    "'m",
    "'",
    "''",
    "l'été",
    'naïve',
    'STRASSE',
    "I'Ve",
    "'lx",
  ],
  digits: ['0', '42', '123', '1234567', '٣٤', '५', 'Ⅷ', '½', '²', '１２３４'],
  blanks: [' ', '  ', '\t', '    ', '\u00a0', '\u2003', '\u3000', '\u2028', '\v', '\f'],
  lineEnds: ['\n', '\r\n', '\r', '\n\n', '\n  ', ' \n', '\n/', '\r\n//'],
  slashes: ['/', '//', '/*', '*/', '/\n'],
  letters: [
    'É',
    'Ж',
    'ж',
    'Ω',
    'ß',
    'ǅ',
    'ʰ',
    'ﾞ',
    'ª',
    '中文',
    '的',
    'あ',
    'カ',
    '한국',
    'ا',
    'ש',
    'ก',
    'हि',
    '𝒜',
    '𐐀',
    '𐐨',
    '𠀀',
  ],
  marks: ['\u0301', '\u20dd', '\u093f', '\u064b', '\ufe0f', '\u{e0100}'],
  symbols: [
    '👨‍👩‍👧',
    '👍🏽',
    '🇩🇪',
    '\u200d',
    '\u200b',
    '€',
    '…',
    '—',
    '“',
    '\ufffd',
    '\0',
    '\u0085',
    '\x7f',
    '\u{10ffff}',
  ],
  broken: ['\ud800', '\udc00', '\udc00\ud800', '\udbffx'],
  special: ['<|endoftext|>', '<|fim_prefix|>', '<|im_start|>'],
} as const;

const fragment = fc.oneof(...Object.values(FRAGMENTS).map((fragments) => fc.constantFrom(...fragments)));

const run = fc.tuple(fragment, fc.integer({ min: 2, max: 40 })).map(([text, times]) => text.repeat(times));

const shortText = fc.oneof(
  { weight: 6, arbitrary: fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join('')) },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(fragment, run), { maxLength: 6 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/**
 * Short text of every kind, without U+FEFF: gpt-tokenizer, the tests' oracle, drops it at the start of a pair to merge.
 */
export const anyText = shortText.map((text) => text.replaceAll('\ufeff', ''));
