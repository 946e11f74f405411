/** Decodes a file's bytes to the text that is rendered, hashed and counted. Core has the rules, but no TextDecoder. */
import type { ContentWarning } from '../../src/core/files/fileContent';
import { provenEncoding } from '../../src/core/files/legacyEncodings';
import { normalizeText } from '../../src/core/files/normalize';
import {
  binaryReason,
  byteOrderMark,
  countBadUtf16,
  countBadUtf8,
  judgeBrokenUtf8,
  lfsPointerReason,
  mostlyBinaryReason,
} from '../../src/core/files/sniff';
import { isUtf16, type SourceEncoding } from '../../src/core/files/sourceEncoding';
import { unmarkedUtf16 } from '../../src/core/files/unmarkedUtf16';

export type DecodedFile =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly encoding: SourceEncoding;
      readonly warnings: readonly ContentWarning[];
      /** The file's bytes are exactly the text in UTF-8. */
      readonly verbatim: boolean;
    }
  | { readonly kind: 'binary'; readonly reason: string };

/** V8's limit on a string, in UTF-16 units. Beyond it, decoders return an empty string without an error. */
const MAX_BYTES = 536_870_888;

/**
 * Decodes and normalizes a file: LF line ends, no byte order mark, no NUL. `forced` is the encoding chosen by the user
 * and always applies.
 */
export function decodeText(bytes: Uint8Array, forced?: SourceEncoding): DecodedFile {
  if (bytes.length > MAX_BYTES) return { kind: 'binary', reason: 'too large to be held as a text' };
  const known = forced ?? byteOrderMark(bytes)?.encoding;
  const guess = known === undefined ? unmarkedUtf16(bytes) : undefined;
  const encoding = known ?? guess ?? 'utf-8';
  const reason = binaryReason(bytes, encoding);
  if (reason !== undefined) return { kind: 'binary', reason };

  const content = withoutMark(bytes, encoding);
  const decoded = decodeAs(content, encoding, forced !== undefined);
  const { text, nuls } = normalizeText(decoded.text);
  if (forced === undefined && (nuls > 0 || decoded.encoding !== encoding)) {
    const late = mostlyBinaryReason(content, decoded.encoding, nuls / decoded.text.length);
    if (late !== undefined) return { kind: 'binary', reason: late };
  }
  const pointer = forced === undefined ? lfsPointerReason(text) : undefined;
  if (pointer !== undefined) return { kind: 'binary', reason: pointer };
  const warnings = [...decoded.warnings];
  if (guess !== undefined) warnings.unshift({ kind: 'guessed-encoding', encoding: guess });
  if (nuls > 0) warnings.unshift({ kind: 'late-nul', count: nuls });
  const verbatim =
    encoding === 'utf-8' && content === bytes && decoded.warnings.length === 0 && text === decoded.text;
  return { kind: 'text', text, encoding: decoded.encoding, warnings, verbatim };
}

/** A UTF-8 mark is never part of the text, even if another 8-bit encoding was chosen. */
function withoutMark(bytes: Uint8Array, encoding: SourceEncoding): Uint8Array {
  const mark = byteOrderMark(bytes);
  if (mark === undefined) return bytes;
  const written = mark.encoding === encoding || (mark.encoding === 'utf-8' && !isUtf16(encoding));
  return written ? bytes.subarray(mark.length) : bytes;
}

interface Decoded {
  readonly text: string;
  readonly encoding: SourceEncoding;
  readonly warnings: readonly ContentWarning[];
}

/** `content` excludes the byte order mark. */
function decodeAs(content: Uint8Array, encoding: SourceEncoding, forced: boolean): Decoded {
  const clean = decodeStrictly(content, encoding);
  if (clean !== undefined) return { text: clean, encoding, warnings: [] };
  if (encoding === 'utf-8' && !forced) return decodeBrokenUtf8(content);
  const text = decodeLoosely(content, encoding);
  return { text, encoding, warnings: [replacedIn(text, content, encoding)] };
}

/** Counts bad bytes for Unicode encodings, replacement characters for others. */
function replacedIn(text: string, content: Uint8Array, encoding: SourceEncoding): ContentWarning {
  if (encoding === 'utf-8') return { kind: 'replaced-bytes', count: countBadUtf8(content) };
  if (isUtf16(encoding)) return { kind: 'replaced-bytes', count: countBadUtf16(content, encoding) };
  return { kind: 'replaced-characters', count: text.split('\ufffd').length - 1 };
}

function decodeBrokenUtf8(content: Uint8Array): Decoded {
  const verdict = judgeBrokenUtf8(content);
  switch (verdict.kind) {
    case 'replace':
      return {
        text: decodeLoosely(content, 'utf-8'),
        encoding: 'utf-8',
        warnings: [{ kind: 'replaced-bytes', count: verdict.badBytes }],
      };
    case 'legacy': {
      const encoding = provenEncoding(content, decodeStrictly) ?? 'windows-1252';
      return {
        text: decodeLoosely(content, encoding),
        encoding,
        warnings: [{ kind: 'guessed-encoding', encoding }],
      };
    }
  }
}

/** Undefined if the bytes are not in that encoding; only `fatal` can tell. */
function decodeStrictly(content: Uint8Array, encoding: SourceEncoding, part?: 'part'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content, {
      stream: part !== undefined,
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function decodeLoosely(content: Uint8Array, encoding: SourceEncoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(content);
}
