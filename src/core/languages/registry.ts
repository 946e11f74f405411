/** All languages with facts. To add one, create a file in this folder and add a line here. */
import { asciidoc } from './asciidoc';
import { bash, zsh } from './bash';
import { c } from './c';
import { cmake } from './cmake';
import { astro, svelte, vue } from './components';
import { cpp } from './cpp';
import { csharp } from './csharp';
import { css } from './css';
import { dart } from './dart';
import { dockerfile } from './dockerfile';
import { elixir } from './elixir';
import { go } from './go';
import { graphql } from './graphql';
import { haskell } from './haskell';
import { hcl } from './hcl';
import { html } from './html';
import { dotenv, ini, properties } from './ini';
import { java } from './java';
import { javascript } from './javascript';
import { json } from './json';
import { jupyter } from './jupyter';
import { kotlin } from './kotlin';
import { lua } from './lua';
import { makefile } from './makefile';
import { markdown } from './markdown';
import { ocaml, ocamlInterface } from './ocaml';
import { php } from './php';
import { powershell } from './powershell';
import { protobuf } from './protobuf';
import { python } from './python';
import { r } from './r';
import { restructuredText } from './restructuredText';
import { ruby } from './ruby';
import type { LanguageRules } from './rules';
import { rust } from './rust';
import { scala } from './scala';
import { scss, less } from './scss';
import { solidity } from './solidity';
import { sql } from './sql';
import { swift } from './swift';
import { toml } from './toml';
import { tsx, typescript } from './typescript';
import { xml } from './xml';
import { yaml } from './yaml';
import { zig } from './zig';

const LANGUAGES: readonly LanguageRules[] = [
  asciidoc,
  astro,
  bash,
  zsh,
  c,
  cmake,
  cpp,
  csharp,
  css,
  dart,
  dockerfile,
  dotenv,
  elixir,
  go,
  graphql,
  haskell,
  hcl,
  html,
  ini,
  java,
  javascript,
  json,
  jupyter,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  ocaml,
  ocamlInterface,
  php,
  powershell,
  properties,
  protobuf,
  python,
  r,
  restructuredText,
  ruby,
  rust,
  scala,
  scss,
  solidity,
  sql,
  svelte,
  swift,
  toml,
  tsx,
  typescript,
  vue,
  xml,
  yaml,
  zig,
];

const rulesById = new Map(
  LANGUAGES.flatMap((rules) => [rules.id, ...(rules.also ?? [])].map((id) => [id, rules])),
);

/** A language's rules by its id in files/language; undefined if it has none. */
export function languageRules(id: string): LanguageRules | undefined {
  return rulesById.get(id);
}
