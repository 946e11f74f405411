/** Matches key blocks: PEM, OpenSSH, SSH2, and PGP. */
import { entropyOf, isPlaceholder } from './placeholders';
import { RANK, type Matcher } from './scan';
import { alphabetOf, isIn } from './shape';

const LONGEST_LABEL = 80;

/** Also matches blocks that are indented, in strings with `\n`, with CRLF, or without an end. */
export const KEY_BLOCKS: Matcher = {
  keywords: ['-----begin ', '---- begin '],
  match(scan, start, end) {
    const { text } = scan;
    const labelEnd = text.indexOf('----', end);
    if (labelEnd < 0) return text.length;
    const label = text.slice(end, Math.min(labelEnd, end + LONGEST_LABEL));
    if (labelEnd - end > LONGEST_LABEL || label.includes('\n')) return labelEnd;
    const bodyStart = afterDashes(text, labelEnd);
    const bodyEnd = endOfBody(text, bodyStart);
    const isEnded = /^-{4,5} ?END/.test(text.slice(bodyEnd, bodyEnd + 9));
    const blockEnd = isEnded ? afterDashes(text, text.indexOf('----', bodyEnd + 5)) : bodyEnd;
    if (scan.purpose === 'summaries')
      scan.found.push({ start, end: blockEnd, kind: 'block', rank: RANK.format });
    else {
      const body = text.slice(bodyStart, bodyEnd);
      const material = /PRIVATE KEY/.test(label) ? keyMaterial(body) : undefined;
      if (material === undefined) return bodyEnd;
      const kind = kindOf(label, body, text.slice(Math.max(0, start - BEFORE_KEY), start));
      scan.found.push({ start, end: isEnded ? blockEnd : bodyStart + material, kind, rank: RANK.format });
    }
    return blockEnd;
  },
};

/** A service account names its key before it. */
const BEFORE_KEY = 600;

function kindOf(label: string, body: string, before: string): string {
  if (label.includes('PGP')) return 'pgp-private-key';
  if (before.includes('service_account') || before.includes('private_key_id'))
    return 'google-service-account';
  return /ENCRYPTED/.test(label) || /Proc-Type: 4,ENC/.test(body) ? 'encrypted-private-key' : 'private-key';
}

/** The offset behind up to five dashes at `at`, or the text's end. */
function afterDashes(text: string, at: number): number {
  if (at < 0) return text.length;
  let end = at;
  while (end < at + 5 && text[end] === '-') end += 1;
  return end;
}

/** Where the end line or the next block begins, or the text's end. */
function endOfBody(text: string, start: number): number {
  for (let at = text.indexOf('----', start); at >= 0; at = text.indexOf('----', at + 4)) {
    if (/^-{4,5} ?(?:BEGIN|END)/.test(text.slice(at, at + 11))) return at;
  }
  return text.length;
}

const BASE64 = alphabetOf('b');
/** The shortest line of a real key. */
const LINE = 40;
/** Other text that a body has between its lines: quotes, escapes, headers. */
const BETWEEN = 120;
/** Bits per character of a real line. */
const LEAST_ENTROPY = 3.7;

/** The length of a key's body up to its last line, undefined if it holds no key, like a placeholder or a program. */
function keyMaterial(body: string): number | undefined {
  let end: number | undefined;
  let lineStart = 0;
  let others = 0;
  for (let at = 0; at <= body.length; at += 1) {
    if (isIn(BASE64, body.charCodeAt(at))) continue;
    const line = body.slice(lineStart, at);
    const isLine = line.length >= LINE && entropyOf(line) >= LEAST_ENTROPY && !isPlaceholder(line);
    if (isLine) end = at;
    else if (line.length > 0 && end !== undefined && others === 0 && line.length > 1) end = at;
    others = isLine ? 0 : others + 1;
    if (others > BETWEEN) break;
    lineStart = at + 1;
  }
  return end;
}
