import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** A script, or a module name if there is no kind. */
export interface Script {
  readonly text: string;
  readonly kind?: ts.ScriptKind;
}

/** The scripts of a file, and the modules that a component's template imports. */
export function scriptsIn(file: string, text: string): readonly Script[] {
  if (!/\.(?:vue|svelte)$/.test(file))
    // Any JavaScript may contain JSX.
    return [
      {
        text,
        kind: /\.[cm]?js$/.test(file) ? ts.ScriptKind.JSX : (KINDS[extensionOf(file)] ?? ts.ScriptKind.TS),
      },
    ];
  const scripts = [...text.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].map(
    ([, attributes = '', script = '']) => ({
      text: script,
      kind: KINDS[/\blang=["']?(\w+)/.exec(attributes)?.[1] ?? ''] ?? ts.ScriptKind.JSX,
    }),
  );
  return file.endsWith('.svelte') ? [...scripts, ...templateImports(text)] : scripts;
}

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  ...{ ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, jsx: ts.ScriptKind.JSX, typescript: ts.ScriptKind.TS },
};

function extensionOf(file: string): string {
  return /\.[cm]?(\w+)$/.exec(file)?.[1] ?? '';
}

/** `import('a')` in a template, as Svelte's parser finds it. */
function templateImports(text: string): readonly Script[] {
  const found: Script[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, source } = node as {
      readonly type?: unknown;
      readonly source?: { readonly value?: unknown };
    };
    if (type === 'ImportExpression' && typeof source?.value === 'string') found.push({ text: source.value });
    for (const child of Object.values(node)) visit(child);
  };
  try {
    visit(parse(text, { modern: true }).fragment);
  } catch {
    // A component that Svelte cannot parse counts with its scripts only.
  }
  return found;
}
