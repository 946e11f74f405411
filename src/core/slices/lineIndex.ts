/** The lines of a file as numbers: equal lines, ignoring trailing blanks, have equal ids. */
import { lineCode } from './lineCodes';

export interface LineIndex {
  readonly count: number;
  /** The id of each line, 0-based. */
  readonly ids: Int32Array;
  /** The text for each id. */
  readonly texts: readonly string[];
  /** The id of a line by its number, 0-based. */
  idAt(line: number): number;
  idOf(line: string): number | undefined;
  /** The first line with this code. */
  idOfCode(code: number): number | undefined;
  codeOf(id: number): number;
  /** The lines with this id, 0-based, ascending. */
  placesOf(id: number): Int32Array;
}

/** Indexes the lines of a file. */
export function indexLines(lines: readonly string[]): LineIndex {
  const idByText = new Map<string, number>();
  const texts: string[] = [];
  const ids = new Int32Array(lines.length);
  for (const [at, line] of lines.entries()) {
    const text = withoutTrailingBlanks(line);
    let id = idByText.get(text);
    if (id === undefined) {
      id = texts.length;
      idByText.set(text, id);
      texts.push(text);
    }
    ids[at] = id;
  }
  let codes: { readonly byId: Int32Array; readonly ids: ReadonlyMap<number, number> } | undefined;
  let places: { readonly starts: Int32Array; readonly lines: Int32Array } | undefined;
  const cachedCodes = () => (codes ??= codesOf(texts));
  return {
    count: lines.length,
    ids,
    texts,
    idAt: (line) => ids[line] ?? -1,
    idOf: (line) => idByText.get(withoutTrailingBlanks(line)),
    idOfCode: (code) => cachedCodes().ids.get(code),
    codeOf: (id) => cachedCodes().byId[id] ?? -1,
    placesOf(id) {
      places ??= placesById(ids, texts.length);
      return places.lines.subarray(places.starts[id], places.starts[id + 1]);
    },
  };
}

/** Splits a normalized text into lines. A final line feed ends the last line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function withoutTrailingBlanks(line: string): string {
  return line.trimEnd();
}

function codesOf(texts: readonly string[]): { byId: Int32Array; ids: ReadonlyMap<number, number> } {
  const byId = new Int32Array(texts.length);
  const ids = new Map<number, number>();
  for (const [id, text] of texts.entries()) {
    const code = lineCode(text);
    byId[id] = code;
    if (!ids.has(code)) ids.set(code, id);
  }
  return { byId, ids };
}

function placesById(ids: Int32Array, count: number): { starts: Int32Array; lines: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  let sum = 0;
  for (const [id, copies] of starts.entries()) starts[id] = sum += copies;
  const next = starts.slice(0, count);
  const lines = new Int32Array(ids.length);
  for (const [at, id] of ids.entries()) {
    const place = next[id] ?? 0;
    lines[place] = at;
    next[id] = place + 1;
  }
  return { starts, lines };
}
