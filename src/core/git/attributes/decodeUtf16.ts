import { writeUtf8 } from '../../tokens/utf8';

/**
 * The UTF-8 of a file in one of the encodings UTF-16, UTF-16LE, UTF-16BE, UTF-16LE-BOM and UTF-16BE-BOM. Undefined for
 * another encoding, or if the byte order mark contradicts it or the bytes aren't valid: git refuses such a file.
 */
export function utf16ToUtf8(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  const [, order = '', mark = ''] = /^UTF-?16(LE|BE)?(-BOM)?$/i.exec(encoding) ?? [];
  if (!/^UTF-?16/i.test(encoding) || (order === '' && !/^UTF-?16$/i.test(encoding))) return undefined;
  const found = markedOrder(bytes);
  // A name with an order and without a mark forbids the mark; one without an order needs it.
  if (order === '' ? found === undefined : mark === '' && found !== undefined) return undefined;
  return decode(found === undefined ? bytes : bytes.subarray(2), (found ?? order.toUpperCase()) === 'BE');
}

function markedOrder(bytes: Uint8Array): 'LE' | 'BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'LE';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'BE' : undefined;
}

function decode(bytes: Uint8Array, isBigEndian: boolean): Uint8Array | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const units: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    const [one = 0, other = 0] = [bytes[at], bytes[at + 1]];
    units.push(String.fromCharCode(isBigEndian ? one * 256 + other : other * 256 + one));
  }
  const text = units.join('');
  if (!text.isWellFormed()) return undefined;
  const target = new Uint8Array(text.length * 3);
  return target.slice(0, writeUtf8(text, 0, text.length, target));
}
