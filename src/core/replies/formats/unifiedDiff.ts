/** Unified diffs and git's patches. Lines are read by their first character; numbers and counts are hints. */
import { isDots } from '../reading/elision';
import { withBlanks } from '../decodings';
import { unquotePath } from '../../git/quotePath';
import type { Hunk, HunkLine, NotUnderstood, ReplyEdit } from '../replyEdit';
import { isDiffTrimmed, TRIMMED } from '../reading/trimmedDiff';
import { bare, markOf, NO_PATH, unread, type ReadEdits, type ReplyFormat } from './format';

export const unifiedDiff: ReplyFormat = {
  name: 'unified-diff',
  read(lines, at, { above, before }) {
    if (MERGE.test(lines[at] ?? '')) return unread(lines, at, endOfMerge(lines, at + 1), MERGED);
    const pathAbove = (): string | undefined => above() ?? before;
    const head = readHead(lines, at);
    if (head === undefined && !(isHunk(lines[at]) && pathAbove() !== undefined)) return undefined;
    const { next: start, ...names } = head ?? { next: at };
    const { hunks, next, hasEnd } = readHunks(lines, start);
    if (isDiffTrimmed(lines.slice(start, next))) return unread(lines, at, next, TRIMMED);
    return editsOf({ ...names, hunks, hasEnd }, { lines, at, next, pathAbove });
  },
};

/** The diff of a merge has a column of marks for each parent. */
const MERGE = /^diff --(?:cc|combined) /;
const MERGED = 'It is the diff of a merge, which has several old sides.';

function endOfMerge(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && /^(?:[-+ @\\]|index |mode |new file |deleted file )/.test(lines[at] ?? ''))
    at += 1;
  return at;
}

const HUNK = /^@@(?: *$| [^@]*@@|\s+\S)/;
const HUNK_NUMBERS = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;

/** Copies put characters without a width into lines, and blanks that don't break. */
function isHunk(line: string | undefined): boolean {
  return line?.startsWith('@@') === true && HUNK.test(withBlanks(line));
}

interface Names {
  /** Undefined for `/dev/null`, or if it isn't said. */
  readonly old?: string;
  readonly present?: string;
  readonly isNew?: boolean;
  readonly isDeleted?: boolean;
  readonly isRenamed?: boolean;
  readonly isBinary?: boolean;
}

/** The lines before the hunks. Undefined if there is no diff at this line. */
function readHead(lines: readonly string[], at: number): (Names & { readonly next: number }) | undefined {
  let next = at;
  let names: Names = {};
  const git = /^diff --git (.+)$/.exec(withBlanks(lines[at] ?? ''));
  if (git !== null) {
    names = gitNames(git[1] ?? '');
    next += 1;
    for (; next < lines.length; next += 1) {
      const line = withBlanks(lines[next] ?? '');
      const [, from] = /^rename from (.+)$/.exec(line) ?? [];
      const [, to] = /^rename to (.+)$/.exec(line) ?? [];
      if (from !== undefined) names = { ...names, old: unquoted(from), isRenamed: true };
      else if (to !== undefined) names = { ...names, present: unquoted(to), isRenamed: true };
      else if (/^new file mode /.test(line)) names = { ...names, isNew: true };
      else if (/^deleted file mode /.test(line)) names = { ...names, isDeleted: true };
      else if (/^(?:Binary files |GIT binary patch)/.test(line)) names = { ...names, isBinary: true };
      else if (!/^(?:index |old mode |new mode |similarity index |dissimilarity index |copy )/.test(line))
        break;
    }
  }
  const [, old] = /^--- +(.+)$/.exec(withBlanks(lines[next] ?? '')) ?? [];
  const [, present] = /^\+\+\+ +(.+)$/.exec(withBlanks(lines[next + 1] ?? '')) ?? [];
  if (old !== undefined && present !== undefined && (git !== null || hasHunk(lines, next + 2))) {
    const isNew = names.isNew === true || /^\/dev\/null\b/.test(old);
    const isDeleted = names.isDeleted === true || /^\/dev\/null\b/.test(present);
    return {
      ...names,
      ...(isNew ? { isNew } : { old: names.isRenamed === true ? (names.old ?? '') : nameIn(old) }),
      ...(isDeleted
        ? { isDeleted }
        : { present: names.isRenamed === true ? (names.present ?? '') : presentName(present, old) }),
      next: next + 2,
    };
  }
  return git === null ? undefined : { ...names, next };
}

