import { baseName, type RepoPath } from './repoPath';

/**
 * A file's language. `fence` is the info string of its code fence. It may only use [a-z0-9-] and must end in a letter
 * or digit, because the sum of token counts is exact only after such a line (see measureBlock).
 */
export interface Language {
  readonly id: string;
  readonly name: string;
  readonly fence: string;
}

const TEXT: Language = { id: 'text', name: 'Text', fence: 'text' };

/** Looks up a file's language by name: first the whole name, then the longest extension, else `text`. */
export function languageOf(path: RepoPath): Language {
  const written = baseName(path);
  const name = written.toLowerCase();
  const byName = languageByName.get(written) ?? languageByName.get(name);
  if (byName !== undefined) return byName;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const byExtension = languageByExtension.get(name.slice(dot + 1));
    if (byExtension !== undefined) return byExtension;
  }
  // Start at the second character: the first dot of `.env.local` does not begin an extension.
  return languageByName.get(name.slice(0, name.indexOf('.', 1) + 1)) ?? TEXT;
}

/** Whether a file is prose, whose skeleton would drop the very text people read. */
export function isProse(path: RepoPath): boolean {
  return PROSE.has(languageOf(path).id);
}

const PROSE: ReadonlySet<string> = new Set([
  'asciidoc',
  'latex',
  'markdown',
  'mdx',
  'rmarkdown',
  'rst',
  'text',
]);

/** A language by its id; text if there is none. */
export function languageById(id: string): Language {
  return languages.get(id) ?? TEXT;
}

/** Every language in the table, including `text`. */
export function allLanguages(): readonly Language[] {
  return [TEXT, ...languages.values()];
}

/**
 * One language per line: `id | name | extensions | whole names`. The id is also the fence unless written as `id=fence`.
 * Lowercase names match any case; names with capitals (`BUILD`) match exactly. A whole name that ends in a dot matches
 * every name with that prefix (`Dockerfile.` for `Dockerfile.dev`).
 */
