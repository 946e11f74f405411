/**
 * Modules of Rust. rustc gives the files of a crate for one platform and one set of flags, so several runs are joined.
 * `mod` lines give the edges between these files, and those that no run compiles.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { runTool, type FileReferences, type ReferenceTool, type ToolReferences } from './tool';

/** The files that rustc reads. */
export const rustc: ReferenceTool = {
  name: 'rustc --emit=dep-info',
  languages: ['rust'],
  read: (folder) => read(folder.root, true),
};

/** Every `mod` line whose file exists, under any condition. */
export const modLines: ReferenceTool = {
  name: 'mod lines',
  languages: ['rust'],
  read: (folder) => read(folder.root, false),
};

async function read(root: string, isCompiled: boolean): Promise<ToolReferences | undefined> {
  const crates = await cratesIn(root);
  if (crates === undefined) return undefined;
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    const [file, target] = [from, to].map((path) => relative(root, path)) as [string, string];
    found.set(file, (found.get(file) ?? new Set()).add(target));
  };
  for (const crate of crates) {
    const edges = modEdges(crate.file);
    const files = isCompiled && edges.length > 0 ? await compiledFiles(crate) : undefined;
    // rustc can crash without the dependencies of a crate.
    if (files?.size === 0) continue;
    const reached = new Set([crate.file, ...edges.map(([, to]) => to)]);
    found.set(relative(root, crate.file), found.get(relative(root, crate.file)) ?? new Set());
    for (const [from, to] of edges) if (files?.has(to) !== false) add(from, to);
    for (const file of files ?? []) if (!reached.has(file)) add(crate.file, file);
  }
  const sources = { has: (source: string) => source.startsWith('mod ') };
  return new Map([...found].map(([file, targets]): [string, FileReferences] => [file, { targets, sources }]));
}

interface Crate {
  readonly file: string;
  /** Flags of rustc. */
  readonly flags: readonly string[];
  /** The names of `cfg` flags that the package declares. */
  readonly conditions: readonly string[];
}

/** All targets of all packages in the folder. */
async function cratesIn(root: string): Promise<readonly Crate[] | undefined> {
  const crates = new Map<string, Crate>();
  const manifests = await runTool('git', ['-C', root, 'ls-files', '*Cargo.toml'], { cwd: root });
  for (const manifest of manifests?.output.split('\n').filter(Boolean) ?? []) {
    const flags = ['metadata', '--no-deps', '--offline', '--format-version=1', '--manifest-path', manifest];
    const ran = await runTool('cargo', flags, { cwd: root });
    if (ran === undefined) return undefined;
    if (ran.code !== 0) continue;
    const { packages, workspace_root } = JSON.parse(ran.output) as Metadata;
    for (const { targets, features, manifest_path } of packages)
      for (const { src_path, edition, crate_types } of targets) {
        const texts = [manifest_path, join(workspace_root, 'Cargo.toml')].map((path) =>
          readFileSync(path, 'utf8'),
        );
        crates.set(src_path, {
          file: src_path,
          flags: [
            ...['--edition', edition, '--crate-type', crate_types[0] === 'bin' ? 'bin' : 'lib'],
            ...Object.keys(features).flatMap((name) => ['--cfg', `feature="${name}"`]),
          ],
          conditions: [
            ...new Set([...texts.join('\n').matchAll(/cfg\((\w+)\)'/g)].map(([, name = '']) => name)),
          ],
        });
      }
  }
  return [...crates.values()];
}

/** As documented by `cargo metadata`. */
interface Metadata {
  readonly workspace_root: string;
  readonly packages: readonly {
    readonly manifest_path: string;
    readonly features: Readonly<Record<string, unknown>>;
    readonly targets: readonly {
      readonly src_path: string;
      readonly edition: string;
      readonly crate_types: readonly string[];
    }[];
  }[];
}

const OTHER_PLATFORMS = [
  ...['x86_64-pc-windows-msvc', 'aarch64-apple-darwin', 'x86_64-unknown-freebsd', 'aarch64-linux-android'],
  ...['x86_64-unknown-illumos', 'wasm32-unknown-unknown', 'wasm32-wasip1'],
];

/** The files that rustc reads on any platform, with all, none, or one of the conditions. Nothing is compiled. */
async function compiledFiles({ file, flags, conditions }: Crate): Promise<ReadonlySet<string>> {
  const all = conditions.flatMap((name) => ['--cfg', name]);
  // Modules load without the standard library, which only the own platform has.
  const others = OTHER_PLATFORMS.map((platform) => ['-Zcrate-attr=no_core', '--target', platform]);
  const runs = [
    [],
    ...conditions.map((name) => ['--test', '--cfg', name]),
    ...[[], ...others].flatMap((platform) => [
      [...platform, '--test'],
      ...(conditions.length < 2 ? [] : [[...platform, '--test', ...all]]),
    ]),
  ];
  const files = new Set<string>();
  for (const run of runs) {
    const args = [...flags, ...run, '--emit=dep-info=-', file];
    const ran = await runTool('env', ['RUSTC_BOOTSTRAP=1', 'rustc', ...args], { cwd: dirname(file) });
    for (const [, path = ''] of (ran?.output ?? '').matchAll(/^(\S+\.rs):/gm))
      files.add(resolve(dirname(file), path));
  }
  return files;
}

/** The modules of a crate in files of their own, by the rules of the Rust reference. */
function modEdges(crate: string): readonly (readonly [from: string, to: string])[] {
  const edges: (readonly [string, string])[] = [];
  const seen = new Set<string>();
  const visit = (file: string, home: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { inside, name, path } of modules(readFileSync(file, 'utf8'))) {
      const folder = join(home, ...inside);
      const candidates =
        path === undefined
          ? [join(folder, `${name}.rs`), join(folder, name, 'mod.rs')]
          : [join(inside.length > 0 ? folder : dirname(file), path)];
      const target = candidates.find((each) => existsSync(each));
      if (target === undefined) continue;
      edges.push([file, target]);
      visit(
        target,
        path !== undefined || basename(target) === 'mod.rs' ? dirname(target) : join(folder, name),
      );
    }
  };
  visit(crate, dirname(crate));
  return edges;
}

interface DeclaredModule {
  /** The names of the modules around it. */
  readonly inside: readonly string[];
  readonly name: string;
  readonly path: string | undefined;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|r(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\.|[^'\\\n])'|((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?\bmod\s+(?:r#)?(\w+)\s*([;{])|[{}]/g;

function modules(text: string): readonly DeclaredModule[] {
  const found: DeclaredModule[] = [];
  const braces: (string | undefined)[] = [];
  for (const [token, , attributes = '', name = '', end] of text.matchAll(TOKEN)) {
    if (token === '{') braces.push(undefined);
    else if (token === '}') braces.pop();
    else if (end === '{') braces.push(name);
    else if (end === ';') {
      const inside = braces.filter((each) => each !== undefined);
      found.push({ inside, name, path: /\bpath\s*=\s*"([^"]+)"/.exec(attributes)?.[1] });
    }
  }
  return found;
}
