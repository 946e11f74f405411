/**
 * Preprocessor conditionals that split a function's head: `#if A`, a head with its opening brace, `#else`, another
 * head, `#endif`, the body they share. Read together, the branches have one brace too many for any grammar, so only the
 * last branch is read, and heads in the others become prototypes. Of conditionals within a statement, only the first
 * branch is read. One pass over the tokens, so the time is linear.
 */
import type { Span } from '../facts/fileFacts';
import { blank } from './blank';

interface Branch {
  /** Whether a statement before it goes on in it. */
  readonly isWithin: boolean;
  /** The line that begins the branch. */
  readonly directive: Span;
  readonly isElse: boolean;
  /** Braces that it opens and does not close. */
  net: number;
  /** Minimum of `net` so far, as a negative number: the outer braces it has closed. */
  low: number;
  /** Offset of its first opening brace. */
  opens: number | undefined;
}

interface Edit extends Span {
  readonly text: string;
}

/** Longer branches with unpaired braces are more likely misread. */
const MAX_BRANCHES = 4_000;
const MAX_LONE_BRANCH = 200;
const MAX_HEAD = 400;

export const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

/** Directives with their continuation lines, comments, strings, openings of raw strings, characters, braces. */
const TOKEN =
  /^[ \t]*#(?:[^\\\n]|\\[^])*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|@\$?"(?:[^"]|"")*"?|"""[^]*?"""|\bR"(\w{0,16})\(|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^]){1,10}'|[{}()]/gm;
/** Longer raw strings are taken for unclosed ones, which are read like other strings. */
const MAX_RAW = 2_000;

/** Returns a text of the same length and with the same lines. */
export function chooseBranches(text: string): string {
  const groups: Branch[][] = [];
  const edits: Edit[] = [];
  const code = new CodeBefore(text);
  for (const { token, index } of tokensOf(text)) {
    const group = groups.at(-1);
    code.read(token, index);
    const keyword = DIRECTIVE.exec(token)?.[1];
    if (keyword === undefined) {
      countBrace(group?.at(-1), token, index);
      continue;
    }
    const directive = { start: index, end: index + token.length };
    if (keyword === 'endif') {
      groups.pop();
      if (group !== undefined) closeGroup(text, group, { edits, outer: groups.at(-1)?.at(-1), directive });
      continue;
    }
    const isWithin = keyword.startsWith('if') ? code.goesOn() : group?.[0]?.isWithin === true;
    const branch = { isWithin, directive, isElse: keyword === 'else', net: 0, low: 0, opens: undefined };
    if (keyword.startsWith('if')) groups.push([branch]);
    else group?.push(branch);
  }
  return withEdits(text, edits);
}

export function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: token, 1: delimiter, index } = match;
    if (delimiter === undefined) {
      yield { token, index };
      continue;
    }
    const closing = `)${delimiter}"`;
    const end = text.slice(TOKEN.lastIndex, TOKEN.lastIndex + MAX_RAW).indexOf(closing);
    if (end < 0) TOKEN.lastIndex = index + 1;
    else TOKEN.lastIndex += end + closing.length;
  }
}

