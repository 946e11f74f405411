import type { AttachedText } from './attachment';
import { goneText, namesIn, replaceReferences } from './reference';

type Data = Pick<Extract<AttachedText, { kind: 'data' }>, 'head' | 'data'>;

/** Data as it was written in its text. */
export async function writtenData({ head, data }: Data): Promise<string> {
  return head === undefined ? data.text() : head + base64(new Uint8Array(await data.arrayBuffer()));
}

/** Prints texts with the data of these attachments; other references stay. */
export async function printReferences(
  texts: readonly string[],
  attached: readonly AttachedText[],
): Promise<readonly string[]> {
  if (attached.length === 0) return texts;
  const byName = new Map(attached.map((each) => [each.name, each]));
  const used = new Set(texts.flatMap(namesIn));
  const written = new Map<string, string>();
  for (const name of used) {
    const one = byName.get(name);
    if (one !== undefined) written.set(name, one.kind === 'gone' ? goneText(name) : await writtenData(one));
  }
  return texts.map((text) => replaceReferences(text, (name) => written.get(name)));
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes to encode at once: three become four digits, which are arguments of one call. */
const AT_ONCE = 3 * 4_096;

function base64(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    const some = bytes.subarray(from, from + AT_ONCE);
    const digits: number[] = [];
    for (let at = 0; at < some.length; at += 3) {
      const [a = 0, b = 0, c = 0] = some.subarray(at, at + 3);
      const bits = (a << 16) | (b << 8) | c;
      for (const shift of [18, 12, 6, 0]) digits.push(DIGITS.charCodeAt((bits >> shift) & 63));
    }
    texts.push(String.fromCharCode(...digits));
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  const written = texts.join('');
  return padding === 0 ? written : written.slice(0, -padding) + '='.repeat(padding);
}
