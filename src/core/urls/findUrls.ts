/** The most addresses of a task that the app offers to read. */
export const MOST_URLS = 3;

/** UTF-16 units. Longer addresses are not offered. */
const LONGEST_URL = 2_000;

/**
 * The first `MOST_URLS` addresses in a text, each once, as written. An address ends before white space, a character that no address
 * has, and a bracket that it does not open itself; punctuation and quotes at its end belong to the sentence around it.
 */
export function findUrls(text: string): readonly string[] {
  const found = new Set<string>();
  const candidates = new RegExp(CANDIDATE);
  for (let match = candidates.exec(text); match !== null; match = candidates.exec(text)) {
    const end = closedEnd(match[0]);
    const url = match[0].slice(0, end).replace(TRAILING, '');
    // Another address may follow the bracket.
    candidates.lastIndex = match.index + Math.max(end, SCHEME_LENGTH);
    if (HOST.test(url) && url.length <= LONGEST_URL) found.add(url);
    if (found.size === MOST_URLS) break;
  }
  return [...found];
}

const SCHEME_LENGTH = 'http://'.length;

/** Up to white space, controls, what quotes or encloses an address, and an address that follows in a list. */
const CANDIDATE =
  /(?<![a-z0-9])https?:\/\/(?:(?![,;|]+https?:\/\/)[^\s\p{Cc}\p{Cf}<>"`“”«»„‟…、。，；：！？（）「」『』【】《》])+/giu;
const HOST = /^https?:\/\/(?:[^/?#@]*@)?(?:\[[0-9a-f:.]+\]|[^\s/?#:[\]@\\]+)(?::\d+)?(?:[/?#]|$)/i;
/** Each run is tried from its start only. */
const TRAILING = /(?<![,.:;!?)'‘’*|\\([{])[,.:;!?)'‘’*|\\([{]+$/;

/** The place of the first bracket that closes nothing, or the length. */
function closedEnd(candidate: string): number {
  const open = { ')': 0, ']': 0, '}': 0 };
  for (let at = 0; at < candidate.length; at++) {
    const char = candidate.charAt(at);
    if (char === '(') open[')'] += 1;
    if (char === '[') open[']'] += 1;
    if (char === '{') open['}'] += 1;
    if ((char === ')' || char === ']' || char === '}') && --open[char] < 0) return at;
  }
  return candidate.length;
}