const TABLE = `
ada | Ada | adb ads ada gpr |
actionscript | ActionScript | as |
apacheconf | Apache configuration | htaccess | .htaccess httpd.conf apache2.conf
apex | Apex | apex trigger |
applescript | AppleScript | applescript scpt |
arduino | Arduino | ino pde |
asciidoc | AsciiDoc | adoc asciidoc |
asm | Assembly | asm s nasm |
astro | Astro | astro |
autohotkey | AutoHotkey | ahk |
awk | AWK | awk gawk |
bash | Shell | sh bash ksh bats ebuild | .bashrc .bash_profile .bash_aliases .bash_logout .profile .envrc pkgbuild configure gradlew mvnw
batch=bat | Batch | bat cmd |
bazel=starlark | Starlark | bzl bazel star | BUILD WORKSPACE build.bazel workspace.bazel module.bazel tiltfile
bibtex | BibTeX | bib bst |
bicep | Bicep | bicep bicepparam |
blade | Blade | blade.php |
brainfuck | Brainfuck | bf |
c | C | c h |
cabal | Cabal | cabal | cabal.project
caddy | Caddyfile | caddyfile | caddyfile
capnp | Cap'n Proto | capnp |
clojure | Clojure | clj cljs cljc edn bb |
cmake | CMake | cmake cmake.in | cmakelists.txt
cobol | COBOL | cob cbl cpy cobol |
coq | Rocq | |
codeowners | CODEOWNERS | | codeowners
coffeescript | CoffeeScript | coffee cson litcoffee | cakefile
commonlisp=lisp | Common Lisp | lisp lsp cl asd |
cpp | C++ | cpp cc cxx c++ hpp hh hxx h++ ipp tpp txx inl ixx cppm |
crystal | Crystal | cr |
csharp | C# | cs csx cake |
css | CSS | css |
csv | CSV | csv |
cuda | CUDA | cu cuh |
cue | CUE | cue |
cython | Cython | pyx pxd pxi |
d | D | d di |
dart | Dart | dart |
devicetree=dts | Devicetree | dts dtsi overlay |
dhall | Dhall | dhall |
diff | Diff | diff patch rej |
dockerfile | Dockerfile | dockerfile containerfile | dockerfile containerfile dockerfile. containerfile.
dtrace | DTrace | |
dot | Graphviz | dot gv |
dotenv | Environment file | env env.example | .env .env. .flaskenv
ejs | EJS | ejs |
elixir | Elixir | ex exs heex leex eex | mix.lock
elm | Elm | elm |
elisp | Emacs Lisp | el | .emacs
editorconfig=ini | EditorConfig | editorconfig | .editorconfig
erb | ERB | erb html.erb rhtml |
erlang | Erlang | erl hrl escript app.src | rebar.config rebar.lock
fennel | Fennel | fnl |
fish | fish | fish |
fluent=ftl | Fluent | ftl |
forth | Forth | fth 4th forth |
fortran | Fortran | f f77 f90 f95 f03 f08 for ftn fpp |
freemarker | FreeMarker | ftlh ftlx |
fsharp | F# | fs fsi fsx |
gas | GNU assembly | sx |
gdscript | GDScript | gd |
gherkin | Gherkin | feature |
git-attributes=gitattributes | Git attributes | gitattributes | .gitattributes
git-config=ini | Git configuration | gitconfig | .gitconfig .gitmodules
gitignore | Ignore list | gitignore | .gitignore .ignore .dockerignore .npmignore .eslintignore .prettierignore .strataignore .repomixignore .helmignore .gcloudignore .vscodeignore .stylelintignore .hgignore .rgignore .fdignore
gleam | Gleam | gleam |
glsl | GLSL | glsl vert frag geom tesc tese comp rgen rchit rmiss |
gn | GN | gn gni | .gn
go | Go | go |
go-module=go-mod | Go module | | go.mod go.sum go.work go.work.sum
go-template | Go template | tmpl gotmpl gohtml |
graphql | GraphQL | graphql gql graphqls |
groovy | Groovy | groovy gvy gradle jenkinsfile | jenkinsfile
hack | Hack | hack hhi |
haml | Haml | haml |
handlebars | Handlebars | hbs handlebars mustache |
haskell | Haskell | hs lhs hsc |
haxe | Haxe | hx hxml |
hcl | HCL | hcl tf tfvars nomad pkr.hcl tofu |
hlsl | HLSL | hlsl fx fxh hlsli |
html | HTML | html htm xhtml shtml |
http | HTTP requests | http rest |
hy | Hy | hy |
idl | IDL | idl webidl widl odl |
idris | Idris | idr lidr |
ini | INI | ini cfg cnf prefs desktop service socket timer mount target network | .npmrc .pylintrc .flake8 .coveragerc setup.cfg tox.ini .pypirc .yarnrc pip.conf
janet | Janet | janet |
java | Java | java jav |
javascript=js | JavaScript | js mjs cjs es6 jsm pac |
jinja | Jinja | j2 jinja jinja2 |
json | JSON | json webmanifest geojson topojson gltf har avsc map mcmeta arb importmap | .prettierrc .babelrc .swcrc .watchmanconfig composer.lock pipfile.lock flake.lock deno.lock .arcconfig
json5 | JSON5 | json5 |
jsonc | JSON with comments | jsonc code-workspace code-snippets sublime-settings | .eslintrc .jshintrc .jscsrc tsconfig.json jsconfig.json
jsonl | JSON Lines | jsonl ndjson |
jsonnet | Jsonnet | jsonnet libsonnet |
jsx | JSX | jsx |
julia | Julia | jl |
jupyter=json | Jupyter notebook | ipynb |
just | just | just | justfile .justfile
kdl | KDL | kdl |
kotlin | Kotlin | kt kts ktm |
kconfig | Kconfig | kconfig | kconfig kconfig.
latex | LaTeX | tex ltx sty cls dtx ins |
lean | Lean | lean |
less | Less | less |
linkerscript=ld | Linker script | ld lds |
liquid | Liquid | liquid |
livescript | LiveScript | ls |
llvm | LLVM IR | ll |
lua | Lua | lua rockspec luau wlua |
m4 | M4 | m4 ac | configure.ac
makefile | Makefile | mk mak make am | makefile gnumakefile bsdmakefile makefile. kbuild makefile.am makefile.in
markdown | Markdown | md markdown mdown mkd mdwn mdc |
mdx | MDX | mdx |
matlab | MATLAB | matlab mlx |
mermaid | Mermaid | mmd mermaid |
meson | Meson | meson | meson.build meson_options.txt meson.options
metal | Metal | metal |
mlir | MLIR | mlir |
mojo | Mojo | mojo |
nginx | nginx | nginx nginxconf | nginx.conf
nim | Nim | nim nims nimble |
ninja | Ninja | ninja |
nix | Nix | nix |
nushell | Nushell | nu |
objectivec | Objective-C | m |
objectivecpp | Objective-C++ | mm |
ocaml | OCaml | ml mll mly | dune dune-project
ocaml-interface=ocaml | OCaml interface | mli |
odin | Odin | odin |
opencl | OpenCL C | opencl |
openscad | OpenSCAD | scad |
pascal | Pascal | pas dpr dpk lpr |
perl | Perl | pl pm pod t psgi | cpanfile makefile.pl
php | PHP | php php3 php4 php5 php7 phtml phps |
plantuml | PlantUML | puml plantuml pu iuml |
plist=xml | Property list | plist |
po | gettext | po pot |
postcss | PostCSS | pcss postcss |
postscript | PostScript | ps eps |
powershell | PowerShell | ps1 psm1 psd1 |
prisma | Prisma | prisma |
proguard | ProGuard | |
prolog | Prolog | pro prolog plg |
properties | Properties | properties | gradle.properties
protobuf | Protocol Buffers | proto textproto pbtxt |
pug | Pug | pug jade |
puppet | Puppet | pp |
purescript | PureScript | purs |
python | Python | py pyi pyw pyp wsgi gyp gypi | sconstruct sconscript snakefile wscript
qmake | qmake | pri |
qml | QML | qml qmltypes |
r | R | r rprofile | .rprofile
racket | Racket | rkt rktl scrbl |
raku | Raku | raku rakumod rakutest p6 pm6 |
razor | Razor | cshtml razor |
reason | Reason | re rei |
rego | Rego | rego |
requirements=text | Requirements | | requirements.txt constraints.txt
rescript | ReScript | res resi |
rmarkdown=markdown | R Markdown | rmd qmd |
robot | Robot Framework | robot resource |
rst | reStructuredText | rst |
ruby | Ruby | rb rake gemspec ru podspec thor jbuilder rbi builder | gemfile rakefile guardfile podfile vagrantfile brewfile capfile fastfile appfile dangerfile .irbrc .pryrc
rust | Rust | rs |
sass | Sass | sass |
scala | Scala | scala sc sbt |
scheme | Scheme | scm ss sld sps |
scss | SCSS | scss |
slim | Slim | slim |
smalltalk | Smalltalk | st |
smali | Smali | smali |
smithy | Smithy | smithy |
solidity | Solidity | sol |
sparql | SPARQL | sparql rq |
sql | SQL | sql ddl dml pgsql psql mysql plsql tsql hql cql |
ssh-config | SSH configuration | sshconfig | ssh_config sshd_config
standardml=sml | Standard ML | sml |
stylus | Stylus | styl |
svelte | Svelte | svelte |
svg=xml | SVG | svg |
swift | Swift | swift swiftinterface |
systemverilog | SystemVerilog | sv svh |
tablegen | TableGen | td |
tcl | Tcl | tcl tm itcl exp |
terraform-lock=hcl | Terraform lock | terraform.lock.hcl | .terraform.lock.hcl
thrift | Thrift | thrift |
toml | TOML | toml | pipfile cargo.lock poetry.lock uv.lock pdm.lock gopkg.lock
tsv | TSV | tsv tab |
tsx | TSX | tsx |
turtle | Turtle | ttl n3 nt |
twig | Twig | twig |
typescript=ts | TypeScript | ts mts cts |
typst | Typst | typ |
v | V | v.mod vsh | v.mod
vala | Vala | vala vapi |
vb=vbnet | Visual Basic | vb vbs bas frm vba |
verilog | Verilog | v vh veo |
vhdl | VHDL | vhd vhdl |
vim | Vim script | vim vimrc | .vimrc _vimrc .gvimrc .exrc
vue | Vue | vue |
wasm-text=wat | WebAssembly text | wat wast |
wgsl | WGSL | wgsl |
wolfram | Wolfram Language | wl wls |
xml | XML | xml xsd xsl xslt wsdl xaml csproj vbproj fsproj vcxproj props targets nuspec resx rss atom kml gpx xlf xliff pom ui qrc storyboard xib dtd tei jelly vcxproj.filters | pom.xml
xquery | XQuery | xq xql xqm xquery xqy |
yaml | YAML | yaml yml cff clang-format | .clang-format .clang-tidy .clangd .yamllint .prettierrc.yaml .gemrc glide.lock pubspec.lock yarn.lock
yacc | Yacc | y yy ypp |
yang | YANG | yang |
zig | Zig | zig zon |
zsh | Zsh | zsh zsh-theme | .zshrc .zprofile .zshenv .zlogin .zlogout
`;

const languages = new Map<string, Language>();
const languageByExtension = new Map<string, Language>();
const languageByName = new Map<string, Language>();

for (const line of TABLE.trim().split('\n')) {
  const [idAndFence = '', name = '', extensions = '', names = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const [id = '', fence = id] = idAndFence.split('=');
  const language: Language = { id, name, fence };
  languages.set(id, language);
  for (const extension of words(extensions)) languageByExtension.set(extension, language);
  for (const whole of words(names)) languageByName.set(whole, language);
}

function words(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(/\s+/);
}
