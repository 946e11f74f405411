import { decoded } from '../decodings';
import { hunkOfSides } from '../hunkOfSides';
import type { Hunk } from '../replyEdit';
import { isBlank, type ReplyView } from '../replyView';
import { notRead, readingOf, textOf, type Reading, type ReplyFormat } from './format';

/**
 * RepoPrompt's XML: `<file path="…" action="…">` with `<change>`, `<search>`, and `<content>`, whose texts are between
 * the first and the last lone `===`. Texts are not escaped, so this is not parsed as XML. A file without an action or a
 * change holds its whole text.
 */
export const repoPrompt: ReplyFormat = {
  name: 'repo-prompt',
  readAt: (view, at) => {
    if (!isTag(view, at, 'file', false)) return undefined;
    const line = decoded(view.lines[at] ?? '');
    const path = attribute(line, 'path') ?? '';
    const action = attribute(line, 'action')?.toLowerCase();
    const file = { at, path, action };
    if (/\/\s*>\s*$/.test(line)) {
      return action === 'delete'
        ? readingOf({ from: at, to: at, path, kind: 'delete' })
        : notRead(at, at, `The edit of ${path} has no text.`);
    }
    return readFile(view, file);
  },
};

interface File {
  readonly at: number;
  readonly path: string;
  readonly action: string | undefined;
}

function readFile(view: ReplyView, { at, path, action }: File): Reading {
  const sections: Section[] = [];
  let newPath: string | undefined;
  let line = at + 1;
  for (; line < view.lines.length; line += 1) {
    if (isTag(view, line, 'file', true)) break;
    if (isTag(view, line, 'file', false))
      return notRead(at, line - 1, `The end of the edit of ${path} is missing.`);
    if (isTag(view, line, 'new', false)) newPath = attribute(decoded(view.lines[line] ?? ''), 'path');
    const name = tagName(view, line);
    if (name === undefined) continue;
    const section = sectionAt(view, line, name);
    if (section === undefined) {
      return notRead(at, endOfDamaged(view, line), `The end of the edit of ${path} is missing.`);
    }
    sections.push(section);
    line = section.to;
  }
  if (line >= view.lines.length) return notRead(at, line - 1, `The end of the edit of ${path} is missing.`);
  const whole = view.lines.slice(at + 1, line);
  return edit({ at, path, action }, { sections, newPath, whole, to: line });
}

interface Content {
  readonly sections: readonly Section[];
  readonly newPath: string | undefined;
  readonly whole: readonly string[];
  readonly to: number;
}

function edit({ at, path, action }: File, { sections, newPath, whole, to }: Content): Reading {
  const lines = { from: at, to, path };
  if (action === 'delete') return readingOf({ ...lines, kind: 'delete' });
  if (action === 'rename' && newPath !== undefined) return readingOf({ ...lines, kind: 'rename', newPath });
  const hunks = pairedHunks(sections);
  if (hunks === undefined) return notRead(at, to, `The edit of ${path} has old text without new text.`);
  const [first, ...others] = sections;
  if (hunks.length > 0) return readingOf({ ...lines, kind: 'change', hunks, isInOrder: false });
  if (first !== undefined && others.length === 0) {
    const isNew = action === 'create' ? { isNew: true } : {};
    return readingOf({ ...lines, kind: 'write', text: textOf(first.lines), ...isNew });
  }
  if (action === undefined && first === undefined && !whole.every(isBlank)) {
    return readingOf({ ...lines, kind: 'write', text: textOf(whole) });
  }
  return notRead(at, to, `The edit of ${path} is not in a known form.`);
}

/** Undefined if a `<search>` has no `<content>`; empty if there is no `<search>`. */
function pairedHunks(sections: readonly Section[]): readonly Hunk[] | undefined {
  if (sections.every(({ name }) => name === 'content')) return [];
  const hunks: Hunk[] = [];
  for (let index = 0; index < sections.length; index += 2) {
    const [search, content] = sections.slice(index, index + 2);
    if (search?.name !== 'search' || content?.name !== 'content') return undefined;
    hunks.push({ lines: hunkOfSides(search.lines, content.lines) });
  }
  return hunks;
}

interface Section {
  readonly name: 'search' | 'content';
  readonly lines: readonly string[];
  readonly to: number;
}

/** Tags to look through for the end of a section; a limit makes reading linear. */
const MOST_TAGS = 1_000;

/** A `<search>` or `<content>`; tags of the same name inside its text pair. With `===` next to it, a tag needs one. */
function sectionAt(view: ReplyView, at: number, name: 'search' | 'content'): Section | undefined {
  const isDelimited = isDelimiter(view.lines[at + 1]);
  let depth = 1;
  let seen = 0;
  for (const { at: line } of view.marksAfter(at)) {
    if (++seen > MOST_TAGS) return undefined;
    if (isTag(view, line, name, false)) depth += isDelimited && !isDelimiter(view.lines[line + 1]) ? 0 : 1;
    else if (isTag(view, line, name, true))
      depth -= isDelimited && !(line > at + 2 && isDelimiter(view.lines[line - 1])) ? 0 : 1;
    if (depth === 0) return { name, lines: delimited(view.lines.slice(at + 1, line)), to: line };
  }
  return undefined;
}

/** The lines between the first and the last `===`, or all of them if they don't begin and end with it. */
function delimited(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < last && isDelimiter(lines[first]) && isDelimiter(lines[last])
    ? lines.slice(first + 1, last)
    : lines;
}

function isDelimiter(line: string | undefined): boolean {
  return line?.trim() === '===';
}

function endOfDamaged(view: ReplyView, at: number): number {
  for (const { at: line } of view.marksAfter(at)) {
    if (isTag(view, line, 'file', false)) return line - 1;
    if (isTag(view, line, 'file', true)) return line;
  }
  return view.lines.length - 1;
}

function tagName(view: ReplyView, at: number): 'search' | 'content' | undefined {
  if (isTag(view, at, 'search', false)) return 'search';
  return isTag(view, at, 'content', false) ? 'content' : undefined;
}

function isTag(view: ReplyView, at: number, name: string, isEnd: boolean): boolean {
  const mark = view.markAt(at);
  return mark?.kind === 'tag' && mark.name === name && mark.isEnd === isEnd;
}

function attribute(line: string, name: string): string | undefined {
  const at = line.search(new RegExp(`\\s${name}\\s*=\\s*["']`));
  if (at < 0) return undefined;
  const start = line.slice(at).search(/["']/) + at;
  const end = line.indexOf(line[start] ?? '"', start + 1);
  return end < 0 ? undefined : line.slice(start + 1, end);
}
