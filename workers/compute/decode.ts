/** From a file's bytes to the text that is rendered, hashed and counted. The rules are in core; TextDecoder is here. */
import type { ContentWarning } from '../../src/core/files/fileContent';
import { inspectText } from '../../src/core/files/inspect';
import { normalizeText } from '../../src/core/files/normalize';
import {
  binaryReason,
  byteOrderMark,
  countBadUtf16,
  countBadUtf8,
  judgeBrokenUtf8,
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
      /** The file's bytes are the text in UTF-8 as they stand. */
      readonly verbatim: boolean;
    }
  | { readonly kind: 'binary'; readonly reason: string };

/** The most UTF-16 units a string can hold in V8; beyond it decoders return an empty string without an error. */
const MAX_BYTES = 536_870_888;

/**
 * Decodes and normalizes a file: LF line ends, no byte order mark, no NUL. `forced` is the user's choice of
 * encoding and is not doubted. `warnings` has all there is to say about the text, `inspectText` included.
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
  if (forced === undefined && (nuls > 0 || decoded.encoding === 'windows-1252')) {
    const late = mostlyBinaryReason(content, decoded.encoding, nuls / decoded.text.length);
    if (late !== undefined) return { kind: 'binary', reason: late };
  }
  const warnings = [...decoded.warnings, ...inspectText(text)];
  if (guess !== undefined) warnings.unshift({ kind: 'guessed-encoding', encoding: guess });
  if (nuls > 0) warnings.unshift({ kind: 'late-nul', count: nuls });
  const verbatim =
    encoding === 'utf-8' && content === bytes && decoded.warnings.length === 0 && text === decoded.text;
  return { kind: 'text', text, encoding: decoded.encoding, warnings, verbatim };
}

/** A UTF-8 mark is never part of the text, whichever 8-bit encoding was chosen. */
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

/** `content` is without its byte order mark. */
function decodeAs(content: Uint8Array, encoding: SourceEncoding, forced: boolean): Decoded {
  const clean = decodeStrictly(content, encoding);
  if (clean !== undefined) return { text: clean, encoding, warnings: [] };
  if (encoding === 'utf-8' && !forced) return decodeBrokenUtf8(content);
  const text = decodeLoosely(content, encoding);
  return { text, encoding, warnings: [replacedIn(text, content, encoding)] };
}

/** Bad bytes are counted in Unicode encodings; in others, the replacement characters are. */
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
    case 'legacy':
      return {
        text: decodeLoosely(content, verdict.encoding),
        encoding: verdict.encoding,
        warnings: [{ kind: 'guessed-encoding', encoding: verdict.encoding }],
      };
  }
}

/** Undefined where the bytes are not that encoding: `fatal` is the one way to learn it. */
function decodeStrictly(content: Uint8Array, encoding: SourceEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function decodeLoosely(content: Uint8Array, encoding: SourceEncoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(content);
}
