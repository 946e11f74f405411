/** Collects the uses of names in a text. */
import type { Span } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { MAX_USES, packUses, type FileReferences, type NameUse } from '../facts/references';

/** Anything longer is data, not a name. */
const LONGEST_NAME = 200;
/** Further names are dropped: only generated files have more. */
const MAX_NAMES = 50_000;

/** Characters that occur only in expressions and quoted names. */
const NO_NAME = /[\s"(){}[\];,<>|&\\]/;
/** The receiver, which no file defines. */
const SELF: ReadonlySet<string> = new Set(['self', 'this', 'cls', '_']);

/** A span that contains the name it defines. */
export interface Definition extends Span {
  readonly name: string;
}

/** The uses of one name. */
export interface Uses {
  readonly name: string;
  /** Offsets, ascending. */
  readonly starts: number[];
  readonly lines: number[];
  readonly kinds: UseKind[];
}

type UseKind = 'use' | 'call' | 'definition';

export const NO_USES: Uses = { name: '', starts: [], lines: [], kinds: [] };

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
  /** Adds a use. Offsets must ascend. Returns the uses of the name, the new one last, or `NO_USES` if it is not a name. */
  add(start: number, end: number, isCall: boolean): Uses;
  /** Packs all uses, without the definitions themselves. */
  packed(definitions: readonly Definition[]): FileReferences;
}

export function collectUses(
  { text, lines }: LinedText,
  { sigil, spelled, keywords }: NameSpelling,
): UsesRead {
  /** Uses by name, and by each written form of it. */
  const usesByName = new Map<string, Uses>();
  /** The line of the last name, and the start of the next line. */
  let line = 1;
  let nextLine = lines.startOf(2);

  function usesOf(written: string): Uses {
    const known = usesByName.get(written);
    if (known !== undefined) return known;
    const bare = written.replaceAll('`', '').replace(sigil ?? '', '');
    const name = spelled?.(bare) ?? bare;
    if (name !== written) {
      const uses = usesOf(name);
      usesByName.set(written, uses);
      return uses;
    }
    const isName = name !== '' && !NO_NAME.test(name) && !SELF.has(name) && keywords?.has(name) !== true;
    const uses = isName && usesByName.size < MAX_NAMES ? { name, starts: [], lines: [], kinds: [] } : NO_USES;
    usesByName.set(written, uses);
    return uses;
  }

  return {
    add(start, end, isCall) {
      if (end - start > LONGEST_NAME) return NO_USES;
      const uses = usesOf(text.slice(start, end));
      if (uses === NO_USES || uses.starts.length >= MAX_USES) return NO_USES;
      while (start >= nextLine && line < lines.count) nextLine = lines.startOf((line += 1) + 1);
      uses.starts.push(start);
      uses.lines.push(line);
      uses.kinds.push(isCall ? 'call' : 'use');
      return uses;
    },
    packed(definitions) {
      for (const definition of definitions) markDefinition(definition, usesByName);
      return packUses([...new Set(usesByName.values())].map(nameUse));
    },
  };
}

/** A definition is not a use. A header such as `extension Store` uses the type it extends. */
function markDefinition({ name, start, end }: Definition, uses: ReadonlyMap<string, Uses>): void {
  if (/\s/.test(name)) return;
  const own = uses.get(name) ?? uses.get(/[\w$]+$/.exec(name)?.[0] ?? '');
  if (own === undefined) return;
  const at = firstFrom(own.starts, start);
  if ((own.starts[at] ?? Infinity) < end) own.kinds[at] = 'definition';
}

/** Index of the first number that is not below `from`. */
function firstFrom(ascending: readonly number[], from: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nameUse({ name, lines, kinds }: Uses): NameUse {
  const used: number[] = [];
  const calls: number[] = [];
  for (let at = 0; at < kinds.length; at += 1) {
    const line = lines[at];
    const kind = kinds[at];
    if (line === undefined || kind === 'definition') continue;
    used.push(line);
    if (kind === 'call') calls.push(line);
  }
  return { name, lines: used, calls };
}
