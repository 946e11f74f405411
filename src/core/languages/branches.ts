/**
 * Preprocessor conditionals that split a function's head: `#if A`, a head with its opening brace, `#else`, another
 * head, `#endif`, the body they share. Read together, the branches have one brace too many for any grammar, so only the
 * last branch is read, and heads in the others become prototypes. Of conditionals within a statement, only the first
 * branch is read. One pass over the tokens, so the time is linear.
 */
import type { Span } from '../facts/fileFacts';
import { blank } from './blank';

interface Branch {
  /** The code before its group. */
  readonly before: Position;
  /** The line that begins the branch. */
  readonly directive: Span;
  readonly isElse: boolean;
  /** Braces that it opens and does not close. */
  net: number;
  /** Minimum of `net` so far, as a negative number: the outer braces it has closed. */
  low: number;
  /** Offset of its first opening brace. */
  opens: number | undefined;
  /** Offset of the first semicolon outside parentheses and braces. */
  ends: number | undefined;
  /** Whether an opening brace is outside parentheses. */
  hasBlock: boolean;
}

interface Position {
  /** Offset of the last character that is code; -1 without one. */
  readonly last: number;
  /** Number of open parentheses. */
  readonly depth: number;
}

/** Blanks a span. */
interface Edit extends Span {
  /** Stays, and is made a prototype by a semicolon. */
  readonly head?: Span;
}

/** Longer branches with unpaired braces are more likely misread. */
const MAX_BRANCHES = 4_000;
const MAX_LONE_BRANCH = 200;
const MAX_HEAD = 400;

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

/** Directives with their continuation lines, comments, strings, openings of raw strings, characters, braces, semicolons. */
const TOKEN =
  /^[ \t]*#(?:[^\\\n]|\\[^])*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|@\$?"(?:[^"]|"")*"?|"""[^]*?"""|\bR"(\w{0,16})\(|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^]){1,10}'|[{}();]/gm;
/** Longer raw strings are taken for unclosed ones, which are read like other strings. */
const MAX_RAW = 2_000;

/** Returns a text of the same length and with the same lines. */
export function chooseBranches(text: string): string {
  const groups: Branch[][] = [];
  const edits: Edit[] = [];
  const code = new CodeBefore(text);
  for (const { token, index } of tokensOf(text)) {
    const group = groups.at(-1);
    const keyword = DIRECTIVE.exec(token)?.[1];
    if (keyword === undefined) {
      countToken(group?.at(-1), { token, index, depth: code.position.depth });
      code.read(token, index);
      continue;
    }
    code.read(token, index);
    const directive = { start: index, end: index + token.length };
    if (keyword === 'endif') {
      groups.pop();
      if (group !== undefined) closeGroup(text, group, { edits, outer: groups.at(-1)?.at(-1), directive });
      continue;
    }
    const isFirst = keyword.startsWith('if');
    const before = isFirst ? code.position : (group?.[0]?.before ?? code.position);
    code.position = before;
    const counts = { net: 0, low: 0, opens: undefined, ends: undefined, hasBlock: false };
    const branch = { before, directive, isElse: keyword === 'else', ...counts };
    if (isFirst) groups.push([branch]);
    else group?.push(branch);
  }
  return withEdits(text, edits);
}

