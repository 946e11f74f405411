/** Which names a language lets a file use without importing them. */

/**
 * `none`; `folder`: those of its folder; `namespace`: those of its namespaces, which any files declare; `headers`: those
 * whose header it includes; `any`: the language's files don't tell.
 */
type ReachKind = 'none' | 'folder' | 'namespace' | 'headers' | 'any';

export interface Reach {
  readonly kind: ReachKind;
  /** Names are looked up only in files of the same family. */
  readonly family: string;
  /** Where the namespaces around one can be used, too: what is between their names. */
  readonly separator?: string;
  /** Whether imports often rename what the namespace has, too. */
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
  ['elixir', 'none'],
  ['ocaml', 'none'],
  ['go', 'folder'],
  ['java kotlin groovy', 'namespace'],
  ['scala', 'namespace', { separator: '.' }],
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
