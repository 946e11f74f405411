/** Edits as models write them: a reply in each format that replies are read in. */
import { diffArrays } from 'diff';

export const REPLY_FORMATS = [
  'search-replace',
  'whole-file',
  'fenced-code',
  'unified-diff',
  'git-patch',
  'begin-patch',
  'code-web-chat',
  'repo-prompt',
  'ac-dc',
  'ac-dc-squares',
  'str-replace',
  'elided',
] as const;

export type ReplyFormat = (typeof REPLY_FORMATS)[number];

/** Undefined: the file does not exist. Line ends are `\n`. */
export interface EditToPrint {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Formats that can say that a file goes away. The others leave out such edits. */
export const FORMATS_THAT_DELETE: ReadonlySet<ReplyFormat> = new Set([
  'unified-diff',
  'git-patch',
  'begin-patch',
  'code-web-chat',
  'repo-prompt',
]);

/**
 * The reply that makes these edits, without prose except where a format needs a heading. Diffs have three lines of
 * context; blocks that are searched for have more until they are unique. Edits that change nothing are left out.
 */
export function printReply(format: ReplyFormat, edits: readonly EditToPrint[]): string {
  const printed = edits.filter(
    ({ before, after }) => before !== after && (after !== undefined || FORMATS_THAT_DELETE.has(format)),
  );
  if (format === 'begin-patch') {
    return fenced('', `*** Begin Patch\n${printed.map(beginPatchFile).join('')}*** End Patch\n`);
  }
  if (format === 'git-patch') return fenced('diff', printed.map(gitPatchFile).join(''));
  if (format === 'str-replace') return fenced('json', strReplaceCalls(printed));
  return printed.map((edit) => PRINTERS[format](edit)).join('\n');
}

type ByFile = Exclude<ReplyFormat, 'begin-patch' | 'git-patch' | 'str-replace'>;

const PRINTERS: Readonly<Record<ByFile, (edit: EditToPrint) => string>> = {
  'search-replace': (edit) => {
    const blocks = changes(edit).map((change) => conflict(edit, change, ['SEARCH', 'REPLACE']));
    return blocks.map((block) => `${edit.path}\n${fenced(language(edit.path), block)}`).join('\n');
  },
  'whole-file': ({ path, after = '' }) => `${path}\n${fenced(language(path), after)}`,
  'fenced-code': ({ path, after = '' }) => fenced(`${language(path) || 'text'} ${path}`, after),
  'unified-diff': (edit) => fenced('diff', unifiedDiff(edit)),
  'code-web-chat': (edit) => {
    const { path, before, after } = edit;
    if (after === undefined) return `### Deleted file: \`${path}\`\n`;
    if (before === undefined) return `### New file: \`${path}\`\n\n${fenced(language(path), after)}`;
    const blocks = changes(edit).map((change) => conflict(edit, change, ['ORIGINAL', 'UPDATED']));
    return `### Updated file: \`${path}\`\n\n${fenced(language(path), blocks.join('\n'))}`;
  },
  'repo-prompt': (edit) => repoPromptFile(edit),
  'ac-dc': (edit) => acDcBlocks(edit, ['««« EDIT', '═══════ REPL', '»»» EDIT END']),
  'ac-dc-squares': (edit) => acDcBlocks(edit, ['🟧🟧🟧 EDIT', '🟨🟨🟨 REPL', '🟩🟩🟩 END']),
  elided: (edit) => `**${edit.path}**\n\n${fenced(language(edit.path), elided(edit))}`,
};

function conflict(
  edit: EditToPrint,
  { before, after }: Change,
  [old, present]: readonly [string, string],
): string {
  const length = markerLength(`${edit.before ?? ''}\n${edit.after ?? ''}`);
  const [open, middle, close] = ['<', '=', '>'].map((mark) => mark.repeat(length));
  return `${open} ${old}\n${text(before)}${middle}\n${text(after)}${close} ${present}\n`;
}

function unifiedDiff({ path, before, after }: EditToPrint): string {
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const to = after === undefined ? '/dev/null' : `b/${path}`;
  return `--- ${from}\n+++ ${to}\n${diffHunks({ path, before, after })}`;
}

function gitPatchFile(edit: EditToPrint): string {
  const { path, before, after } = edit;
  const mode = before === undefined ? 'new file' : 'deleted file';
  const modeLine = before === undefined || after === undefined ? `${mode} mode 100644\n` : '';
  // Git writes no hunks, and no names above them, for an empty file.
  const hasHunks = before || after;
  return `diff --git a/${path} b/${path}\n${modeLine}index 1111111..2222222${modeLine === '' ? ' 100644' : ''}\n${
    hasHunks ? unifiedDiff(edit) : ''
  }`;
}

function diffHunks(edit: EditToPrint): string {
  let shift = 0;
  return changes(edit, { isUnique: false })
    .map(({ from, before, after, lines }) => {
      const old = `${before.length === 0 ? from - 1 : from},${before.length}`;
      const start = from + shift;
      const present = `${after.length === 0 ? start - 1 : start},${after.length}`;
      shift += after.length - before.length;
      return `@@ -${old} +${present} @@\n${lines.map(({ mark, line }) => `${mark}${line}\n`).join('')}`;
    })
    .join('');
}

function beginPatchFile(edit: EditToPrint): string {
  const { path, before, after } = edit;
  if (after === undefined) return `*** Delete File: ${path}\n`;
  if (before === undefined) {
    return `*** Add File: ${path}\n${toLines(after)
      .map((line) => `+${line}\n`)
      .join('')}`;
  }
  const hunks = changes(edit).map(
    ({ lines }) => `@@\n${lines.map(({ mark, line }) => `${mark}${line}\n`).join('')}`,
  );
  return `*** Update File: ${path}\n${hunks.join('')}`;
}

function repoPromptFile(edit: EditToPrint): string {
  const { path, before, after } = edit;
  const file = (action: string, content: string): string =>
    `<file path="${path}" action="${action}">\n${content}</file>\n`;
  if (after === undefined) return file('delete', '');
  const block = (tag: string, content: string): string => `<${tag}>\n===\n${content}===\n</${tag}>\n`;
  if (before === undefined) return file('create', `<change>\n${block('content', withEnd(after))}</change>\n`);
  const parts = changes(edit).map(
    ({ before: old, after: present }) =>
      `<change>\n${block('search', text(old))}${block('content', text(present))}</change>\n`,
  );
  return file('modify', parts.join(''));
}

function acDcBlocks(edit: EditToPrint, [open, middle, close]: readonly [string, string, string]): string {
  return changes(edit)
    .map(({ before, after }) => `${edit.path}\n${open}\n${text(before)}${middle}\n${text(after)}${close}\n`)
    .join('\n');
}

function strReplaceCalls(edits: readonly EditToPrint[]): string {
  const calls = edits.flatMap((edit): readonly object[] => {
    const { path, before, after = '' } = edit;
    if (before === undefined) return [{ command: 'create', path, file_text: after }];
    return changes(edit).map((change) => ({
      command: 'str_replace',
      path,
      old_str: change.before.join('\n'),
      new_str: change.after.join('\n'),
    }));
  });
  return `${JSON.stringify(calls.length === 1 ? calls[0] : calls, undefined, 2)}\n`;
}

/** The new file, with a comment in place of lines that are far from any change. */
function elided(edit: EditToPrint): string {
  if (edit.before === undefined) return edit.after ?? '';
  const lines = toLines(edit.before);
  const gap = comment(edit.path, '... existing code ...');
  let printed = '';
  let line = 1;
  for (const { from, before, after } of changes(edit, { isUnique: false })) {
    if (from > line) printed += `${gap}\n`;
    printed += text(after);
    line = from + before.length;
  }
  return line <= lines.length ? `${printed}${gap}\n` : printed;
}

function comment(path: string, words: string): string {
  const kind = language(path);
  if (/^(?:py|rb|sh|ya?ml|toml|r|ex|exs)$/.test(kind)) return `# ${words}`;
  if (/^(?:html|xml|md|vue|svelte)$/.test(kind)) return `<!-- ${words} -->`;
  if (kind === 'css') return `/* ${words} */`;
  return `// ${words}`;
}

interface MarkedLine {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

interface Change {
  /** 1-based line of the old text. */
  readonly from: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly lines: readonly MarkedLine[];
}

const CONTEXT_LINES = 3;

/** Changed places with their context, which grows until the old lines are in the old text only once. */
function changes({ before = '', after = '' }: EditToPrint, { isUnique = true } = {}): readonly Change[] {
  const old = toLines(before);
  const marked = markedLines(old, toLines(after));
  let ranges = changedRanges(marked);
  for (let context = 0; context < CONTEXT_LINES; context += 1) ranges = joined(ranges.map(widened(marked)));
  while (isUnique) {
    const wider = joined(
      ranges.map((range) =>
        countOf(old, oldSide(marked, range)) > 1 || isBare(marked, range) ? widened(marked)(range) : range,
      ),
    );
    if (wider.every(([from, to], at) => from === ranges[at]?.[0] && to === ranges[at]?.[1])) break;
    ranges = wider;
  }
  return ranges.map((range) => {
    const lines = marked.slice(...range);
    return {
      from: marked.slice(0, range[0]).filter(({ mark }) => mark !== '+').length + 1,
      before: oldSide(marked, range),
      after: lines.filter(({ mark }) => mark !== '-').map(({ line }) => line),
      lines,
    };
  });
}

type Range = readonly [from: number, to: number];

function markedLines(before: readonly string[], after: readonly string[]): readonly MarkedLine[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map((line): MarkedLine => ({ mark: added ? '+' : removed ? '-' : ' ', line })),
  );
}

function changedRanges(marked: readonly MarkedLine[]): readonly Range[] {
  return joined(marked.flatMap(({ mark }, at): Range[] => (mark === ' ' ? [] : [[at, at + 1]])));
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) result.splice(-1, 1, [last[0], Math.max(to, last[1])]);
    else result.push([from, to]);
  }
  return result;
}

