/** A search for a text or a pattern in texts. */
export interface TextQuery {
  readonly text: string;
  /** `text` is a JavaScript regular expression, not the words themselves. */
  readonly isPattern: boolean;
  readonly matchCase: boolean;
  /** Neither end of a match is in the middle of a word. */
  readonly wholeWord: boolean;
}

/** A match in UTF-16 units; never empty. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

export interface TextMatcher {
  readonly kind: 'matcher';
  /** Whether a match depends on its line only, so that it has to be searched line by line. */
  readonly byLine: boolean;
  /**
   * The pattern also matches nothing at all. Such matches are never found. Found out when first read, because even that takes
   * some patterns forever.
   */
  readonly matchesEmpty: boolean;
  /** The first match that begins at or after `at`. */
  next(text: string, at: number): TextMatch | undefined;
}

export type CompiledQuery = TextMatcher | { readonly kind: 'invalid'; readonly reason: string };

/** In UTF-16 units. With a longer query, searching a repetitive text could be slow. */
const LONGEST_QUERY = 1_000;

/** A letter, mark, digit, or underscore; the second for patterns that are only valid without the flag `u`. */
const WORD = String.raw`[\p{L}\p{M}\p{N}_]`;
const ASCII_WORD = String.raw`\w`;

/**
 * Compiles a query, which must not be empty. A pattern matches within lines, as in grep, unless it contains `\n`. Case is
 * ignored by Unicode's simple folding, which preserves all offsets. Compiling is quick, but matching has no limit on time.
 */
export function compileTextQuery(query: TextQuery): CompiledQuery {
  if (query.text.length > LONGEST_QUERY)
    return { kind: 'invalid', reason: `longer than ${LONGEST_QUERY} characters` };
  return query.isPattern ? compilePattern(query) : literalMatcher(query);
}

function literalMatcher({ text: wanted, matchCase, wholeWord }: TextQuery): TextMatcher {
  const escaped = wanted.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
  const folded = new RegExp(escaped, 'giu');
  const find = (text: string, at: number): TextMatch | undefined => {
    if (!matchCase) return firstMatch(folded, text, at);
    const from = text.indexOf(wanted, at);
    return from === -1 ? undefined : { from, to: from + wanted.length };
  };
  return {
    ...{ kind: 'matcher', byLine: false, matchesEmpty: false },
    next(text, at) {
      let found = find(text, at);
      while (found && wholeWord && (isInWord(text, found.from) || isInWord(text, found.to)))
        found = find(text, afterCodePoint(text, found.from));
      return found;
    },
  };
}

const WORD_BEFORE = new RegExp(`${WORD}$`, 'u');
const WORD_AFTER = new RegExp(`^${WORD}`, 'u');

function isInWord(text: string, at: number): boolean {
  return WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && WORD_AFTER.test(text.slice(at, at + 2));
}

/** Matches `\n` unless its backslash is itself escaped. */
const LINE_FEED = /(?<!\\)(?:\\\\)*\\n/;

function compilePattern({ text: source, matchCase, wholeWord }: TextQuery): CompiledQuery {
  const byLine = !LINE_FEED.test(source);
  const flags = `g${matchCase ? '' : 'i'}${byLine ? '' : 'm'}`;
  try {
    // On its own first, so that parentheses added below cannot complete it.
    new RegExp(source, flags);
  } catch (error) {
    return { kind: 'invalid', reason: reasonOf(error, source) };
  }
  // Everyday patterns such as `\-` or `}` are errors with the flag `u`.
  const pattern =
    regExpOf(wholeWord ? inWords(source, WORD) : source, `${flags}u`) ??
    new RegExp(wholeWord ? inWords(source, ASCII_WORD) : source, flags);
  let matchesEmpty: boolean | undefined;
  return {
    ...{ kind: 'matcher', byLine },
    get matchesEmpty() {
      return (matchesEmpty ??= new RegExp(pattern.source, pattern.flags).test(''));
    },
    next: (text, at) => firstMatch(pattern, text, at),
  };
}

function regExpOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined; // The caller has another form.
  }
}

function inWords(source: string, word: string): string {
  const edge = `(?:(?<!${word})|(?!${word}))`;
  return `${edge}(?:${source})${edge}`;
}

function firstMatch(pattern: RegExp, text: string, at: number): TextMatch | undefined {
  pattern.lastIndex = at;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { length } = found[0];
    if (length > 0) return { from: found.index, to: found.index + length };
    pattern.lastIndex = afterCodePoint(text, found.index);
  }
  return undefined;
}

/** From within a surrogate pair, a search with the flag `u` would begin at the start of the pair again, and so forever. */
function afterCodePoint(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/** Some engines begin with the whole pattern, which the user sees anyway. */
function reasonOf(error: unknown, source: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace('Invalid regular expression: ', '');
  const shown = `/${source}/`;
  return reason.startsWith(shown) ? reason.slice(shown.length).replace(/^\w*: /, '') : reason;
}
