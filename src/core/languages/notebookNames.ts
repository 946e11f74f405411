/** Reads the names that a notebook's Python cells use. Their lines are strings in JSON. */
import type { LinedText } from '../facts/lineTable';
import { packUses, type FileReferences } from '../facts/references';
import type { SourceLine } from './notebookCells';

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return self try while with yield'.split(
    ' ',
  ),
);

const WORDS =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*|(?<!\w)\d\w*|(\bdef\s+|\bclass\s+)?([\p{L}_][\p{L}\p{N}_]*)(\s*\()?/gu;

export function namesInCells({ lines }: LinedText, code: readonly SourceLine[]): FileReferences {
  const uses = new Map<string, { name: string; lines: number[]; calls: number[] }>();
  for (const { text, start } of code) {
    const line = lines.lineAt(start);
    for (const [, definition, name, call] of text.matchAll(WORDS)) {
      if (name === undefined || name.length > 200 || definition !== undefined || KEYWORDS.has(name)) continue;
      const use = uses.get(name) ?? { name, lines: [], calls: [] };
      uses.set(name, use);
      use.lines.push(line);
      if (call !== undefined) use.calls.push(line);
    }
  }
  return packUses([...uses.values()]);
}
