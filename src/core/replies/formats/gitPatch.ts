import { beginsFile, readHunks } from '../diffHunks';
import { gitPaths, headerPath, unquoted } from '../diffPaths';
import type { Hunk } from '../replyEdit';
import { endsFence, type Before, type ReplyView } from '../replyView';
import { notRead, readingOf, type Reading, type ReplyFormat } from './format';
import { addedText, lastFilled } from './unifiedDiff';

/** What `git diff` and `git format-patch` print: one file from `diff --git` on. */
export const gitPatch: ReplyFormat = {
  name: 'git-patch',
  readAt: (view, at, before) => {
    const text = view.lines[at] ?? '';
    if (view.markAt(at)?.kind !== 'git') return undefined;
    if (text.startsWith('diff --cc ')) {
      return notRead(at, endOfFile(view, at, before) - 1, 'Diffs of merges are not supported.');
    }
    return readFile(view, at, before);
  },
};

function readFile(view: ReplyView, at: number, before: Before): Reading {
  const header = readHeader(view, at, before);
  const { from, to } = { from: at, to: lastFilled(view, at, header.end) };
  const { old, present, says, hunks, renamedFrom, renamedTo } = header;
  if (header.isBinary) return notRead(from, to, 'Patches of binary files are not supported.');
  if (says === 'copied') return notRead(from, to, 'Copies of files are not supported.');
  if (says === 'deleted') {
    return old === undefined ? noPath(from, to) : readingOf({ from, to, path: old, kind: 'delete' });
  }
  if (says === 'new') {
    return present === undefined
      ? noPath(from, to)
      : readingOf({ from, to, path: present, kind: 'write', text: addedText(hunks), isNew: true });
  }
  const names =
    renamedFrom !== undefined && renamedTo !== undefined
      ? { path: renamedFrom, newPath: renamedTo }
      : undefined;
  const path = names?.path ?? present;
  if (path === undefined) return noPath(from, to);
  if (hunks.length > 0)
    return readingOf({ from, to, path, ...names, kind: 'change', hunks, isInOrder: true });
  if (names !== undefined) return readingOf({ from, to, ...names, kind: 'rename' });
  return notRead(from, to, 'The patch changes no text.');
}

function noPath(from: number, to: number): Reading {
  return notRead(from, to, 'The patch has no path.');
}

interface GitHeader {
  readonly old: string | undefined;
  readonly present: string | undefined;
  readonly renamedFrom?: string;
  readonly renamedTo?: string;
  readonly says?: 'new' | 'deleted' | 'copied';
  readonly isBinary: boolean;
  readonly hunks: readonly Hunk[];
  /** Line after the last one of the file. */
  readonly end: number;
}

function readHeader(view: ReplyView, at: number, before: Before): GitHeader {
  const both = gitPaths(view.lines[at] ?? '');
  let header: Omit<GitHeader, 'end' | 'hunks'> = { old: both?.old, present: both?.present, isBinary: false };
  let line = at + 1;
  for (; line < view.lines.length && !endsFence(view, line, before.fence); line += 1) {
    const text = view.lines[line] ?? '';
    if (text.startsWith('diff --git ')) break;
    if (text.startsWith('--- ') && /^\+\+\+ \S/.test(view.lines[line + 1] ?? '')) {
      const old = headerPath(text);
      const present = headerPath(view.lines[line + 1] ?? '');
      if (old === undefined) header = { ...header, says: 'new' };
      if (present === undefined) header = { ...header, says: 'deleted' };
      header = { ...header, old: old ?? header.old, present: present ?? header.present };
      line += 2;
      break;
    }
    if (text.startsWith('@@')) break;
    if (/^(?:GIT binary patch|Binary files .* differ)$/.test(text)) {
      return { ...header, isBinary: true, hunks: [], end: endOfFile(view, line, before) };
    }
    const [, verb, rest = ''] = EXTENDED.exec(text) ?? [];
    if (verb === undefined) return { ...header, hunks: [], end: line };
    header = { ...header, ...saidBy(verb, unquoted(rest.trim())) };
  }
  return { ...header, ...readHunks(view, line, { fence: before.fence, needsHeader: true }) };
}

const EXTENDED =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;

function saidBy(verb: string, rest: string): Partial<Pick<GitHeader, 'says' | 'renamedFrom' | 'renamedTo'>> {
  switch (verb) {
    case 'new file mode':
      return { says: 'new' };
    case 'deleted file mode':
      return { says: 'deleted' };
    case 'copy from':
      return { says: 'copied' };
    case 'rename from':
      return { renamedFrom: rest };
    case 'rename to':
      return { renamedTo: rest };
    default:
      return {};
  }
}

/** Line after a part that isn't read: the next file, the end of the fence, or the end of the reply. */
function endOfFile(view: ReplyView, at: number, { fence }: Before): number {
  let line = at + 1;
  while (line < view.lines.length && !beginsFile(view, line) && !endsFence(view, line, fence)) {
    // Outside a fence, prose follows a blank line; a binary patch has one between its parts.
    if (
      fence === undefined &&
      view.lines[line] === '' &&
      !/^(?:literal|delta|index|@@)/.test(view.lines[line + 1] ?? '')
    ) {
      break;
    }
    line += 1;
  }
  return line;
}
