import { decodeText } from '../compute/decode';
import { Unreadable } from './unreadable';

/** Bytes in which a page declares its encoding. */
const DECLARED_WITHIN = 1_024;

/** The text of a page. A byte order mark, or else its declaration, says its encoding. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, DECLARED_WITHIN));
  const declared = /<(?:meta|\?xml)[^>]{0,500}?(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(
    head,
  )?.[1];
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') throw new Unreadable(decoded.reason);
  const isCertain = decoded.warnings.every(
    ({ kind }) => kind !== 'guessed-encoding' && kind !== 'replaced-bytes',
  );
  const decoder = isCertain ? undefined : decoderOf(declared);
  return decoder === undefined ? decoded.text : decoder.decode(bytes);
}

function decoderOf(name: string | undefined): TextDecoder | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name);
  } catch {
    return undefined; // There is no such encoding.
  }
}
