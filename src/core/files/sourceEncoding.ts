/**
 * Encodings that a text file can be read as, under their names in the Encoding Standard
 * (https://encoding.spec.whatwg.org/#names-and-labels). The stored index refers to them by position: add new ones at
 * the end.
 */
export const SOURCE_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

export type SourceEncoding = (typeof SOURCE_ENCODINGS)[number];

/** The script or language of encodings whose names do not say it. */
const SCRIPTS: Partial<Record<SourceEncoding, string>> = {
  'windows-1252': 'Western',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'windows-1258': 'Vietnamese',
  'windows-874': 'Thai',
  'iso-8859-2': 'Central European',
  'iso-8859-3': 'South European',
  'iso-8859-4': 'Baltic',
  'iso-8859-5': 'Cyrillic',
  'iso-8859-6': 'Arabic',
  'iso-8859-7': 'Greek',
  'iso-8859-8': 'Hebrew',
  'iso-8859-10': 'Nordic',
  'iso-8859-13': 'Baltic',
  'iso-8859-14': 'Celtic',
  'iso-8859-15': 'Western',
  'iso-8859-16': 'Romanian',
  ibm866: 'DOS Cyrillic',
  'koi8-r': 'Russian',
  'koi8-u': 'Ukrainian',
  macintosh: 'Mac Western',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  'iso-2022-jp': 'Japanese',
  gbk: 'Simplified Chinese',
  gb18030: 'Simplified Chinese',
  big5: 'Traditional Chinese',
  'euc-kr': 'Korean',
};

const NAMES: Partial<Record<SourceEncoding, string>> = {
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  ibm866: 'IBM866',
  macintosh: 'Macintosh',
  'x-mac-cyrillic': 'Macintosh Cyrillic',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The usual spelling: `UTF-8`, `Windows-1252`. */
export function encodingName(encoding: SourceEncoding): string {
  return (
    NAMES[encoding] ?? (encoding.startsWith('windows') ? encoding.replace('w', 'W') : encoding.toUpperCase())
  );
}

/** The name with its script or language: `Windows-1251 (Cyrillic)`. */
export function encodingTitle(encoding: SourceEncoding): string {
  const script = SCRIPTS[encoding];
  return script === undefined ? encodingName(encoding) : `${encodingName(encoding)} (${script})`;
}

export function isUtf16(encoding: SourceEncoding): encoding is 'utf-16le' | 'utf-16be' {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}