function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
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
  position: Position = { last: -1, depth: 0 };
  readonly #text: string;
  /** End of the token before. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Comments and directives are no code. */
  read(token: string, index: number): void {
    let { last, depth } = this.position;
    const gap = this.#text.slice(this.#end, index).trimEnd();
    if (gap !== '') last = this.#end + gap.length - 1;
    this.#end = index + token.length;
    if (!/^(?:\/[/*]|[ \t]*#)/.test(token)) {
      last = this.#end - 1;
      if (token === '(') depth += 1;
      else if (token === ')') depth = Math.max(0, depth - 1);
      else if (token === '{' || token === '}') depth = 0;
    }
    this.position = { last, depth };
  }
}

function countToken(
  branch: Branch | undefined,
  { token, index, depth }: { readonly token: string; readonly index: number; readonly depth: number },
): void {
  if (branch === undefined) return;
  if (token === '{') {
    branch.net += 1;
    branch.opens ??= index;
    branch.hasBlock ||= depth === 0;
  } else if (token === '}') {
    branch.net -= 1;
    branch.low = Math.min(branch.low, branch.net);
  } else if (token === ';' && depth === 0 && branch.net === 0) branch.ends ??= index;
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
  if (outer !== undefined) {
    outer.ends ??= group.find(({ ends }) => ends !== undefined)?.ends;
    outer.hasBlock ||= group.some(({ hasBlock }) => hasBlock);
  }
  const start = first.directive.start;
  if (group.every((branch) => branch.net === 0 && branch.low === 0)) {
    const isShort = directive.end - start <= MAX_BRANCHES;
    if (isShort && (areWithin(text, group, directive) || areBeginnings(text, group, directive))) {
      edits.push(first.directive, {
        start: group[1]?.directive.start ?? directive.start,
        end: directive.end,
      });
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
    edits.push({ start, end: directive.end });
    return;
  }
  for (const [index, branch] of group.slice(0, -1).entries()) {
    const end = group[index + 1]?.directive.start ?? directive.start;
    edits.push(prototypeOf(text, branch, end));
  }
  edits.push(last.directive, directive);
  if (outer === undefined) return;
  outer.low = Math.min(outer.low, outer.net + low);
  outer.net += net;
}

/** Whether a statement before the group goes on in its branches. */
function areWithin(text: string, group: readonly Branch[], { start }: Span): boolean {
  const { last, depth } = group[0]?.before ?? { last: -1, depth: 0 };
  const code = text.slice(Math.max(0, last - LONGEST_WORD), last + 1);
  if (depth === 0 && !OPEN.test(code)) {
    if (!/[\w">&*]$/.test(code) || group.some(({ ends, hasBlock }) => ends !== undefined || hasBlock))
      return false;
    const word = WORD_ALONE.exec(code)?.[1];
    return word === undefined || NO_MACRO.test(word) || group.length === 1;
  }
  return group.every(({ ends }, index) => {
    const to = group[index + 1]?.directive.start ?? start;
    return ends === undefined || AFTER_END.test(text.slice(ends + 1, to));
  });
}

/** In UTF-16 units. */
const LONGEST_WORD = 200;

/** A statement that certainly goes on. */
const OPEN = /(?:[=|+(?<-]|\b(?:return|else))$/;

/** Most likely a macro, which is a statement. */
const WORD_ALONE = /(?:^|\n)[ \t]*(\w+)$/;

/** No code. */
const AFTER_END = /^(?:\s|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*$/;

const NO_MACRO =
  /^(?:abstract|async|auto|bool|char|class|const\w*|double|else|enum|explicit|extern|final|float|friend|inline|int|internal|long|mutable|namespace|override|partial|private|protected|public|readonly|register|return|sealed|short|signed|static|struct|template|typedef|typename|union|unsafe|unsigned|virtual|void|volatile|\w+_t)$/;

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

/** Blanks a branch. A function's head at its start becomes a prototype. */
function prototypeOf(text: string, { directive, opens, net }: Branch, end: number): Edit {
  const whole = { start: directive.start, end };
  if (opens === undefined || net !== 1 || opens - directive.end > MAX_HEAD) return whole;
  const head = { start: directive.end, end: opens };
  return HEAD.test(text.slice(head.start, head.end)) ? { ...whole, head } : whole;
}

/** A type and a name, then parameters, with nothing before them that ends a statement. */
const HEAD =
  /^(?:\s|\/\/[^\n]*\n)*(?!(?:if|else|for|while|switch|do)\b)\w[\w\s*&:<>,"]*[\s*&]\w[\w:~]*\s*\([^;{}]*\)\s*$/;

/** Ignores edits inside other edits. */
function withEdits(text: string, edits: readonly Edit[]): string {
  let changed = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    changed += text.slice(at, edit.start) + edited(text, edit);
    at = edit.end;
  }
  return changed + text.slice(at);
}

function edited(text: string, { start, end, head }: Edit): string {
  if (head === undefined) return blank(text.slice(start, end));
  const prototype = `${text.slice(head.start, head.end)};`;
  return blank(text.slice(start, head.start)) + prototype + blank(text.slice(head.end + 1, end));
}
