/** The names that a file can use without importing them, by language. */

/**
 * A file can use without an import: `none`: no names. `folder`: names of its folder. `namespace`: names of its
 * namespaces, which any file can declare. `headers`: names of the sources of included headers. `any`: unknown, possibly
 * all names of the language's files.
 */
type ReachKind = 'none' | 'folder' | 'namespace' | 'headers' | 'any';

export interface Reach {
  readonly kind: ReachKind;
  /** Names are looked up only in files of the same family. */
  readonly family: string;
  /** The separator of nested namespaces, if a file can also use names of the enclosing ones. */
  readonly separator?: string;
  /** Whether files in a namespace cannot use names from files without a namespace. */
  readonly hidesRoot?: true;
  /** Whether imports often rename, so that a listed name may still be one of the namespace. */
  readonly renames?: true;
}

export const NO_REACH: Reach = { kind: 'none', family: '' };

const TABLE: readonly (readonly [languages: string, kind: ReachKind, more?: Partial<Reach>])[] = [
  ['javascript typescript tsx svelte vue', 'none'],
  ['python jupyter', 'none'],
  ['rust', 'none'],
  ['dart', 'none'],
  ['haskell', 'none'],
  ['solidity', 'none'],
  ['zig', 'none'],
  // Globals are rare. Other names are local or belong to a required module.
  ['lua', 'none'],
  ['elixir', 'none'],
  ['ocaml', 'none'],
  ['go', 'folder'],
  ['java kotlin groovy', 'namespace'],
  ['scala', 'namespace', { separator: '.', hidesRoot: true }],
  ['csharp', 'namespace', { separator: '.' }],
  ['php blade', 'namespace', { renames: true }],
  ['c cpp objective-c', 'headers'],
];

const reachByLanguage = new Map<string, Reach>(
  TABLE.flatMap(([languages, kind, more]) =>
    languages.split(' ').map((language) => [language, { kind, family: languages, ...more }] as const),
  ),
);

export function reachOf(language: string): Reach {
  return reachByLanguage.get(language) ?? { kind: 'any', family: language };
}
