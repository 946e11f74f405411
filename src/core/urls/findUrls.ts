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
  const starts = new RegExp(START);
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const end = endOf(text, starts.lastIndex);
    const url = text.slice(match.index, end).replace(TRAILING, '');
    starts.lastIndex = end;
    if (HOST.test(url) && url.length <= LONGEST_URL) found.add(url);
    if (found.size === MOST_URLS) break;
  }
  return [...found];
}

const START = /(?<![a-z0-9])https?:\/\//giu;
const HOST = /^https?:\/\/(?:[^/?#@]*@)?(?:\[[0-9a-f:.]+\]|[^\s/?#:[\]@\\]+)(?::\d+)?(?:[/?#]|$)/i;
/** Each run is tried from its start only. */
const TRAILING = /(?<![,.:;!?)'‘’*|\\([{])[,.:;!?)'‘’*|\\([{]+$/;

/** The end of an address from a place in it on. Looks at each character once. */
function endOf(text: string, from: number): number {
  const open = { ')': 0, ']': 0, '}': 0 };
  for (let at = from; at < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(at) as number); // inside the text
    if (OUTSIDE.test(char)) return at;
    if (char === '(') open[')'] += 1;
    if (char === '[') open[']'] += 1;
    if (char === '{') open['}'] += 1;
    if ((char === ')' || char === ']' || char === '}') && --open[char] < 0) return at;
    const separators = separatorsAt(text, at);
    if (separators > 0 && NEXT.test(text.slice(at + separators, at + separators + LONGEST_SCHEME))) return at;
    at += separators || char.length;
  }
  return text.length;
}

/** White space, controls, and what quotes or encloses an address. */
const OUTSIDE = /[\s\p{Cc}\p{Cf}<>"`“”«»„‟…、。，；：！？（）「」『』【】《》]/u;
const NEXT = /^https?:\/\//i;
const LONGEST_SCHEME = 'https://'.length;

/** The number of characters here that separate the addresses of a list. */
function separatorsAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && ',;|'.includes(text.charAt(at))) at += 1;
  return at - from;
}
