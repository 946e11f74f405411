/** What a file must read like in a document, told from its bytes without a line of the app: the rules anew, to hold the app to. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROBE_BYTES = 8_000;

/** Undefined for a file that is binary. */
export async function textOnDisk(root: string, path: string): Promise<string | undefined> {
  const text = decode(await readFile(join(root, path)));
  return text?.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\u{fffd}').toWellFormed();
}

/** As it stands between two fences: with the line end that a last line may lack. */
export function inFence(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function decode(bytes: Buffer): string | undefined {
  const marked = /^\xff\xfe(?!\0\0)|^\xfe\xff/.exec(bytes.toString('latin1', 0, 4));
  if (marked !== null)
    return new TextDecoder(marked[0] === '\xff\xfe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  return isMostlyUtf8(text, bytes) ? text : asWindows1252(bytes);
}

/** One bad byte in a hundred is damage, more is another encoding. */
function isMostlyUtf8(text: string, bytes: Buffer): boolean {
  if (!text.includes('\u{fffd}')) return true;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const good = Buffer.byteLength(text.replaceAll('\u{fffd}', '')) + mark;
  return (bytes.length - good) * 100 < bytes.length;
}

/** What the bytes 0x80 to 0x9f are. Node's own decoder takes them for those of Latin-1. */
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (char) => UPPER.charAt(char.charCodeAt(0) - 0x80));
}
