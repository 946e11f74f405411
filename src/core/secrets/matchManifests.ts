/** Matches the values of Kubernetes secrets, whose names say nothing. */
import { decodedText } from './base64';
import { isPassword } from './judgeValue';
import { RANK, type Matcher, type Scan } from './scan';

const LONGEST_MANIFEST = 65_536;

export const MANIFESTS: Matcher = {
  keywords: ['kind: secret'],
  match(scan, start, end) {
    const { text } = scan;
    if (!text.startsWith('kind: Secret', start) || !/^(?:\r|\n|$)/.test(text.charAt(end))) return undefined;
    const before = text.slice(Math.max(0, start - LONGEST_MANIFEST), start);
    const from = start - before.length + Math.max(0, before.lastIndexOf('\n---'));
    const next = text.slice(end, end + LONGEST_MANIFEST).indexOf('\n---');
    const to = next < 0 ? Math.min(text.length, end + LONGEST_MANIFEST) : end + next;
    readManifest(scan, from, to);
    return to;
  },
};

/** The lines in `data:` and `stringData:` that are indented below them. */
function readManifest(scan: Scan, from: number, to: number): void {
  let block: { readonly isEncoded: boolean; readonly indent: number } | undefined;
  let lineStart = from;
  for (const line of scan.text.slice(from, to).split('\n')) {
    const indent = line.length - line.trimStart().length;
    const colon = line.indexOf(':');
    const name = line.slice(indent, colon);
    if (block !== undefined && indent > block.indent && colon > 0)
      addValue(scan, lineStart + colon + 1, line.slice(colon + 1), block.isEncoded);
    else if (line.trim() !== '')
      block = name === 'data' || name === 'stringData' ? { isEncoded: name === 'data', indent } : undefined;
    lineStart += line.length + 1;
  }
}

function addValue(scan: Scan, at: number, rest: string, isEncoded: boolean): void {
  const value = rest.trim().replaceAll(/^["']|["']$/g, '');
  const start = at + rest.indexOf(value);
  const plain = isEncoded ? decodedText(value, 0, value.length) : value;
  if (value === '' || plain === undefined || !isPassword(plain.trim())) return;
  scan.found.push({ start, end: start + value.length, kind: 'kubernetes-secret', rank: RANK.notation });
}
