/** References of C and C++: the files that gcc's preprocessor enters, and the files that include them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { runTool, type CheckedFolder, type ReferenceTool } from './tool';

export const gcc: ReferenceTool = {
  name: 'gcc -E',
  languages: ['c', 'cpp'],
  read: async (folder, files) => {
    const stubs = await mkdtemp(join(tmpdir(), 'stub-headers-'));
    const found = new Map<string, { targets: Set<string>; sources: Set<string> }>();
    const roots = includeRoots(folder);
    for (const file of files) {
      const lines = await preprocessed(folder.root, file, roots, stubs);
      if (lines === undefined) return undefined;
      for (const [including, line, target] of entered(folder.root, lines)) {
        const source = await includedOn(folder, including, line);
        if (source === undefined) continue;
        const entry = found.get(including) ?? { targets: new Set(), sources: new Set() };
        found.set(including, entry);
        entry.sources.add(source);
        if (folder.paths.has(target)) entry.targets.add(target);
      }
    }
    await rm(stubs, { recursive: true });
    return found;
  },
};

/** The root and folders named after headers, then all folders with headers. */
function includeRoots({ paths }: CheckedFolder): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths)
    if (/\.(?:h|hpp|hh|hxx|inc|ipp)$/.test(path))
      for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at);
  return [...folders].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** Other folders come after the system's, whose headers they might replace. */
function isHeaderFolder(path: string): boolean {
  return path === '.' || /(?:^|\/)(?:include|inc|src)$/.test(path);
}

/** Retries with empty headers in place of missing ones. */
async function preprocessed(
  root: string,
  file: string,
  roots: readonly string[],
  stubs: string,
): Promise<readonly string[] | undefined> {
  const flags = [
    ...roots.map((each) => (isHeaderFolder(each) ? `-I${each}` : `-idirafter${each}`)),
    `-idirafter${stubs}`,
    '-w',
    '-E',
  ];
  const language = /\.(?:c|h)$/.test(file) ? 'c' : 'c++';
  for (let tries = 0; ; tries += 1) {
    const ran = await runTool('gcc', ['-x', language, ...flags, file], { cwd: root });
    if (ran === undefined) return undefined;
    const missing = [...ran.errors.matchAll(/fatal error: ([^:\n]+): No such file/g)].map(
      ([, name = '']) => name,
    );
    if (missing.length === 0 || tries === 60) return ran.output.split('\n');
    for (const name of missing) {
      const stub = join(stubs, name.replaceAll('../', ''));
      await mkdir(dirname(stub), { recursive: true });
      await writeFile(stub, '');
    }
  }
}

/** Reads line markers: `# 12 "a.h" 1` enters a file, `2` returns to one. */
function* entered(root: string, lines: readonly string[]): Generator<readonly [string, number, string]> {
  let current = '';
  let line = 0;
  for (const text of lines) {
    const [, number = '', name = '', flags = ''] = /^# (\d+) "([^"]*)"([ \d]*)$/.exec(text) ?? [];
    if (name === '') {
      line += 1;
      continue;
    }
    const path = relative(root, resolve(root, name));
    if (flags.trim().startsWith('1') && current !== '') yield [current, line, path];
    current = path;
    line = Number(number);
  }
}

const textByPath = new Map<string, readonly string[]>();

async function includedOn(
  { root, paths }: CheckedFolder,
  file: string,
  line: number,
): Promise<string | undefined> {
  if (!paths.has(file)) return undefined;
  const key = join(root, file);
  const lines = textByPath.get(key) ?? (await readFile(key, 'latin1')).split('\n');
  textByPath.set(key, lines);
  return /^\s*#\s*(?:include|import)\s*[<"]([^>"]+)[>"]/.exec(lines[line - 1] ?? '')?.[1];
}