function hasHunk(lines: readonly string[], at: number): boolean {
  return isHunk(lines[at]) || (lines[at] === '' && isHunk(lines[at + 1]));
}

/** Both names of `diff --git a/… b/…`. */
function gitNames(text: string): Names {
  if (text.startsWith('"')) {
    const old = unquotePath(text);
    const present = old && unquotePath(text.slice(old.length + 1));
    return old === undefined
      ? {}
      : { old: old.path, present: present?.path ?? nameIn(text.slice(old.length + 1)) };
  }
  const half = (text.length - 1) / 2;
  const isSame = text[half] === ' ' && text.slice(1, half) === text.slice(half + 2);
  const at = isSame ? half : text.indexOf(' b/');
  return at < 0 ? {} : { old: text.slice(0, at), present: text.slice(at + 1) };
}

/** A file that is new in a diff can't be found without its prefix. */
function presentName(present: string, old: string): string {
  const name = nameIn(present);
  return nameIn(old) === '/dev/null' ? name.replace(/^b\//, '') : name;
}

/** Without a time behind a tab. */
function nameIn(text: string): string {
  return unquoted((text.split('\t')[0] ?? '').trim());
}

function unquoted(name: string): string {
  return name.startsWith('"') ? (unquotePath(name)?.path ?? name) : name;
}

interface ReadHunks {
  readonly hunks: readonly Hunk[];
  readonly next: number;
  /** Whether the new text ends with a line end. */
  readonly hasEnd: boolean;
}

function readHunks(lines: readonly string[], start: number): ReadHunks {
  const hunks: Hunk[] = [];
  let at = lines[start] === '' && isHunk(lines[start + 1]) ? start + 1 : start;
  let hasEnd = true;
  while (isHunk(lines[at])) {
    const [, line, oldCount = '1', newCount = '1', numbered] =
      HUNK_NUMBERS.exec(withBlanks(lines[at] ?? '')) ?? [];
    const anchor = (numbered ?? anchorOf(withBlanks(lines[at] ?? ''))).trim();
    // Numbers that models write are wrong often, but say how far a hunk goes at least.
    const counted = line === undefined ? undefined : { old: Number(oldCount), present: Number(newCount) };
    const read = readLines(lines, at + 1, counted);
    hunks.push({
      lines: read.lines,
      ...(line !== undefined && Number(line) > 0 && { line: Number(line) }),
      ...(anchor !== '' && { anchor }),
    });
    if (!read.hasEnd) hasEnd = false;
    // Dots between two hunks say that lines are left out, which they are anyway.
    at = isDots(lines[read.next] ?? '') && isHunk(lines[read.next + 1]) ? read.next + 1 : read.next;
  }
  return { hunks, next: at, hasEnd };
}

function anchorOf(header: string): string {
  return header.replace(/^@@ *(?:[-+\d, ]*@@)?/, '').replace(/@@ *$/, '');
}

interface Counts {
  readonly old: number;
  readonly present: number;
}

function readLines(
  lines: readonly string[],
  start: number,
  counted: Counts | undefined,
): { readonly lines: readonly HunkLine[]; readonly next: number; readonly hasEnd: boolean } {
  const found: HunkLine[] = [];
  let [old, present, hasEnd, at] = [0, 0, true, start];
  const isFull = (): boolean => counted === undefined || (old >= counted.old && present >= counted.present);
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = markOf(line);
    if (isHunk(line) || line.startsWith('diff --git ')) break;
    if (isDots(line) && isHunk(lines[at + 1])) break;
    if (isFull() && (/^\s{0,3}(?:`{3,}|~{3,})/.test(line) || isHead(lines, at))) break;
    if (/^-- ?$/.test(line) && isFull()) break;
    if (mark === '\\') {
      if (found.at(-1)?.op !== 'remove') hasEnd = false;
      continue;
    }
    if (mark === '+') found.push({ op: 'add', text: line.slice(1) });
    else if (mark === '-') found.push({ op: 'remove', text: line.slice(1) });
    else if (mark === ' ') found.push({ op: 'keep', text: line.slice(1) });
    else if (isFull() && (line !== '' || !continues(lines, at))) break;
    else if (/^(?:`{3,}|~{3,})/.test(line)) break;
    else found.push({ op: 'keep', text: line });
    if (mark !== '+') old += 1;
    if (mark !== '-') present += 1;
  }
  return { lines: withoutBlankEnd(found), next: at, hasEnd };
}

function isHead(lines: readonly string[], at: number): boolean {
  return (
    /^--- +\S/.test(lines[at] ?? '') && /^\+\+\+ +\S/.test(lines[at + 1] ?? '') && hasHunk(lines, at + 2)
  );
}

/** Whether an empty line stands for an empty line of the file: the hunk goes on behind it. */
function continues(lines: readonly string[], at: number): boolean {
  let next = at + 1;
  while (lines[next] === '') next += 1;
  return /^[-+ ]/.test(lines[next] ?? '') && !/^[-+] {0,3}\S.*[.:]$/.test(lines[next] ?? '');
}

/** Empty lines behind a hunk are of the reply. */
function withoutBlankEnd(lines: readonly HunkLine[]): readonly HunkLine[] {
  const end = lines.findLastIndex(({ op, text }) => op !== 'keep' || text !== '');
  const changes = lines.findLastIndex(({ op }) => op !== 'keep');
  return end === changes || end < lines.length - 2 ? lines.slice(0, end + 1) : lines;
}

interface DiffRead extends Names {
  readonly hunks: readonly Hunk[];
  readonly hasEnd: boolean;
}

function editsOf(
  { old, present, isNew, isDeleted, isRenamed, isBinary, hunks, hasEnd }: DiffRead,
  {
    lines,
    at,
    next,
    pathAbove,
  }: { lines: readonly string[]; at: number; next: number; pathAbove: () => string | undefined },
): ReadEdits {
  const place = { format: 'unified-diff', from: at + 1, to: next };
  const refuse = (reason: string): ReadEdits => {
    const notUnderstood: NotUnderstood = {
      from: at + 1,
      to: next,
      text: lines.slice(at, next).join('\n'),
      reason,
    };
    return { edits: [], notUnderstood: [notUnderstood], next };
  };
  const path = (isNew === true ? present : (old ?? present)) ?? pathAbove();
  if (path === undefined || bare(path) === '') return refuse(NO_PATH);
  if (isBinary === true) return refuse('It is a change of binary data.');
  const edit = ((): ReplyEdit | undefined => {
    if (isDeleted === true) return { ...place, path, kind: 'delete' };
    const added = hunks.flatMap((hunk) =>
      hunk.lines.filter(({ op }) => op !== 'remove').map(({ text }) => text),
    );
    if (isNew === true)
      return {
        ...place,
        ...{ path, kind: 'write', isNew: true },
        text: added.length === 0 ? '' : added.join('\n') + (hasEnd ? '\n' : ''),
      };
    if (isRenamed === true && present !== undefined && hunks.length === 0)
      return { ...place, path, kind: 'rename', newPath: present };
    if (hunks.length === 0) return undefined;
    const newPath = isRenamed === true && present !== undefined ? { newPath: present } : {};
    return { ...place, path, kind: 'change', hunks, isInOrder: true, ...newPath };
  })();
  return edit === undefined ? refuse('It changes nothing.') : { edits: [edit], notUnderstood: [], next };
}
