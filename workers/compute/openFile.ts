/** Opens a file in a compute worker: decodes and hashes its bytes. */
import { sha256 } from 'hash-wasm';
import type { ContentHash } from '../../src/core/files/fileContent';
import { inspectText } from '../../src/core/files/inspect';
import type { FileBytes } from './contract';
import { decodeText, type DecodedFile } from './decode';
import type { HashedText } from './hashedText';

type Text = Extract<DecodedFile, { kind: 'text' }>;

/** `size` is in UTF-8 bytes. */
export type OpenedText = Text & HashedText & { readonly size: number };

export interface WithoutText {
  readonly kind: 'binary' | 'failed';
  readonly reason: string;
}

export async function openFile(file: FileBytes): Promise<OpenedText | WithoutText> {
  const decoded = decodeFile(file);
  if (decoded.kind !== 'text') return decoded;
  // Encoding a text costs half as much as counting it, and most files already are their text in UTF-8.
  const bytes = decoded.verbatim ? file.bytes : new TextEncoder().encode(decoded.text);
  const warnings = [...decoded.warnings, ...inspectText(decoded.text)];
  const hash = file.hash ?? ((await sha256(bytes)) as ContentHash);
  return {
    ...{ ...decoded, warnings, path: file.path, hash, size: bytes.byteLength },
    ...(file.unparsed !== undefined && { unparsed: file.unparsed }),
    ...(file.patience && { patience: file.patience }),
    ...(file.unsummarized && { unsummarized: file.unsummarized }),
  };
}

/** A file too large for a string, or that a decoder rejects, must not fail its batch. */
export function decodeFile({ bytes, readAs }: Pick<FileBytes, 'bytes' | 'readAs'>): Text | WithoutText {
  try {
    return decodeText(bytes, readAs);
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
