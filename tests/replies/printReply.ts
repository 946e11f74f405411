/** Writes edits as models do, in every format that Strata reads. */
import { structuredPatch, type StructuredPatchHunk } from 'diff';

export const REPLY_FORMATS = [
  'search-replace',
  'whole-file',
  'unified-diff',
  'git-patch',
  'openai-patch',
  'code-web-chat',
  'repoprompt',
  'ac-dc',
  'ac-dc-squares',
  'str-replace',
  'elided',
] as const;

export type ReplyFormat = (typeof REPLY_FORMATS)[number];

/** Texts are undefined where there is no file. */
export interface EditToPrint {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const CONTEXT = 3;

/** `elided` differs from a whole file only where a file changes in few places. */
export function printReply(format: ReplyFormat, edits: readonly EditToPrint[]): string {
  if (format === 'openai-patch')
    return fenced(
      ['*** Begin Patch', ...edits.map((edit) => PRINTERS[format](edit)), '*** End Patch'].join('\n'),
      '',
    );
  if (format === 'repoprompt') return fenced(edits.map((edit) => PRINTERS[format](edit)).join('\n'), 'xml');
  return edits.map((edit) => PRINTERS[format](edit)).join('\n\n');
}

const PRINTERS: Readonly<Record<ReplyFormat, (edit: EditToPrint) => string>> = {
  'search-replace': ({ path, before, after }) =>
    blocks(before, after)
      .map(({ old, present }) =>
        fenced(
          [path, '<<<<<<< SEARCH', ...old, '=======', ...present, '>>>>>>> REPLACE'].join('\n'),
          languageOf(path),
        ),
      )
      .join('\n\n'),
  'whole-file': ({ path, after }) => `**${path}**\n\n${fenced(trimmed(after ?? ''), languageOf(path))}`,
  'unified-diff': (edit) => fenced(diffOf(edit), 'diff'),
  'git-patch': (edit) => {
    const { path, before, after } = edit;
    const head = [`diff --git a/${path} b/${path}`];
    if (before === undefined) head.push('new file mode 100644');
    if (after === undefined) head.push('deleted file mode 100644');
    head.push('index 1111111..2222222');
    return fenced(`${head.join('\n')}\n${diffOf(edit)}`, 'diff');
  },
  'openai-patch': ({ path, before, after }) => {
    if (after === undefined) return `*** Delete File: ${path}`;
    if (before === undefined)
      return [`*** Add File: ${path}`, ...linesIn(after).map((line) => `+${line}`)].join('\n');
    const hunks = hunksOf(before, after).map(({ lines }) => ['@@', ...withoutMarks(lines)].join('\n'));
    return [`*** Update File: ${path}`, ...hunks].join('\n');
  },
  'code-web-chat': ({ path, before, after }) => {
    if (after === undefined) return `### Deleted file: \`${path}\``;
    const kind = before === undefined ? 'New' : 'Updated';
    return `### ${kind} file: \`${path}\`\n\n${fenced(trimmed(after), languageOf(path))}`;
  },
  repoprompt: ({ path, before, after }) => {
    if (after === undefined) return `<file path="${path}" action="delete"></file>`;
    if (before === undefined)
      return [
        ...[`<file path="${path}" action="create">`, '<change>', '<content>', '==='],
        ...[trimmed(after), '===', '</content>', '</change>', '</file>'],
      ].join('\n');
    const changes = blocks(before, after).flatMap(({ old, present }) => [
      ...['<change>', '<search>', '===', ...old, '===', '</search>'],
      ...['<content>', '===', ...present, '===', '</content>', '</change>'],
    ]);
    return [`<file path="${path}" action="modify">`, ...changes, '</file>'].join('\n');
  },
  'ac-dc': (edit) => marked(edit, ['««« EDIT', '═══════ REPL', '»»» EDIT END']),
  'ac-dc-squares': (edit) => marked(edit, ['🟧🟧🟧 EDIT', '🟨🟨🟨 REPL', '🟩🟩🟩 END']),
  'str-replace': ({ path, before, after }) => {
    if (before === undefined)
      return fenced(
        JSON.stringify({ command: 'create', path, file_text: after ?? '' }, undefined, 2),
        'json',
      );
    const calls = blocks(before, after).map(({ old, present }) => ({
      ...{ command: 'str_replace', path },
      old_str: old.join('\n'),
      new_str: present.join('\n'),
    }));
    return calls.map((call) => fenced(JSON.stringify(call, undefined, 2), 'json')).join('\n\n');
  },
  elided: ({ path, before, after }) => {
    if (before === undefined || after === undefined) return PRINTERS['whole-file']({ path, before, after });
    const comment = /\.(?:py|rb|sh|ya?ml|toml)$/.test(path)
      ? '# ... existing code ...'
      : '// ... existing code ...';
    const present = linesIn(after);
    const printed: string[] = [];
    let at = 0;
    for (const { newStart, newLines } of hunksOf(before, after)) {
      if (newStart - 1 > at) printed.push(comment);
      printed.push(...present.slice(newStart - 1, newStart - 1 + newLines));
      at = newStart - 1 + newLines;
    }
    if (at < present.length) printed.push(comment);
    return `\`${path}\`\n\n${fenced(printed.join('\n'), languageOf(path))}`;
  },
};

function marked({ path, before, after }: EditToPrint, [edit = '', replace = '', end = '']: string[]): string {
  return blocks(before, after)
    .map(({ old, present }) => [path, edit, ...old, replace, ...present, end].join('\n'))
    .join('\n\n');
}

/** A fence that no line of the text closes. */
function fenced(text: string, info: string): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, marks = '']) => marks.length),
  );
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${text}\n${fence}`;
}

function diffOf({ path, before, after }: EditToPrint): string {
  const hunks = hunksOf(before ?? '', after ?? '').map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}`,
  );
  const [old, present] = [
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
  ];
  return [`--- ${old}`, `+++ ${present}`, ...hunks].join('\n');
}

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  return structuredPatch('', '', before, after, '', '', { context: CONTEXT }).hunks;
}

function withoutMarks(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !line.startsWith('\\'));
}

interface PrintedBlock {
  readonly old: readonly string[];
  readonly present: readonly string[];
}

/** Old and new lines of each place, with as much context as makes the old ones unique. */
function blocks(before: string | undefined, after: string | undefined): readonly PrintedBlock[] {
  if (before === undefined) return [{ old: [], present: linesIn(after ?? '') }];
  if (after === undefined) return [{ old: linesIn(before), present: [] }];
  for (let context = CONTEXT; ; context *= 2) {
    const { hunks } = structuredPatch('', '', before, after, '', '', { context });
    const found = hunks.map(({ lines }) => {
      const own = withoutMarks(lines);
      return {
        old: own.filter((line) => !line.startsWith('+')).map((line) => line.slice(1)),
        present: own.filter((line) => !line.startsWith('-')).map((line) => line.slice(1)),
      };
    });
    const isUnique = ({ old }: PrintedBlock): boolean =>
      `\n${before}\n`.split(`\n${old.join('\n')}\n`).length === 2;
    if (found.every(isUnique) || context > before.length) return found;
  }
}

function linesIn(text: string): readonly string[] {
  return text === '' ? [] : trimmed(text).split('\n');
}

function trimmed(text: string): string {
  return text.replace(/\n$/, '');
}

function languageOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}
