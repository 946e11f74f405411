import { parse } from 'smol-toml';
import { parseRepoPath } from '../files/repoPath';
import { diffLines } from '../slices/diffLines';
import { isTable, sameValue, type PlainValue } from '../outside/plainTree';
import { TOML_TOKEN } from './tomlLayout';
import { applied, type TextChange } from './textChange';
import { tomlValue, type LineEnd } from './tomlText';

/** The place of a list entry in the text. */
interface Element {
  readonly start: number;
  readonly end: number;
  /** Offset of its comma; the last element may have none. */
  readonly comma: number | undefined;
}

interface ListChange {
  readonly before: readonly PlainValue[];
  readonly after: readonly PlainValue[];
  readonly lineEnd: LineEnd;
}

/**
 * Edits the text of a list. Unchanged entries keep their bytes and comments; removing an entry also removes the comment on
 * its line. Undefined if the result would not parse as `change.after`.
 */
export function changedList(list: string, change: ListChange): string | undefined {
  const elements = elementsOf(list);
  if (elements.length !== change.before.length || change.after.length === 0) return undefined;
  const changed = applied(list, listChanges(list, elements, change));
  return parsesAs(changed, change.after) ? changed : undefined;
}

function parsesAs(list: string, values: readonly PlainValue[]): boolean {
  try {
    const { read } = parse(`read = ${list}`);
    return sameValue(read as PlainValue, values); // A value that is not plain never matches.
  } catch {
    return false;
  }
}

function listChanges(
  list: string,
  elements: readonly Element[],
  { before, after, lineEnd }: ListChange,
): readonly TextChange[] {
  const oldAt = new Map<number, number>();
  const changes: TextChange[] = [];
  for (const [old, now] of matched(before, after).entries()) {
    const element = elements[old];
    const [was, is] = [before[old], after[now]];
    if (element === undefined || was === undefined) continue;
    if (is === undefined) changes.push(removal(list, element));
    else if (!sameValue(was, is)) changes.push({ ...element, text: tomlValue(is) });
    oldAt.set(now, old);
  }
  let above: Element | undefined;
  let added: string[] = [];
  const addRun = () => {
    if (added.length > 0) changes.push(...addition(list, elements, { above, added, lineEnd }));
    added = [];
  };
  for (const [now, value] of after.entries()) {
    const old = oldAt.get(now);
    if (old === undefined) added.push(tomlValue(value));
    else {
      addRun();
      above = elements[old];
    }
  }
  addRun();
  return changes;
}

/** Maps the index of an old entry to that of the new entry for the same file. */
function matched(before: readonly PlainValue[], after: readonly PlainValue[]): Int32Array {
  const ids = new Map<string, number>();
  const idsOf = (values: readonly PlainValue[]) =>
    Int32Array.from(values, (value) => {
      const subject = subjectOf(isTable(value) ? (value['path'] ?? value) : value);
      if (!ids.has(subject)) ids.set(subject, ids.size);
      return ids.get(subject) ?? 0;
    });
  return diffLines(idsOf(before), idsOf(after));
}

/** Identifies a file by its normalized path. */
function subjectOf(value: PlainValue): string {
  const parsed = typeof value === 'string' ? parseRepoPath(value) : undefined;
  return JSON.stringify(parsed?.kind === 'path' ? parsed.path : value);
}

/** Removes the whole line if it contains nothing else. */
function removal(list: string, { start, end, comma }: Element): TextChange {
  const lineStart = list.lastIndexOf('\n', start) + 1;
  const rest = restOfLine(list, comma === undefined ? end : comma + 1);
  if (lineStart > 0 && list.slice(lineStart, start).trim() === '' && rest !== undefined)
    return { start: lineStart, end: rest, text: '' };
  if (comma === undefined) return { start, end, text: '' };
  const blanks = list.slice(comma + 1).search(/[^ \t]|$/);
  return { start, end: comma + 1 + blanks, text: '' };
}

/** Offset after the line end if only a comment follows on the line. */
function restOfLine(list: string, from: number): number | undefined {
  const [rest] = /^[ \t]*(?:#[^\r\n]*)?\r?\n/.exec(list.slice(from)) ?? [];
  return rest === undefined ? undefined : from + rest.length;
}

interface Addition {
  /** The entry that the added ones follow; undefined at the top. */
  readonly above: Element | undefined;
  readonly added: readonly string[];
  readonly lineEnd: LineEnd;
}

function addition(
  list: string,
  elements: readonly Element[],
  { above, added, lineEnd }: Addition,
): readonly TextChange[] {
  const from = above === undefined ? 1 : above.comma === undefined ? above.end : above.comma + 1;
  const line = restOfLine(list, from);
  if (line !== undefined) {
    const indent = indentOf(list, above ?? elements[0]);
    const text = added.map((value) => `${indent}${value},${lineEnd}`).join('');
    const comma = above !== undefined && above.comma === undefined ? [put(above.end, ',')] : [];
    return [...comma, put(line, text)];
  }
  if (above !== undefined) return [put(above.end, `, ${added.join(', ')}`)];
  return [put(1, elements.length === 0 ? added.join(', ') : `${added.join(', ')}, `)];
}

function indentOf(list: string, element: Element | undefined): string {
  if (element === undefined) return '  ';
  const line = list.slice(list.lastIndexOf('\n', element.start) + 1);
  return line.slice(0, line.search(/[^ \t]|$/));
}

function put(at: number, text: string): TextChange {
  return { start: at, end: at, text };
}

function elementsOf(list: string): readonly Element[] {
  const elements: Element[] = [];
  let open: { start: number; end: number } | undefined;
  let depth = 0;
  let last = 0;
  const extend = (start: number, end: number) => {
    open = { start: open?.start ?? start, end };
  };
  const close = (comma: number | undefined) => {
    if (open !== undefined) elements.push({ ...open, comma });
    open = undefined;
  };
  for (const { 0: token, index } of list.matchAll(TOML_TOKEN)) {
    const between = list.slice(last, index);
    last = index + token.length;
    // An unquoted value, such as a number.
    if (depth > 0 && between.trim() !== '') {
      const start = index - between.trimStart().length;
      extend(start, start + between.trim().length);
    }
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    const isOuter = depth === 0 || (depth === 1 && index === 0);
    if (depth === 0) close(undefined);
    else if (token === ',' && depth === 1) close(index);
    else if (!isOuter && token !== '\n' && !token.startsWith('#')) extend(index, last);
  }
  return elements;
}
