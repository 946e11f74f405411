/**
 * Converts an RE2 pattern to JavaScript without flags and with bounded repetitions: RE2 is always linear, but
 * JavaScript backtracks through every way to match.
 */
export function linearPattern(re2: string): string {
  const cases: boolean[] = [];
  let anyCase = false;
  return re2.replaceAll(TOKEN, (token) => {
    const flags = /^\(\?(-?)i([:)])$/.exec(token);
    if (flags !== null) {
      const [, off, end] = flags;
      if (end === ':') cases.push(anyCase);
      anyCase = off === '';
      return end === ':' ? '(?:' : '';
    }
    if (token.startsWith('(')) cases.push(anyCase);
    if (token.startsWith('(')) return '(?:';
    if (token === ')') anyCase = cases.pop() ?? anyCase;
    if (token.startsWith('[')) return inClass(token.replace('[:alnum:]', 'a-zA-Z0-9'), anyCase);
    if (token === '+') return `{1,${MAX_REPEATS}}`;
    if (token === '*') return `{0,${MAX_REPEATS}}`;
    if (token.startsWith('{')) return token.replace(/,\}$/, `,${MAX_REPEATS}}`);
    if (token === '\\x60') return '`';
    if (token === '\\z') return '$';
    return anyCase && /^[a-z]$/i.test(token) ? `[${token.toLowerCase()}${token.toUpperCase()}]` : token;
  });
}

const MAX_REPEATS = 512;

const TOKEN =
  /\(\?-?i[:)]|\((?:\?:|\?P<\w+>)?|\)|\[(?:\[:alnum:\]|\\.|[^\]\\])+\]|\\x60|\\.|\{\d+,?\d*\}|[+*]|[^]/g;

/** Adds both cases of each letter. */
function inClass(set: string, anyCase: boolean): string {
  if (!anyCase) return set;
  const parts = set.slice(1, -1).match(/\\.|[^\\]-[^\\]|[^]/g) ?? [];
  const cased = parts.flatMap((part) =>
    part.startsWith('\\') ? [part] : [part.toLowerCase(), part.toUpperCase()],
  );
  return `[${[...new Set(cased)].join('')}]`;
}
