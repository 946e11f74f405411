/** Collects the uses of names in a text. */
import type { Span } from '../facts/fileFacts';
import type { LinedText, LineTable } from '../facts/lineTable';
import { createUsePacker, MAX_USES, type FileReferences } from '../facts/references';

/** Anything longer is data, not a name. */
const LONGEST_NAME = 200;
/** Further names are dropped: only generated files have more. */
const MAX_NAMES = 50_000;

/** Characters that occur only in expressions and quoted names. */
const NO_NAME = /[\s"(){}[\];,<>|&\\]/;
const PLAIN = /^\w+$/;
/** The receiver, which no file defines. */
const SELF: ReadonlySet<string> = new Set(['self', 'this', 'cls', '_']);

/** A span that contains the name it defines. */
export interface Definition extends Span {
  readonly name: string;
}

/** Rules that turn the text of a node into a name. */
export interface NameSpelling {
  /** Matches marks before a name that don't belong to it. */
  readonly sigil?: RegExp;
  /** Returns the name for the written text, if they can differ. */
  readonly spelled?: (written: string) => string;
  /** Keywords that the grammar reads as names. */
  readonly keywords?: ReadonlySet<string>;
}

export interface UsesRead {
  /** Adds a use and returns its index; -1 if it is not a name, or one of too many. Offsets must ascend. */
  add(start: number, end: number, isCall: boolean): number;
  /** Makes the use with this index a call; -1 does nothing. */
  call(use: number): void;
  /** Packs all uses, without the definitions themselves. */
  packed(definitions: readonly Definition[]): FileReferences;
}

const USE = 0;
const CALL = 1;
const DEFINITION = 2;

export function collectUses(source: LinedText, { sigil, spelled, keywords }: NameSpelling): UsesRead {
  const { text } = source;
  /** Indexes of the names by each written form; -1 for what is not a name. */
  const nameByForm = new Map<string, number>();
  const names: string[] = [];
  /** The number of uses of each name. */
  const counts: number[] = [];
  /** The name, the offset, and the kind of each use. A few long lists take much less time than some for each name. */
  const nameOf: number[] = [];
  const starts: number[] = [];
  const kinds: number[] = [];

  function readForm(written: string): number {
    if (spelled === undefined && PLAIN.test(written)) {
      const at = addName(written);
      nameByForm.set(written, at);
      return at;
    }
    const bare = written.replaceAll('`', '').replace(sigil ?? '', '');
    const name = spelled?.(bare) ?? bare;
    const at = name === written ? addName(name) : (nameByForm.get(name) ?? readForm(name));
    nameByForm.set(written, at);
    return at;
  }

  function addName(name: string): number {
    const isName =
      (PLAIN.test(name) || (name !== '' && !NO_NAME.test(name))) &&
      !SELF.has(name) &&
      keywords?.has(name) !== true;
    if (!isName || nameByForm.size >= MAX_NAMES) return -1;
    counts.push(0);
    return names.push(name) - 1;
  }

  return {
    add(start, end, isCall) {
      if (end - start > LONGEST_NAME) return -1;
      const written = text.slice(start, end);
      const at = nameByForm.get(written) ?? readForm(written);
      if (at < 0) return -1;
      const count = counts[at] as number; // In bounds.
      if (count >= MAX_USES) return -1;
      counts[at] = count + 1;
      nameOf.push(at);
      kinds.push(isCall ? CALL : USE);
      return starts.push(start) - 1;
    },
    call(use) {
      if (use >= 0) kinds[use] = CALL;
    },
    packed(definitions) {
      const groups = groupByName(nameOf, counts);
      for (const { name, start, end } of definitions) {
        const at = nameByForm.get(name) ?? nameByForm.get(/^\S*?([\w$]+)$/.exec(name)?.[1] ?? '') ?? -1;
        if (at < 0) continue;
        // A definition is not a use. A header such as `extension Store` uses the type it extends.
        const use = firstFrom(starts, start, groups, at);
        if (use !== undefined && (starts[use] ?? end) < end) kinds[use] = DEFINITION;
      }
      return packGroups({ names, kinds, lineOf: linesOf(starts, source.lines) }, groups);
    },
  };
}

/** The uses in the order of their names: those of name `n` are `order[ends[n - 1]]` to `order[ends[n] - 1]`. */
interface Groups {
  readonly order: Int32Array;
  readonly ends: Int32Array;
}

/** A counting sort. */
function groupByName(nameOf: readonly number[], counts: readonly number[]): Groups {
  const order = new Int32Array(nameOf.length);
  /** The place of the next use of each name; in the end, the end of its uses. */
  const ends = new Int32Array(counts.length);
  for (let name = 1; name < counts.length; name += 1)
    ends[name] = (ends[name - 1] as number) + (counts[name - 1] as number); // In bounds, as all of these.
  for (let use = 0; use < nameOf.length; use += 1) {
    const name = nameOf[use] as number;
    const at = ends[name] as number;
    order[at] = use;
    ends[name] = at + 1;
  }
  return { order, ends };
}

/** The first use of a name that does not start before `from`. */
function firstFrom(
  starts: readonly number[],
  from: number,
  { order, ends }: Groups,
  name: number,
): number | undefined {
  const end = ends[name] ?? 0;
  let low = ends[name - 1] ?? 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[order[middle] ?? 0] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low < end ? order[low] : undefined;
}

function linesOf(starts: readonly number[], lines: LineTable): Int32Array {
  const lineOf = new Int32Array(starts.length);
  let line = 1;
  let nextLine = lines.startOf(2);
  for (let use = 0; use < starts.length; use += 1) {
    const start = starts[use] as number; // In bounds.
    while (start >= nextLine && line < lines.count) nextLine = lines.startOf((line += 1) + 1);
    lineOf[use] = line;
  }
  return lineOf;
}

interface Collected {
  readonly names: readonly string[];
  readonly kinds: readonly number[];
  readonly lineOf: Int32Array;
}

function packGroups({ names, kinds, lineOf }: Collected, { order, ends }: Groups): FileReferences {
  /** The first line of each name that is used, and the names in that order. */
  const first = new Int32Array(names.length);
  const used: number[] = [];
  for (let name = 0; name < names.length; name += 1) {
    const end = ends[name] as number; // In bounds, as all of these.
    let at = ends[name - 1] ?? 0;
    while (at < end && kinds[order[at] as number] === DEFINITION) at += 1;
    if (at === end) continue;
    first[name] = lineOf[order[at] as number] as number;
    used.push(name);
  }
  const packer = createUsePacker();
  const lines = new Int32Array(MAX_USES);
  const calls = new Uint8Array(MAX_USES);
  for (const name of used.sort((a, b) => (first[a] as number) - (first[b] as number))) {
    const end = ends[name] as number;
    let count = 0;
    for (let at = ends[name - 1] ?? 0; at < end; at += 1) {
      const use = order[at] as number;
      if (kinds[use] === DEFINITION) continue;
      lines[count] = lineOf[use] as number;
      calls[count] = kinds[use] === CALL ? 1 : 0;
      count += 1;
    }
    packer.add(names[name] as string, lines, calls, count);
  }
  return packer.packed();
}
