/** Matches credentials in notations of their own: addresses, headers, options of curl, JSON web tokens. */
import { decodedText } from './base64';
import { isPassword } from './judgeValue';
import { isPlaceholder, looksRandom } from './placeholders';
import { isBoundary, RANK, type Matcher } from './scan';
import { alphabetOf, isIn } from './shape';

const LONGEST_USER = 200;
const SPACES = ' \t\n\r';

/** `scheme://user:password@host` */
const ADDRESSES: Matcher = {
  keywords: ['://'],
  match(scan, _, start) {
    const { text } = scan;
    const stops = scan.purpose === 'summaries' ? `/${SPACES}` : `/"'\`<>()${SPACES}`;
    const colon = endOfRun(text, start, `:${stops}`, LONGEST_USER);
    if (text[colon] !== ':') return undefined;
    const limit = endOfRun(text, colon + 1, stops, LONGEST_USER + 1);
    const end = colon + text.slice(colon, limit).lastIndexOf('@');
    if (end <= colon) return undefined;
    const password = text.slice(colon + 1, end);
    if (scan.purpose === 'findings') {
      const host = text.slice(end + 1, end + LONGEST_HOST).split(/[/:"'\s]/, 1)[0] ?? '';
      if (!isPassword(password, 2) || password === text.slice(start, colon) || EXAMPLE_HOST.test(host))
        return undefined;
    }
    scan.found.push({
      start: colon + 1,
      end,
      kind: 'url-password',
      rank: RANK.notation,
      outer: { start, end },
    });
    return undefined;
  },
};

const LONGEST_HOST = 100;
const EXAMPLE_HOST = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1)|example/i;

/** `-u user:password` and `--user user:password` */
const CURL: Matcher = {
  keywords: ['-u ', '-u=', '--user ', '--user='],
  match(scan, keyword, keywordEnd) {
    const { text } = scan;
    if (!SPACES.includes(text[keyword - 1] ?? '-') || text.startsWith('-U', keyword)) return undefined;
    let start = keywordEnd;
    while (start < keywordEnd + 3 && (text[start] === ' ' || text[start] === '=')) start += 1;
    if (text[start] === '"' || text[start] === "'") start += 1;
    const colon = endOfRun(text, start, `:"'$<{${SPACES}`, LONGEST_USER);
    if (text[colon] !== ':' || '$<{*%.'.includes(text[colon + 1] ?? '$')) return undefined;
    const end = endOfRun(text, colon + 1, `"'${SPACES}`, LONGEST_USER);
    if (end === colon + 1 || /^\d{1,10}:\d{1,10}$/.test(text.slice(start, end))) return undefined;
    if (scan.purpose === 'findings' && !isPassword(text.slice(colon + 1, end))) return undefined;
    scan.found.push({
      start: colon + 1,
      end,
      kind: 'basic-credentials',
      rank: RANK.notation,
      outer: { start, end },
    });
    return end;
  },
};

const BEARER_TOKEN = alphabetOf('K') | alphabetOf('z');
const BASE64 = alphabetOf('b');
const LONGEST_TOKEN = 512;

const BEARER: Matcher = {
  keywords: ['bearer '],
  match(scan, keyword, start) {
    const { text } = scan;
    if (!isBoundary(text, keyword) || text.startsWith('EARER', keyword + 1)) return undefined;
    const end = endOfAlphabet(text, start, BEARER_TOKEN, LONGEST_TOKEN);
    const value = text.slice(start, end);
    if (value.length < 20) return undefined;
    if (scan.purpose === 'findings' && (isPlaceholder(value) || !looksRandom(value))) return end;
    scan.found.push({
      start,
      end,
      kind: 'bearer-token',
      rank: RANK.notation,
      outer: { start: keyword, end },
    });
    return end;
  },
};

const BASIC: Matcher = {
  keywords: ['basic '],
  match(scan, keyword, start) {
    const { text } = scan;
    if (!isBoundary(text, keyword) || text.startsWith('ASIC', keyword + 1)) return undefined;
    let end = endOfAlphabet(text, start, BASE64, LONGEST_TOKEN);
    while (text[end] === '=' && end < start + LONGEST_TOKEN) end += 1;
    const value = text.slice(start, end);
    if (value.length < 8 || !/[A-Z]/.test(value) || !/[\d=]/.test(value)) return undefined;
    if (scan.purpose === 'findings' && !isCredentials(decodedText(text, start, end))) return end;
    scan.found.push({
      start,
      end,
      kind: 'basic-credentials',
      rank: RANK.notation,
      outer: { start: keyword, end },
    });
    return end;
  },
};

/** Whether a decoded text is `user:password`. */
export function isCredentials(text: string | undefined): boolean {
  const colon = text?.indexOf(':') ?? -1;
  return (
    text !== undefined &&
    colon > 0 &&
    isPassword(text.slice(colon + 1)) &&
    !isPlaceholder(text.slice(0, colon))
  );
}

const URL_SAFE = alphabetOf('s');
const LONGEST_PART = 16_384;

/** JSON web tokens: three parts in base64url, of which the first says the algorithm. */
const WEB_TOKENS: Matcher = {
  keywords: ['eyj'],
  match(scan, start) {
    const { text } = scan;
    if (!text.startsWith('eyJ', start) || !isBoundary(text, start)) return undefined;
    const ends: number[] = [];
    for (
      let at = start;
      ends.length < 3 && (ends.length === 0 || text[at - 1] === '.');
      at = (ends.at(-1) ?? at) + 1
    ) {
      ends.push(endOfAlphabet(text, at, URL_SAFE, LONGEST_PART));
    }
    const [header = start, payload = header, end = payload] = ends;
    if (scan.purpose === 'summaries') {
      if (header - start < 13) return undefined;
      scan.found.push({ start, end, kind: 'jwt', rank: RANK.notation });
      return end;
    }
    if (ends.length < 3 || end - payload < 11) return header;
    const isToken = decodedText(text, start, header)?.includes('"alg"') === true;
    const claims = decodedText(text, header + 1, payload);
    if (isToken && claims?.includes('John Doe') !== true && !isPlaceholder(text.slice(payload + 1, end)))
      scan.found.push({ start, end, kind: 'jwt', rank: RANK.notation, isPublic: isPublicToken(claims) });
    return isToken ? end : header;
  },
};

/** Supabase puts the token of its role `anon` into pages. */
function isPublicToken(claims: string | undefined): boolean {
  return claims?.includes('"role":"anon"') === true;
}

export const NOTATIONS: readonly Matcher[] = [ADDRESSES, CURL, BEARER, BASIC, WEB_TOKENS];

/** The first of the characters, at most `most` later. */
function endOfRun(text: string, start: number, stops: string, most: number): number {
  const limit = Math.min(text.length, start + most);
  let end = start;
  while (end < limit && !stops.includes(text.charAt(end))) end += 1;
  return end;
}

function endOfAlphabet(text: string, start: number, alphabet: number, most: number): number {
  let end = start;
  while (end < start + most && isIn(alphabet, text.charCodeAt(end))) end += 1;
  return end;
}
