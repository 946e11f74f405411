/** What a model has answered, read with patience: people paste more than was asked for, and models write around it. */
import { escapePath } from '../compose/escapePath';
import type { RepoPath } from '../files/repoPath';

/** In UTF-16 units: more is no summary. */
const MAX_SUMMARY = 8_000;
/** Names of sections that nobody asked for, told to the user. */
const MAX_UNKNOWN = 20;
const MAX_NAME = 200;

export type ReadSummary =
  | { readonly kind: 'summary'; readonly summary: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface ReadAnswer {
  /** One for each file asked for, in that order. */
  readonly files: readonly ReadSummary[];
  /** The names, as written, of files that the answer summarizes although nobody asked. */
  readonly unknown: readonly string[];
  /** There are sections, but of another prompt. */
  readonly foreign: boolean;
}

/**
 * The sections of an answer to `summaryPrompt`. They may come in any order, in fences, with other text around them, with
 * any line ends, and only some of them; the first section of a file counts. Lines that carry another code are text.
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

/** A text as a summary is kept: clean lines, LF at the end. */
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
  /** As the answer has it, unquoted; empty where it names none. */
  readonly name: string;
  readonly lines: string[];
}

/** Marks of lists, quotes, headings and emphasis may stand before a marker. */
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

/** A name that is one of the paths decides; a number alone does where there is no name. */
function indexOf(number: number, name: string, paths: readonly RepoPath[]): number | undefined {
  const named = paths.findIndex((path) => path === name || escapePath(path) === name);
  if (named >= 0) return named;
  const isNamed = name !== '';
  return isNamed || paths[number - 1] === undefined ? undefined : number - 1;
}

const CONTROL = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** The text in a fence, where there is nothing but the fence; an opening one alone is taken off too. */
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
