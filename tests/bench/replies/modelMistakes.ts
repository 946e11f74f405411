/** Mistakes of models in what they remember of a file, in paths, and in formats. */
import type { Corruption, WrittenEdit } from './corruption';
import { isTelling, keptAt, keptRows, keptText, linesAfter, linesBefore, rowsOf, type Row } from './rows';
import type { Random } from './seededRandom';

/** The distance from a change within which formats show a file's lines. */
const SHOWN = { nearest: 1, farthest: 3 };

const COMMENT = /^(\s*(?:\/\/|#|\/?\*+|--|;)\s+)(\p{L}.*\p{L}.*)$/u;

export const MODEL_MISTAKES: readonly Corruption[] = [
  remembered('context lines missing', (rows, random) => {
    const at = random.pick(keptAt(rows, SHOWN));
    return at === undefined ? undefined : rows.toSpliced(at, 1);
  }),
  remembered('blank line added', (rows, random) => {
    const at = random.pick(keptAt(rows, SHOWN));
    return at === undefined ? undefined : rows.toSpliced(at, 0, ...keptRows(['']));
  }),
  remembered('blank line dropped', (rows, random) => {
    const blank = keptAt(rows, SHOWN).filter((at) => keptText(rows, at)?.trim() === '');
    const at = random.pick(blank);
    return at === undefined ? undefined : rows.toSpliced(at, 1);
  }),
  remembered('comment paraphrased', (rows, random) =>
    rewritten(rows, random, (text) =>
      text.replace(
        COMMENT,
        (_, mark: string, words: string) => `${mark}Note: ${words.replace(/ (?:the|a|an|is|of) /g, ' ')}`,
      ),
    ),
  ),
  remembered('other quotes in context', (rows, random) => rewritten(rows, random, withOtherQuotes)),
  remembered('other words in context', (rows, random) =>
    rewritten(rows, random, (text) => text.replace(/(\p{L}{3,})(?=[^\p{L}]*$)/u, '$1Value')),
  ),
  remembered('middle elided', (rows) => elided(rows)),
  remembered('indent added', (rows) => indented(rows, (text) => (text.trim() === '' ? text : `    ${text}`))),
  remembered('indent lost', (rows) => indented(rows, (text) => text.replace(/^(?: {1,4}|\t)/, ''))),
  remembered('removed line reworded', (rows, random) => {
    const changes = [...rows.keys()].filter((at) => {
      const row = rows[at];
      return row?.kind === 'change' && row.old.some(isTelling);
    });
    const chosen = random.pick(changes);
    return chosen === undefined
      ? undefined
      : rows.map((row, at) => (at === chosen ? withReworded(row) : row));
  }),
  text('model', 'wrong line numbers', (reply, random) =>
    reply.replaceAll(
      HUNK_HEAD,
      (_, before: string, counts: string, after: string, more: string) =>
        `@@ -${Number(before) + random.below(40) + 1}${counts} +${Number(after) + random.below(40) + 1}${more} @@`,
    ),
  ),
  text('model', 'wrong counts', (reply, random) =>
    reply.replaceAll(
      HUNK_HEAD,
      (_, before: string, __, after: string) =>
        `@@ -${before},${1 + random.below(12)} +${after},${1 + random.below(12)} @@`,
    ),
  ),
  text('model', 'no line numbers', (reply) => reply.replaceAll(HUNK_HEAD, '@@ ... @@')),
  {
    ...text('model', 'truncated', (reply, random) =>
      reply.slice(0, Math.floor(reply.length * (0.4 + random.below(50) / 100))),
    ),
    isPartial: true,
  },
  text('model', 'closing fence missing', (reply) => {
    const lines = reply.split('\n');
    const at = lines.findLastIndex((line) => /^(?:`{3,}|~{3,})\s*$/.test(line));
    return at < 0 ? undefined : lines.toSpliced(at, 1).join('\n');
  }),
  edits('model', 'everything twice', (all) => [...all, ...all]),
  {
    ...edits('model', 'hunks out of order', (all) => {
      const separate = all.toReversed().flatMap((edit) => separated(edit).toReversed());
      return separate.length > 1 ? separate : undefined;
    }),
    isAboutContext: true,
  },
  edits('model', 'file that does not exist', (all) => [
    ...all,
    {
      path: 'lib/internal/widgetLoader.ts',
      before:
        'import { load } from "./load";\n\nexport function loadWidget(name) {\n  return load(name);\n}\n',
      after:
        'import { load } from "./load";\n\nexport function loadWidget(name) {\n  return load(`widgets/${name}`);\n}\n',
    },
  ]),
  path('a/ prefix', (path) => `a/${path}`),
  path('./ prefix', (path) => `./${path}`),
  path('absolute path', (path) => `/home/dev/projects/app/${path}`),
  path('base name only', (path) => path.replace(/.*\//, '')),
  path('wrong case', (path) =>
    path.replace(/[^/]+$/, (name) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()),
  ),
  path('backslashes', (path) => path.replaceAll('/', '\\')),
];

const HUNK_HEAD = /@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@/g;

/** The model has a wrong idea of lines that it doesn't change. */
function remembered(
  name: string,
  change: (rows: readonly Row[], random: Random) => readonly Row[] | undefined,
): Corruption {
  return {
    ...edits('model', name, (all, random) =>
      all.map((edit) => {
        if (edit.before === undefined || edit.after === undefined) return edit;
        const rows = change(rowsOf(splitText(edit.before), splitText(edit.after)), random);
        return rows === undefined
          ? edit
          : { ...edit, before: joined(linesBefore(rows)), after: joined(linesAfter(rows)) };
      }),
    ),
    isAboutContext: true,
  };
}

function edits(
  group: Corruption['group'],
  name: string,
  corrupt: (all: readonly WrittenEdit[], random: Random) => readonly WrittenEdit[] | undefined,
): Extract<Corruption, { level: 'edits' }> {
  return { name, group, level: 'edits', corrupt };
}

function text(
  group: Corruption['group'],
  name: string,
  corrupt: (reply: string, random: Random) => string | undefined,
): Extract<Corruption, { level: 'text' }> {
  return { name, group, level: 'text', corrupt };
}

/** Only for files that exist: nothing else tells where a new one belongs. */
function path(name: string, change: (path: string) => string): Corruption {
  return edits('path', name, (all) =>
    all.map((edit) => (edit.before === undefined ? edit : { ...edit, path: change(edit.path) })),
  );
}

/** Rewrites one line near a change. */
function rewritten(
  rows: readonly Row[],
  random: Random,
  rewrite: (text: string) => string,
): readonly Row[] | undefined {
  const candidates = keptAt(rows, SHOWN).filter((at) => {
    const line = keptText(rows, at) ?? '';
    return rewrite(line) !== line;
  });
  const at = random.pick(candidates);
  return at === undefined
    ? undefined
    : rows.with(at, { kind: 'keep', text: rewrite(keptText(rows, at) ?? '') });
}

function withOtherQuotes(line: string): string {
  if (line.includes("'") && !line.includes('"')) return line.replaceAll("'", '"');
  return line.includes('"') && !line.includes("'") ? line.replaceAll('"', "'") : line;
}

/** Leaves out lines between two changes that the format would show together. */
function elided(rows: readonly Row[]): readonly Row[] | undefined {
  const changes = [...rows.keys()].filter((at) => rows[at]?.kind === 'change');
  for (const [index, first] of changes.entries()) {
    const second = changes[index + 1] ?? first;
    if (second - first < 5) continue;
    const indent = /^\s*/.exec(keptText(rows, first + 2) ?? '')?.[0] ?? '';
    return rows.toSpliced(first + 2, second - first - 3, ...keptRows([`${indent}// ... existing code ...`]));
  }
  return undefined;
}

function indented(rows: readonly Row[], change: (text: string) => string): readonly Row[] {
  return rows.map((row) =>
    row.kind === 'keep'
      ? { kind: 'keep', text: change(row.text) }
      : { kind: 'change', old: row.old.map(change), new: row.new.map(change) },
  );
}

function withReworded(row: Row): Row {
  if (row.kind === 'keep') return row;
  const at = row.old.findIndex(isTelling);
  return { ...row, old: row.old.with(at, (row.old[at] ?? '').replace(/(\p{L}{2,})/u, '$1Current')) };
}

/** An edit for each change of a file, each against the text before all of them. */
function separated(edit: WrittenEdit): readonly WrittenEdit[] {
  if (edit.before === undefined || edit.after === undefined) return [edit];
  const { before } = edit;
  const rows = rowsOf(splitText(before), splitText(edit.after));
  return [...rows.keys()]
    .filter((at) => rows[at]?.kind === 'change')
    .map((chosen) => {
      const only = rows.flatMap((row, at) =>
        row.kind === 'change' && at !== chosen ? keptRows(row.old) : [row],
      );
      return { path: edit.path, before, after: joined(linesAfter(only)) };
    });
}

function splitText(all: string): readonly string[] {
  return all.replace(/\n$/, '').split('\n');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
