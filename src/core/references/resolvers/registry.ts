/** All resolvers. To add one, create a file in this folder and add a line here. */
import { cFamily } from './cFamily';
import { csharp } from './csharp';
import { dart } from './dart';
import { ecmascript } from './ecmascript';
import type { ResolverFamily } from './family';
import { elixir } from './elixir';
import { go } from './go';
import { haskell } from './haskell';
import { jvm } from './jvm';
import { lua } from './lua';
import { ocaml } from './ocaml';
import { paths } from './paths';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';
import { rust } from './rust';
import { solidity } from './solidity';
import { styles } from './styles';
import { swift } from './swift';
import { zig } from './zig';

export const RESOLVERS: readonly ResolverFamily[] = [
  ecmascript,
  styles,
  python,
  go,
  rust,
  jvm,
  csharp,
  cFamily,
  php,
  ruby,
  swift,
  dart,
  lua,
  elixir,
  zig,
  haskell,
  ocaml,
  solidity,
  paths,
];

const familyByLanguage = new Map(
  RESOLVERS.flatMap((family) => family.languages.map((language) => [language, family])),
);

const readersByLanguage = new Map(
  [...RESOLVERS.flatMap(({ languages, alsoReads = [] }) => [...languages, ...alsoReads])].map((language) => [
    language,
    RESOLVERS.filter(
      ({ languages, alsoReads = [] }) => languages.includes(language) || alsoReads.includes(language),
    ),
  ]),
);

/** Returns all families whose resolvers may use the facts of a language. */
export function readersOf(language: string): readonly ResolverFamily[] {
  return readersByLanguage.get(language) ?? [];
}

/** Returns the resolver for a language id of files/language; undefined if its imports cannot be resolved. */
export function familyOf(language: string): ResolverFamily | undefined {
  return familyByLanguage.get(language);
}
