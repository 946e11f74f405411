/** Maps names to the files that define them. */
import { visitDefined, type DefinedName, type FileTerms } from '../ranking/fileTerms';
import { hashOf } from '../ranking/words';

/** Methods that types in standard libraries also have. */
const BUILTIN = `
  toString ToString getClass GetType hashCode GetHashCode compareTo CompareTo getEnumerator GetEnumerator MoveNext CopyTo
  ToArray toArray ToList toList TryGetValue ContainsKey containsKey IndexOf indexOf LastIndexOf lastIndexOf StartsWith
  startsWith EndsWith endsWith isEmpty IsEmpty isPresent orElse forEach entrySet keySet getOrDefault putIfAbsent addAll
  removeAll valueOf getName getMessage getValue setValue getKey to_s to_str to_a to_h to_sym to_json each_with_index
  ReadAll WriteString WriteTo ReadFrom MarshalJSON UnmarshalJSON MarshalText UnmarshalText ServeHTTP WriteHeader
  RoundTrip hasOwnProperty toLowerCase toUpperCase FirstOrDefault SingleOrDefault OrderBy GroupBy
`;
const BUILTIN_HASHES: ReadonlySet<number> = new Set(BUILTIN.trim().split(/\s+/).map(hashOf));
/** Replaces the file of a name that several files define. */
const SEVERAL = -1;

/** Entry points, which every program has. */
const ENTRANCES: ReadonlySet<number> = new Set(['main', 'init'].map(hashOf));

export interface NameTable {
  /** The files that a use of this name refers to; empty if it is ambiguous. */
  filesOf(hash: number): readonly number[];
  /** Like `filesOf`, without methods. */
  topsOf(hash: number): readonly number[];
}

interface Limits {
  /** Top-level names defined in more files are ambiguous. */
  readonly most: number;
  /** Whether only exported names count. */
  readonly exported?: boolean;
  /** In UTF-16 units, at most 4. Shorter names are ambiguous. */
  readonly shortest?: number;
  /** Whether distinctive methods count if only one file has them. `flush` is not distinctive. */
  readonly methods: boolean;
}

/** Builds a table of the top-level names of these files. */
export function nameTable(
  files: Iterable<number>,
  termsOf: (file: number) => FileTerms,
  { most, exported = false, shortest = 1, methods: hasMethods }: Limits,
): NameTable {
  const tops = new Map<number, number[]>();
  const methods = new Map<number, number>();
  for (const file of files)
    visitDefined(termsOf(file), (name) => {
      const { hash, length } = name;
      if (length < shortest) return;
      if (isTop(name)) {
        if (ENTRANCES.has(hash) || (exported && name.place !== 'exported')) return;
        const known = tops.get(hash);
        if (known === undefined) tops.set(hash, [file]);
        else known.push(file);
      } else if (hasMethods && isTelling(name)) methods.set(hash, methods.has(hash) ? SEVERAL : file);
    });
  const topsOf = (hash: number): readonly number[] => {
    const found = tops.get(hash) ?? [];
    return found.length > most ? [] : found;
  };
  return {
    topsOf,
    filesOf(hash) {
      if (tops.has(hash)) return topsOf(hash);
      const method = methods.get(hash) ?? SEVERAL;
      return method === SEVERAL ? [] : [method];
    },
  };
}

export function isTop({ place }: DefinedName): boolean {
  return place === 'top' || place === 'exported';
}

/** Returns whether a method has a distinctive name, which looks like code and is in no standard library. */
export function isTelling({ hash, place, isCodeLike, isPrivate }: DefinedName): boolean {
  return place === 'method' && isCodeLike && !isPrivate && !BUILTIN_HASHES.has(hash);
}
