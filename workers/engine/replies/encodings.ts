/** Writes text in the encodings that files are read in. Browsers only decode them. */
import { byteStringToBytes, bytesToByteString } from '../../../src/core/git/byteString';
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';

/** A file as a string of its units: characters of UTF-16, or else one character for each byte. Line ends are the same in both. */
export interface Encoding {
  unitsOf(bytes: Uint8Array): string;
  bytesOf(units: string): Uint8Array<ArrayBuffer>;
  /** The units of a text; undefined if the encoding lacks a character. */
  encode(text: string): string | undefined;
}

/** Undefined for ISO-2022-JP, in which a line's bytes depend on those before it. */
export function encodingNamed(name: SourceEncoding): Encoding | undefined {
  switch (name) {
    case 'utf-8': {
      const encoder = new TextEncoder();
      return bytewise((text) => (text.isWellFormed() ? bytesToByteString(encoder.encode(text)) : undefined));
    }
    case 'utf-16le':
    case 'utf-16be':
      return utf16(name === 'utf-16le');
    case 'iso-2022-jp':
      return undefined;
    default: {
      let unitsByCharacter: ReadonlyMap<string, string> | undefined;
      return bytewise((text) => {
        let units = '';
        for (const character of text) {
          const isAscii = character < '\x80';
          const found = isAscii ? character : (unitsByCharacter ??= encodedCharacters(name)).get(character);
          if (found === undefined) return undefined;
          units += found;
        }
        return units;
      });
    }
  }
}

function bytewise(encode: Encoding['encode']): Encoding {
  return {
    encode,
    unitsOf: bytesToByteString,
    bytesOf: (units) => new Uint8Array(byteStringToBytes(units)),
  };
}

function utf16(isLittle: boolean): Encoding {
  return {
    encode: (text) => (text.isWellFormed() ? text : undefined),
    unitsOf(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const units = new Uint16Array(Math.floor(bytes.length / 2));
      for (const at of units.keys()) units[at] = view.getUint16(at * 2, isLittle);
      return decodeUnits(units);
    },
    bytesOf(units) {
      const view = new DataView(new ArrayBuffer(units.length * 2));
      for (let at = 0; at < units.length; at += 1) view.setUint16(at * 2, units.charCodeAt(at), isLittle);
      return new Uint8Array(view.buffer);
    },
  };
}

/** Engines limit how many arguments a call has. */
const MAX_ARGUMENTS = 8_192;

function decodeUnits(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS)
    parts.push(String.fromCharCode(...units.subarray(at, at + MAX_ARGUMENTS)));
  return parts.join('');
}

/** Decodes all sequences of one and two bytes. The first of several sequences for a character is kept. */
function encodedCharacters(name: SourceEncoding): ReadonlyMap<string, string> {
  const decoder = new TextDecoder(name, { fatal: true });
  const found = new Map<string, string>();
  const add = (...bytes: number[]): boolean => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length !== 1) return false;
      if (!found.has(character)) found.set(character, String.fromCharCode(...bytes));
      return true;
    } catch {
      return false; // No character has these bytes.
    }
  };
  for (let lead = 0; lead < 256; lead += 1)
    if (!add(lead)) for (let trail = 0x30; trail < 256; trail += 1) add(lead, trail);
  return found;
}
