/** Symbols found by universal-ctags, whose parsers are independent of ours. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Tag {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
}

export interface CtagsLanguage {
  readonly name: string;
  /** Its names for functions, methods, classes, interfaces, structs and enums. */
  readonly kinds: readonly string[];
  /** Its names for what else our outline has, of languages where that is compared too. */
  readonly details?: readonly string[];
}

const TYPES = ['class', 'interface', 'struct', 'enum'];
const DETAILS = ['member', 'typedef', 'macro', 'enumerator', 'namespace'];

/** By our language ids. */
export const CTAGS_LANGUAGES: ReadonlyMap<string, CtagsLanguage> = new Map(
  Object.entries({
    python: { name: 'Python', kinds: ['class', 'function', 'member'] },
    typescript: { name: 'TypeScript', kinds: ['function', 'generator', 'method', ...TYPES] },
    javascript: {
      name: 'JavaScript',
      kinds: ['function', 'generator', 'method', 'getter', 'setter', 'class'],
    },
    c: { name: 'C', kinds: ['function', 'union', ...TYPES], details: DETAILS },
    cpp: { name: 'C++', kinds: ['function', 'union', ...TYPES], details: DETAILS },
    java: { name: 'Java', kinds: ['method', 'annotation', ...TYPES] },
    go: { name: 'Go', kinds: ['func', 'methodSpec', ...TYPES] },
    rust: { name: 'Rust', kinds: ['function', 'method', ...TYPES] },
    ruby: { name: 'Ruby', kinds: ['method', 'singletonMethod', 'class', 'module'] },
    php: { name: 'PHP', kinds: ['function', 'trait', ...TYPES] },
    csharp: { name: 'C#', kinds: ['method', ...TYPES] },
    kotlin: { name: 'Kotlin', kinds: ['method', 'object', ...TYPES] },
    lua: { name: 'Lua', kinds: ['function'] },
    bash: { name: 'Sh', kinds: ['function'] },
    powershell: { name: 'PowerShell', kinds: ['function', ...TYPES] },
  }),
);

/** Names that ctags invents for anonymous symbols. */
const MADE_UP = /^(?:__anon|anonymous|<)/i;

/** The tags of the relevant kinds in files of one language. */
export async function tagsOf(language: CtagsLanguage, paths: readonly string[]): Promise<readonly Tag[]> {
  const tags = await allTagsOf(language, paths);
  return tags.filter(({ kind }) => language.kinds.includes(kind));
}

/** The tags of all kinds. */
export async function allTagsOf(language: CtagsLanguage, paths: readonly string[]): Promise<readonly Tag[]> {
  const child = spawn(
    'ctags',
    [
      ...[`--language-force=${language.name}`, `--kinds-${language.name}=*`],
      ...['--output-format=json', '--fields=+nK', '-f', '-', '-L', '-'],
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const closed = once(child, 'close');
  child.stdin.end(paths.join('\n'));
  const output = await text(child.stdout);
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`ctags ended with ${String(code)}`);
  return output.split('\n').flatMap((line) => {
    const tag = parseTag(line);
    return tag === undefined || MADE_UP.test(tag.name) ? [] : [tag];
  });
}

export async function ctagsVersion(): Promise<string> {
  const child = spawn('ctags', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return (await text(child.stdout)).split(',', 1)[0] ?? '';
}

function parseTag(line: string): Tag | undefined {
  if (!line.startsWith('{')) return undefined;
  const { _type, path, name, kind, line: at } = JSON.parse(line) as Record<string, unknown>;
  return _type === 'tag'
    ? { path: String(path), name: String(name), kind: String(kind), line: Number(at) }
    : undefined;
}
