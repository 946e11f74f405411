/** Texts with one character per byte: git compares bytes, and strings are faster to cut and to look up than arrays. */

/** Enough for few calls, and safely below the limit on arguments. */
const CHUNK = 8_192;

/** Converts bytes to a text of as many characters, from U+0000 to U+00FF. */
export function bytesToByteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + CHUNK));
  return text;
}

/** The inverse of `bytesToByteString`. */
export function byteStringToBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