/** The code before a token. */
class CodeBefore {
  readonly #text: string;
  /** End of the token before. */
  #end = 0;
  /** Offset of the last character that is code. */
  #last = -1;
  /** Number of open parentheses. */
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Comments and directives are no code. */
  read(token: string, index: number): void {
    const gap = this.#text.slice(this.#end, index).trimEnd();
    if (gap !== '') this.#last = this.#end + gap.length - 1;
    this.#end = index + token.length;
    if (/^(?:\/[/*]|[ \t]*#)/.test(token)) return;
    this.#last = this.#end - 1;
    if (token === '(') this.#depth += 1;
    else if (token === ')') this.#depth = Math.max(0, this.#depth - 1);
    else if (token === '{' || token === '}') this.#depth = 0;
  }

  /** Whether its last statement has not ended. A macro alone on its line is a statement. */
  goesOn(): boolean {
    if (this.#depth > 0) return true;
    if (!/[\w"<>=&|+*(?-]/.test(this.#text.charAt(this.#last))) return false;
    const line = this.#text.slice(this.#text.lastIndexOf('\n', this.#last) + 1, this.#last + 1);
    return !/^[ \t]*[A-Z_][A-Z\d_]*$/.test(line);
  }
}

function countBrace(branch: Branch | undefined, token: string, index: number): void {
  if (branch === undefined) return;
  if (token === '{') {
    branch.net += 1;
    branch.opens ??= index;
  } else if (token === '}') {
    branch.net -= 1;
    branch.low = Math.min(branch.low, branch.net);
  }
}

/** `directive` ends the group, and `outer` is the enclosing branch. */
function closeGroup(
  text: string,
  group: readonly Branch[],
  { edits, outer, directive }: { edits: Edit[]; outer: Branch | undefined; directive: Span },
): void {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const { net, low } = last;
  const start = first.directive.start;
  if (group.every((branch) => branch.net === 0 && branch.low === 0)) {
    const isShort = directive.end - start <= MAX_BRANCHES;
    if (isShort && (first.isWithin || areBeginnings(text, group, directive))) {
      edits.push(blanked(text, first.directive));
      edits.push(blanked(text, { start: group[1]?.directive.start ?? directive.start, end: directive.end }));
      return;
    }
    if (!last.isElse || !areHeads(text, group, directive)) return;
  } else if (
    group.some((branch) => branch.net !== net) ||
    directive.end - start > (last.isElse ? MAX_BRANCHES : MAX_LONE_BRANCH)
  ) {
    return;
  }
  if (!last.isElse) {
    edits.push(blanked(text, { start, end: directive.end }));
    return;
  }
  for (const [index, branch] of group.slice(0, -1).entries()) {
    const end = group[index + 1]?.directive.start ?? directive.start;
    edits.push(prototypeOf(text, branch, end));
  }
  edits.push(blanked(text, last.directive), blanked(text, directive));
  if (outer === undefined) return;
  outer.low = Math.min(outer.low, outer.net + low);
  outer.net += net;
}

/** Whether each branch is only the beginning of a declaration. */
function areBeginnings(text: string, group: readonly Branch[], { start }: Span): boolean {
  return group.every(({ directive }, index) =>
    BEGINNING.test(text.slice(directive.end, group[index + 1]?.directive.start ?? start)),
  );
}

const BEGINNING =
  /^\s*(?:template\s*<[^;{}]*>|(?:constexpr|virtual|static|inline|extern|explicit|const)(?:\s+\w+)*)\s*$/;

/** Whether each branch ends in parameters and a body follows the group. */
function areHeads(text: string, group: readonly Branch[], { start, end }: Span): boolean {
  if (start - (group[0]?.directive.start ?? 0) > MAX_BRANCHES) return false;
  if (!/^\s{0,80}\{/.test(text.slice(end, end + 100))) return false;
  return group.every(({ directive }, index) => {
    const to = group[index + 1]?.directive.start ?? start;
    return text.slice(directive.end, to).trimEnd().endsWith(')');
  });
}

/** A branch without its directive. A function's head at its start ends in a semicolon. */
function prototypeOf(text: string, { directive, opens, net }: Branch, end: number): Edit {
  const whole = blanked(text, { start: directive.start, end });
  if (opens === undefined || net !== 1) return whole;
  const head = text.slice(directive.end, opens);
  if (head.length > MAX_HEAD || !HEAD.test(head)) return whole;
  const before = blanked(text, directive).text;
  return { ...whole, text: `${before}${head};${whole.text.slice(before.length + head.length + 1)}` };
}

/** A type and a name, then parameters, with nothing before them that ends a statement. */
const HEAD =
  /^(?:\s|\/\/[^\n]*\n)*(?!(?:if|else|for|while|switch|do)\b)\w[\w\s*&:<>,"]*[\s*&]\w[\w:~]*\s*\([^;{}]*\)\s*$/;

function blanked(text: string, { start, end }: Span): Edit {
  return { start, end, text: blank(text.slice(start, end)) };
}

/** Ignores edits inside other edits. */
function withEdits(text: string, edits: readonly Edit[]): string {
  let changed = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    changed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return changed + text.slice(at);
}
