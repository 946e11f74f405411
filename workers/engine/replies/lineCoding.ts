/** Writes text in the encodings that files are read in. Browsers only decode them. */
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { LineCoding } from '../../../src/core/replies/spliceLines';

/** Undefined for ISO-2022-JP, in which a line's bytes depend on those before it. */
export function lineCoding(encoding: SourceEncoding): LineCoding | undefined {
  switch (encoding) {
    case 'utf-8': {
      const encoder = new TextEncoder();
      return { unit: 'byte', encode: (text) => (text.isWellFormed() ? encoder.encode(text) : undefined) };
    }
    case 'utf-16le':
    case 'utf-16be':
      return { unit: encoding, encode: (text) => utf16(text, encoding === 'utf-16le') };
    case 'iso-2022-jp':
      return undefined;
    default: {
      let bytesByCharacter: ReadonlyMap<string, readonly number[]> | undefined;
      return {
        unit: 'byte',
        encode(text) {
          const bytes: number[] = [];
          for (const character of text) {
            const code = character.charCodeAt(0);
            if (code < 0x80) bytes.push(code);
            else {
              const found = (bytesByCharacter ??= encodedCharacters(encoding)).get(character);
              if (found === undefined) return undefined;
              bytes.push(...found);
            }
          }
          return Uint8Array.from(bytes);
        },
      };
    }
  }
}

function utf16(text: string, isLittle: boolean): Uint8Array | undefined {
  if (!text.isWellFormed()) return undefined;
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

/** Decodes all sequences of one and two bytes. The first of several sequences for a character is kept. */
function encodedCharacters(encoding: SourceEncoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const found = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): boolean => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length !== 1) return false;
      if (!found.has(character)) found.set(character, bytes);
      return true;
    } catch {
      return false; // No character has these bytes.
    }
  };
  for (let lead = 0; lead < 256; lead += 1)
    if (!add(lead)) for (let trail = 0x30; trail < 256; trail += 1) add(lead, trail);
  return found;
}
