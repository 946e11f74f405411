/** Reads a model's answer leniently: people paste more than the answer, and models write around it. */
import { escapePath } from '../compose/escapePath';
import type { RepoPath } from '../files/repoPath';

/** Limit in UTF-16 units; anything longer is not a summary. */
const MAX_SUMMARY = 8_000;
/** Limit on the unrequested names reported to the user. */
const MAX_UNKNOWN = 20;
const MAX_NAME = 200;

export type ReadSummary =
  | { readonly kind: 'summary'; readonly summary: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface ReadAnswer {
  /** One for each requested file, in that order. */
  readonly files: readonly ReadSummary[];
  /** Names, as written, of summarized files that were not requested. */
  readonly unknown: readonly string[];
  /** The answer has sections, but they belong to another prompt. */
  readonly foreign: boolean;
}

/**
 * Reads the sections of an answer to `summaryPrompt`. They may be incomplete, in any order, in fences, with other text
 * around them and any line ends. The first section for a file counts. A marker with another code is ordinary text.
 */
export function readAnswer(answer: string, paths: readonly RepoPath[], code: string): ReadAnswer {
  const files = paths.map((): ReadSummary => ({ kind: 'missing' }));
  const unknown = new Set<string>();
  for (const { number, name, lines } of sectionsOf(answer, code)) {
    const index = indexOf(number, name, paths);
    if (index === undefined) {
      if (unknown.size < MAX_UNKNOWN) unknown.add((name || `file ${number}`).slice(0, MAX_NAME));
    } else if (files[index]?.kind === 'missing') files[index] = readSummary(lines.join('\n'));
  }
  const isEmpty = unknown.size === 0 && files.every(({ kind }) => kind === 'missing');
  return { files, unknown: [...unknown], foreign: isEmpty && ANY_MARKER.test(answer) };
}

/**
 * Cleans a summary: no fence, no control characters, no trailing blanks, one LF at the end. Rejects empty and overlong
 * ones.
 */
export function readSummary(written: string): ReadSummary {
  const summary = withoutFence(written.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, ''))
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (summary === '') return { kind: 'rejected', reason: 'the summary is empty' };
  if (summary.length > MAX_SUMMARY)
    return { kind: 'rejected', reason: `longer than ${MAX_SUMMARY.toLocaleString('en')} characters` };
  return { kind: 'summary', summary: `${summary}\n` };
}

interface Section {
  readonly number: number;
  /** As written, without quotes; empty if the marker has no name. */
  readonly name: string;
  readonly lines: string[];
}

/** Markdown for lists, quotes, headings or emphasis may precede a marker. */
const MARKER =
  /^[\s>#*_`~-]{0,20}\[\[\s?(summary|end)\s{1,3}([a-z0-9]{1,40})(?:\s{1,3}(\d{1,6}))?\s?\]\](.{0,5000})$/i;
const ANY_MARKER = /^[\s>#*_`~-]{0,20}\[\[\s?summary\s/im;

function sectionsOf(answer: string, code: string): readonly Section[] {
  const sections: Section[] = [];
  let open: Section | undefined;
  for (const line of answer.split(/\r\n?|\n/)) {
    const [, verb, of, number, rest = ''] = MARKER.exec(line) ?? [];
    if (verb === undefined || of?.toLowerCase() !== code.toLowerCase()) open?.lines.push(line);
    else if (verb.toLowerCase() === 'end') open = undefined;
    else {
      open = { number: Number(number ?? 0), name: nameIn(rest), lines: [] };
      sections.push(open);
    }
  }
  return sections;
}

function nameIn(rest: string): string {
  return rest.replace(/^[\s*_:`'"-]+/, '').replace(/[\s*_:`'"]+$/, '');
}

/** A name must be one of the paths. Without a name, the number decides. */
function indexOf(number: number, name: string, paths: readonly RepoPath[]): number | undefined {
  const named = paths.findIndex((path) => path === name || escapePath(path) === name);
  if (named >= 0) return named;
  const isNamed = name !== '';
  return isNamed || paths[number - 1] === undefined ? undefined : number - 1;
}

const CONTROL = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Removes a fence around the whole text, even if only its opening or closing line is there. */
function withoutFence(text: string): string {
  const lines = text.trim().split('\n');
  const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(lines[0] ?? '')?.[1];
  const isClosing = (line: string | undefined) =>
    line !== undefined && /^ {0,3}(?:`{3,}|~{3,})\s*$/.test(line);
  if (fence === undefined)
    return isClosing(lines.at(-1)) && !hasFence(lines.slice(0, -1)) ? lines.slice(0, -1).join('\n') : text;
  return lines.slice(1, isClosing(lines.at(-1)) ? -1 : undefined).join('\n');
}

function hasFence(lines: readonly string[]): boolean {
  return lines.some((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line));
}
