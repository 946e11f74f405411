/** The names that some files define, and which of the files a use of a name means. */
import { visitDefined, type DefinedName, type FileTerms } from '../ranking/fileTerms';
import { hashOf } from '../ranking/words';

/** Members that the types of a language's library have, too. */
const BUILTIN = `
  toString ToString getClass GetType hashCode GetHashCode compareTo CompareTo getEnumerator GetEnumerator MoveNext CopyTo
  ToArray toArray ToList toList TryGetValue ContainsKey containsKey IndexOf indexOf LastIndexOf lastIndexOf StartsWith
  startsWith EndsWith endsWith isEmpty IsEmpty isPresent orElse forEach entrySet keySet getOrDefault putIfAbsent addAll
  removeAll valueOf getName getMessage getValue setValue getKey to_s to_str to_a to_h to_sym to_json each_with_index
  ReadAll WriteString WriteTo ReadFrom MarshalJSON UnmarshalJSON MarshalText UnmarshalText ServeHTTP WriteHeader
  RoundTrip hasOwnProperty toLowerCase toUpperCase FirstOrDefault SingleOrDefault OrderBy GroupBy
`;
const BUILTIN_HASHES: ReadonlySet<number> = new Set(BUILTIN.trim().split(/\s+/).map(hashOf));
/** Instead of a file, for a name that several define. */
const SEVERAL = -1;

/** Every program has one. */
const ENTRANCES: ReadonlySet<number> = new Set(['main', 'init'].map(hashOf));

export interface NameTable {
  /** The files that a use of this name means; none if it could be any of many. */
  filesOf(hash: number): readonly number[];
  /** The same, without methods. */
  topsOf(hash: number): readonly number[];
}

interface Limits {
  /** A name at the top of more files says nothing about any of them. */
  readonly most: number;
  /** Whether only exported names count. */
  readonly exported?: boolean;
  /** Whether methods count if one file alone has them and their name tells: `flush` may be a method of anything. */
  readonly methods: boolean;
}

/** Makes the table of the names that these files define at their top. */
export function nameTable(
  files: Iterable<number>,
  termsOf: (file: number) => FileTerms,
  { most, exported = false, methods: hasMethods }: Limits,
): NameTable {
  const tops = new Map<number, number[]>();
  const methods = new Map<number, number>();
  for (const file of files)
    visitDefined(termsOf(file), (name) => {
      const { hash } = name;
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

/** Whether the name of a method tells which it is: it looks like code, and no library has it. */
export function isTelling({ hash, place, isCodeLike, isPrivate }: DefinedName): boolean {
  return place === 'method' && isCodeLike && !isPrivate && !BUILTIN_HASHES.has(hash);
}
