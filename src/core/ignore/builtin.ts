import { compileNamedRules, namedRule } from './namedRules';
import { ruleTargets, type RuleTargets } from './ruleIndex';

/**
 * The weakest list: files that hardly anybody wants in a context but no ignore file names. A name is listed only if it
 * cannot be a source folder. So `build`, `dist`, `out`, `target`, `bin`, `obj`, `lib`, `vendor`, `coverage` and `env`
 * are not: well-known repositories use each of them for sources, projects that generate them ignore them, and a missing
 * source hurts more than a visible build product, which shows its tokens. `.vscode` is not listed either: people write
 * it by hand, and it says how to run the project. Extensions that text files also use (`.ts`, `.mts`, `.svg`, `.mod`,
 * `.obj`, `.pt`, `.db`, `.dat`) are left to the check of the bytes.
 */
export function builtInRule({ written, lower }: RuleTargets): string | undefined {
  const named = namedRule(NAMES, written);
  if (named !== undefined || written.isFolder) return named;
  return namedRule(BINARIES, lower);
}

/** Whether a file's extension is one of images, archives, programs, and other files without text. */
export function isBinaryName(path: string): boolean {
  return namedRule(BINARIES, ruleTargets(path, false).lower) !== undefined;
}

const VERSION_CONTROL = ['.hg/', '.svn/', '.jj/', '.bzr/', '.pijul/', '.sl/', '_darcs/', 'CVS/'];

const DEPENDENCIES = [
  'node_modules/',
  'bower_components/',
  'jspm_packages/',
  '.pnpm-store/',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  '**/.yarn/cache/',
  '**/.yarn/releases/',
  '**/.yarn/unplugged/',
  '.yarn-integrity',
  '.venv/',
  '/venv/',
  '__pypackages__/',
  'site-packages/',
  '.eggs/',
  'Pods/',
  'elm-stuff/',
  '.dart_tool/',
  '.pub-cache/',
  '.terraform/',
];

const BUILD_OUTPUT_AND_CACHES = [
  '.next/',
  '.nuxt/',
  '.output/',
  '.svelte-kit/',
  '.astro/',
  '.angular/',
  '.docusaurus/',
  '.vercel/',
  '.netlify/',
  '.serverless/',
  '.turbo/',
  '.nx/',
  '.vite/',
  '.parcel-cache/',
  '.sass-cache/',
  '.cache/',
  '.npm/',
  '.nyc_output/',
  '.eslintcache',
  '.stylelintcache',
  '*.tsbuildinfo',
  '*.js.map',
  '*.mjs.map',
  '*.cjs.map',
  '*.css.map',
  '*.d.ts.map',
  '__pycache__/',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.hypothesis/',
  '.ipynb_checkpoints/',
  '.tox/',
  '.nox/',
  '.coverage',
  'htmlcov/',
  '*.egg-info/',
  '.gradle/',
  '.kotlin/',
  '.bloop/',
  '.metals/',
  '.stack-work/',
  'dist-newstyle/',
  '.zig-cache/',
  'zig-cache/',
  '.ccls-cache/',
  'CMakeFiles/',
  'CMakeCache.txt',
  'DerivedData/',
  'xcuserdata/',
  'npm-debug.log*',
  'yarn-debug.log*',
  'yarn-error.log*',
];

const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'Pipfile.lock',
  'uv.lock',
  'pdm.lock',
  'pixi.lock',
  'conda-lock.yml',
  'composer.lock',
  'symfony.lock',
  'Gemfile.lock',
  'gems.locked',
  'mix.lock',
  'rebar.lock',
  'pubspec.lock',
  'Podfile.lock',
  'Package.resolved',
  'Cartfile.resolved',
  'go.sum',
  'go.work.sum',
  'flake.lock',
  'packages.lock.json',
  'paket.lock',
  'gradle.lockfile',
  'MODULE.bazel.lock',
  'Chart.lock',
  'buf.lock',
  'conan.lock',
  'shard.lock',
  'stack.yaml.lock',
  'cabal.project.freeze',
  '.terraform.lock.hcl',
];

const EDITORS_AND_SYSTEMS = [
  '.DS_Store',
  '.Spotlight-V100/',
  '.Trashes/',
  '.fseventsd/',
  '__MACOSX/',
  'Thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN/',
  '.directory',
  '.idea/',
  '*.iml',
  '.vs/',
  '*.suo',
  '*.swp',
  '*.swo',
  '*~',
  // Left over when a browser was stopped while writing
  '*.crswap',
];

const NAMES = compileNamedRules([
  ...VERSION_CONTROL,
  ...DEPENDENCIES,
  ...BUILD_OUTPUT_AND_CACHES,
  ...LOCK_FILES,
  ...EDITORS_AND_SYSTEMS,
]);

const BINARY_EXTENSIONS = [
  // Images
  'png jpg jpeg jpe gif webp avif bmp ico icns cur tif tiff heic heif jp2 jxl psd xcf tga dds exr ktx ktx2 cr2 nef arw dng',
  // Fonts
  'ttf ttc otf woff woff2 eot',
  // Sound
  'mp3 wav flac ogg oga opus m4a aac wma aif aiff mid midi',
  // Video
  'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ogv 3gp',
  // Archives and packages
  'zip tar gz tgz bz2 tbz2 xz txz zst 7z rar lz4 lzma br jar war ear aar apk aab ipa whl egg gem crate nupkg deb rpm msi dmg iso cab',
  // Programs and compiler output
  'exe dll so dylib a o pdb ilk pch gch class pyc pyo pyd wasm node beam rlib rmeta bin',
  // Office and print
  'pdf doc docx xls xlsx xlsm ppt pptx odt ods odp epub mobi',
  // Weights and data
  'safetensors gguf ggml onnx tflite ckpt h5 hdf5 keras npy npz pkl pickle joblib parquet feather arrow orc avro',
  // Databases
  'sqlite sqlite3 db3 db-shm db-wal sqlite-shm sqlite-wal mdb accdb',
].flatMap((group) => group.split(' '));

const BINARIES = compileNamedRules([
  ...BINARY_EXTENSIONS.map((extension) => `*.${extension}`),
  '*.so.[0-9]*',
]);
