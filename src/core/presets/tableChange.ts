import { isTable, sameValue, valueAt, type PlainTable, type PlainValue } from '../outside/plainTree';
import { applied, type TextChange } from './textChange';
import { tomlStatements, valueSpan, type Statement } from './tomlLayout';
import { changedList } from './tomlList';
import { tomlEntry, tomlOwnLines, tomlPath, tomlTable, type LineEnd } from './tomlText';

type Keys = readonly string[];

/** The brackets of a header, and the keys in them. */
const HEADER = /^(\s*\[+)((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'\]])*)/;

/** Renames a table in its header and in those of its subtables. */
export function renameTable(text: string, keys: Keys, name: string): string {
  const changes = tomlStatements(text)
    .filter((statement) => statement.kind === 'header' && isBelow(statement, keys))
    .map((statement) => {
      const old = text.slice(statement.start, statement.end);
      const [, brackets = '', path = ''] = HEADER.exec(old) ?? [];
      const renamed = [...keys.slice(0, -1), name, ...statement.keys.slice(keys.length)];
      const start = statement.start + brackets.length;
      return { start, end: start + path.length, text: tomlPath(renamed) };
    });
  return applied(text, changes);
}

/**
 * Removes a table with its subtables and the comments directly above them. Comments at the top of the file stay, because
 * they are about the whole file.
 */
export function removeTable(text: string, keys: Keys): string {
  const statements = tomlStatements(text);
  const changes: TextChange[] = [];
  for (const [index, header] of statements.entries()) {
    if (header.kind !== 'header' || !isBelow(header, keys)) continue;
    const section = sectionOf(statements, index);
    const above = statements.slice(0, index).findLastIndex(({ kind }) => kind !== 'comment');
    const first = (above < 0 ? undefined : statements[above + 1]) ?? header;
    const last = section.findLast(({ kind }) => kind === 'header' || kind === 'entry') ?? header;
    const rest = section.slice(section.indexOf(last) + 1);
    const blanks = rest.findIndex(({ kind }) => kind !== 'blank');
    const end = rest[(blanks < 0 ? rest.length : blanks) - 1]?.end ?? last.end;
    changes.push({ start: first.start, end, text: '' });
  }
  return applied(text, changes);
}

/** Removes all statements about a table, in any layout, but no comments on separate lines. */
export function removeStatements(text: string, keys: Keys): string {
  const own = tomlStatements(text).filter((statement) => isBelow(statement, keys));
  return applied(
    text,
    own.map(({ start, end }) => ({ start, end, text: '' })),
  );
}

/** Appends a table. */
export function addTable(text: string, keys: Keys, table: PlainTable, lineEnd: LineEnd): string {
  const above = text === '' ? '' : closed(text, lineEnd) + lineEnd;
  return above + tomlTable(keys, table, lineEnd);
}

/** Replaces, adds and removes the keys in which `next` differs from `old`. Leaves all others alone. */
export function changeTable(
  text: string,
  keys: Keys,
  old: PlainTable,
  next: PlainTable,
  lineEnd: LineEnd,
): string {
  let changed = closed(text, lineEnd);
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const [before, after] = [valueAt(old, key), valueAt(next, key)];
    if (before === undefined || after === undefined || !sameValue(before, after))
      changed = changeKey(changed, { keys: [...keys, key], before, after, lineEnd });
  }
  return changed;
}

interface KeyChange {
  readonly keys: Keys;
  readonly before: PlainValue | undefined;
  readonly after: PlainValue | undefined;
  readonly lineEnd: LineEnd;
}

function changeKey(text: string, { keys, before, after, lineEnd }: KeyChange): string {
  const statements = tomlStatements(text);
  const own = statements.filter((statement) => isBelow(statement, keys));
  const hasHeader = own.some(({ kind }) => kind === 'header');
  const [first] = own;
  const hasValue = first?.kind === 'entry' && first.keys.length === keys.length;
  if (hasValue && after !== undefined) return withValue(text, first, { before, after, lineEnd });
  if (isTable(before) && isTable(after) && first !== undefined)
    return changeTable(text, keys, before, after, lineEnd);
  const removed = own.map(({ start, end }) => ({ start, end, text: '' }));
  if (after === undefined) return applied(text, removed);

  const outer = keys.slice(0, -1);
  if (isTable(after)) {
    const written = lineEnd + tomlTable(keys, after, lineEnd);
    return applied(text, [putAt(endOfAll(statements, outer), written), ...removed]);
  }
  const entry = tomlEntry(keys.at(-1) ?? '', after, lineEnd) + lineEnd;
  const inPlace = first !== undefined && !hasHeader;
  const put = inPlace ? putAt(first.start, entry) : entryOfOwn(statements, outer, { entry, lineEnd });
  return applied(text, [put, ...removed]);
}

/** Replaces the value of an entry; its key and comments stay. */
function withValue(
  text: string,
  entry: Statement,
  { before, after, lineEnd }: Omit<KeyChange, 'keys'> & { readonly after: PlainValue },
): string {
  const span = valueSpan(text.slice(entry.start, entry.end));
  const start = entry.start + span.start;
  const end = entry.start + span.end;
  const isList = Array.isArray(before) && Array.isArray(after);
  const list = isList ? changedList(text.slice(start, end), { before, after, lineEnd }) : undefined;
  return applied(text, [{ start, end, text: list ?? tomlOwnLines(after, lineEnd) }]);
}

function putAt(at: number, text: string): TextChange {
  return { start: at, end: at, text };
}

function isBelow(statement: Statement, keys: Keys): boolean {
  return statement.keys.length >= keys.length && keys.every((key, index) => statement.keys[index] === key);
}

/** The statements from a header to the next. */
function sectionOf(statements: readonly Statement[], header: number): readonly Statement[] {
  const next = statements.findIndex(({ kind }, index) => index > header && kind === 'header');
  return statements.slice(header, next < 0 ? undefined : next);
}

/** Adds an entry after the last one under the table's header. If only subtables have headers, adds a header for it. */
function entryOfOwn(
  statements: readonly Statement[],
  keys: Keys,
  { entry, lineEnd }: { readonly entry: string; readonly lineEnd: LineEnd },
): TextChange {
  const headers = statements.filter((statement) => statement.kind === 'header' && isBelow(statement, keys));
  const header = headers.find((statement) => statement.keys.length === keys.length);
  if (headers.length === 0) return dottedEntry(statements, keys, entry);
  if (header === undefined)
    return putAt(headers[0]?.start ?? 0, `[${tomlPath(keys)}]${lineEnd}${entry}${lineEnd}`);
  const section = sectionOf(statements, statements.indexOf(header));
  const last = section.findLast(({ kind }) => kind === 'header' || kind === 'entry');
  return putAt(last?.end ?? header.end, entry);
}

/** Adds a key to a table made of dotted keys, behind the last of them. */
function dottedEntry(statements: readonly Statement[], keys: Keys, entry: string): TextChange {
  const last = statements.findLastIndex((statement) => isBelow(statement, keys));
  const above = statements.slice(0, Math.max(0, last)).findLast(({ kind }) => kind === 'header');
  const path = keys.slice(above?.keys.length ?? 0);
  const start = path.length === 0 ? entry : `${tomlPath(path)}.${entry}`;
  return putAt(statements[last]?.end ?? 0, start);
}

/** The offset for a new subtable: after the last statement of the outer table. */
function endOfAll(statements: readonly Statement[], keys: Keys): number {
  return statements.findLast((statement) => isBelow(statement, keys))?.end ?? 0;
}

function closed(text: string, lineEnd: LineEnd): string {
  return text === '' || text.endsWith('\n') ? text : text + lineEnd;
}
