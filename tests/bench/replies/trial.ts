/** A reply, damaged or not, with the files it meets and the texts that applying it should give. */
import type { CommitCase } from './commitCases';
import type { Corruption, TrialFile, WrittenEdit } from './corruption';
import { linesAfter, linesBefore, rowsOf } from './rows';
import type { Random } from './seededRandom';

export interface Trial {
  readonly reply: string;
  /** Existing files, by changes. */
  readonly changed: readonly TrialFile[];
  readonly created: readonly { readonly path: string; readonly text: string }[];
  readonly deleted: readonly { readonly path: string; readonly text: string }[];
  /** Paths of the files that the damage concerns; all if there is none. */
  readonly judged: ReadonlySet<string>;
  /** Whether the reply ends early. */
  readonly isPartial: boolean;
  /** Whether lines near the changes are wrong, so that nothing says on which side of a blank line they belong. */
  readonly isVague: boolean;
}

export interface TrialFormat {
  readonly name: string;
  /** Whether it writes every line of a file. */
  readonly isWhole: boolean;
  readonly print: (edits: readonly WrittenEdit[]) => string;
}

/** Undefined if a corruption finds nothing to damage in this case and format. */
export function trialOf(
  { files }: Pick<CommitCase, 'files'>,
  format: TrialFormat,
  corruptions: readonly Corruption[],
  random: Random,
): Trial | undefined {
  let changed: readonly TrialFile[] = files.flatMap(({ path, before, after }): TrialFile[] => {
    if (before === undefined || after === undefined) return [];
    const rows = rowsOf(splitText(before), splitText(after));
    return [{ path, sent: rows, now: rows, lineEnd: '\n', hasFinalEnd: true }];
  });
  let judged = new Set(files.map(({ path }) => path));
  for (const corruption of corruptions) {
    if (format.isWhole && corruption.isAboutContext === true) return undefined;
    if (corruption.level !== 'file') continue;
    const results = changed.map((file) => corruption.corrupt(file, random));
    if (results.every((result) => result === undefined)) return undefined;
    judged = new Set(changed.flatMap(({ path }, at) => (results[at] === undefined ? [] : [path])));
    changed = changed.map((file, at) => results[at] ?? file);
  }
  const written = writtenEdits(files, changed);
  const edits = damagedEdits(written, corruptions, random);
  if (edits?.length === files.length && edits.some((edit, at) => !isSame(edit, written[at]))) {
    const own = written.filter((edit, at) => judged.has(edit.path) && !isSame(edit, edits[at]));
    if (own.length === 0) return undefined;
    judged = new Set(own.map(({ path }) => path));
  }
  const reply = edits && damagedText(withProse(format.print(edits)), corruptions, random);
  if (reply === undefined) return undefined;
  return {
    ...{ reply, changed },
    created: files.flatMap(({ path, before, after }) =>
      before === undefined && after !== undefined ? [{ path, text: after }] : [],
    ),
    deleted: files.flatMap(({ path, before, after }) =>
      before !== undefined && after === undefined ? [{ path, text: before }] : [],
    ),
    judged,
    isPartial: corruptions.some(({ isPartial }) => isPartial),
    isVague: corruptions.some(({ isAboutContext }) => isAboutContext),
  };
}

/** The text that was sent, as the model saw it. */
export function sentText({ sent }: TrialFile): string {
  return joined(linesBefore(sent));
}

export function diskText(file: TrialFile): string {
  return inStyle(file, linesBefore(file.now));
}

/** The text on disk after the reply has been applied as it was meant. */
export function expectedText(file: TrialFile): string {
  return inStyle(file, linesAfter(file.now));
}

function inStyle({ lineEnd, hasFinalEnd }: TrialFile, lines: readonly string[]): string {
  return lines.length === 0 ? '' : lines.join(lineEnd) + (hasFinalEnd ? lineEnd : '');
}

function writtenEdits(files: CommitCase['files'], changed: readonly TrialFile[]): readonly WrittenEdit[] {
  const byPath = new Map(changed.map((file) => [file.path, file]));
  return files.map((file) => {
    const trialFile = byPath.get(file.path);
    if (trialFile === undefined) return file;
    const { path, sent } = trialFile;
    return { path, before: joined(linesBefore(sent)), after: joined(linesAfter(sent)) };
  });
}

function damagedEdits(
  written: readonly WrittenEdit[],
  corruptions: readonly Corruption[],
  random: Random,
): readonly WrittenEdit[] | undefined {
  let edits = written;
  for (const corruption of corruptions) {
    if (corruption.level !== 'edits') continue;
    const damaged = corruption.corrupt(edits, random);
    if (damaged === undefined) return undefined;
    if (damaged.length === edits.length && damaged.every((edit, at) => isSame(edit, edits[at])))
      return undefined;
    edits = damaged;
  }
  return edits;
}

function damagedText(reply: string, corruptions: readonly Corruption[], random: Random): string | undefined {
  let text = reply;
  for (const corruption of corruptions) {
    if (corruption.level !== 'text') continue;
    const damaged = corruption.corrupt(text, random);
    if (damaged === undefined || damaged === text) return undefined;
    text = damaged;
  }
  return text;
}

function isSame(one: WrittenEdit, other: WrittenEdit | undefined): boolean {
  return one.path === other?.path && one.before === other.before && one.after === other.after;
}

function withProse(edits: string): string {
  return [
    "I've looked at the code and made the changes below. They keep the public interface as it is.",
    edits.trimEnd(),
    'Run the tests to check that nothing else depends on the old behavior. Let me know if you want more changes.\n',
  ].join('\n\n');
}

function splitText(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