function widened(marked: readonly MarkedLine[]): (range: Range) => Range {
  return ([from, to]) => [Math.max(0, from - 1), Math.min(marked.length, to + 1)];
}

function oldSide(marked: readonly MarkedLine[], [from, to]: Range): readonly string[] {
  return marked
    .slice(from, to)
    .filter(({ mark }) => mark !== '+')
    .map(({ line }) => line);
}

/** Whether nothing but blank lines says where a change belongs. */
function isBare(marked: readonly MarkedLine[], range: Range): boolean {
  return oldSide(marked, range).every((line) => line.trim() === '');
}

function countOf(lines: readonly string[], part: readonly string[]): number {
  let count = 0;
  for (let at = 0; at + part.length <= lines.length; at += 1) {
    if (part.every((line, index) => line === lines[at + index])) count += 1;
  }
  return count;
}

function fenced(info: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/^ *(`{3,})/gm)].map(([, ticks = '']) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${withEnd(content)}${fence}\n`;
}

/** Marker characters of a SEARCH block that no line of the text begins with. */
function markerLength(content: string): number {
  const used = new Set([...content.matchAll(/^(<{5,9}|={5,9}|>{5,9})/gm)].map(([marker]) => marker.length));
  return [7, 6, 8, 5, 9].find((length) => !used.has(length)) ?? 7;
}

function language(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}

function toLines(content: string): readonly string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n');
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function withEnd(content: string): string {
  return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}
