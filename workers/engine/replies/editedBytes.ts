import { byteOrderMark } from '../../../src/core/files/sniff';
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';
import { appliedText } from '../../../src/core/replies/placing/appliedText';
import type { Replacement } from '../../../src/core/replies/placedEdit';
import { encodingNamed, type Encoding } from './encodings';

/**
 * Replaces lines of a file in its bytes, so that all others stay as they are in any encoding. Undefined if the file's encoding
 * lacks a character of the new lines.
 */
export function editedBytes(
  bytes: Uint8Array,
  replacements: readonly Replacement[],
  name: SourceEncoding,
): Uint8Array<ArrayBuffer> | undefined {
  const encoding = encodingNamed(name);
  const encoded = encoding && encodedAll(replacements, encoding);
  if (encoding === undefined || encoded === undefined) return undefined;
  const mark = bytes.subarray(0, byteOrderMark(bytes)?.length ?? 0);
  const content = encoding.bytesOf(appliedText(encoding.unitsOf(bytes.subarray(mark.length)), encoded));
  const edited = new Uint8Array(mark.length + content.length);
  edited.set(mark);
  edited.set(content, mark.length);
  return edited;
}

function encodedAll(
  replacements: readonly Replacement[],
  encoding: Encoding,
): readonly Replacement[] | undefined {
  const encoded: Replacement[] = [];
  for (const { from, count, lines } of replacements) {
    const units: string[] = [];
    for (const line of lines) {
      const unit = encoding.encode(line);
      if (unit === undefined) return undefined;
      units.push(unit);
    }
    encoded.push({ from, count, lines: units });
  }
  return encoded;
}
