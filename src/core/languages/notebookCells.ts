/** Reads a Jupyter notebook's JSON, formats 3 and 4, keeping the places of its parts. */
import type { Span } from '../facts/fileFacts';

/**
 * A line of a cell's source. Its span covers its text in the file, including the quotes if the line is a string of its
 * own.
 */
export interface SourceLine extends Span {
  readonly text: string;
}

export interface NotebookCell extends Span {
  readonly kind: 'code' | 'markdown' | 'heading' | 'raw';
  /** Level of a heading cell in format 3. */
  readonly level: number;
  readonly source: readonly SourceLine[];
  /** Content of the brackets of outputs and attachments. */
  readonly hidden: readonly Span[];
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  /** The kernel's language, if the notebook says it. */
  readonly language: string | undefined;
  /** Number of unpaired brackets. */
  readonly errors: number;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[\w.+-]+/g;

interface Container extends Span {
  readonly bracket: string;
  /** The key whose value it is. */
  readonly key: string;
}

type Draft = { -readonly [K in keyof Omit<NotebookCell, 'source' | 'hidden'>]: NotebookCell[K] } & {
  readonly source: SourceLine[];
  readonly hidden: Span[];
};

/** A notebook never nests deeper. Deeper brackets are counted, not kept. */
const MAX_NESTING = 1_000;

/** Reads the cells of a notebook. Never throws: unpaired brackets are counted in `errors`. */
export function notebookOf(text: string): Notebook {
  const cells: NotebookCell[] = [];
  const open: Container[] = [];
  let cell: { readonly draft: Draft; readonly level: number } | undefined;
  let language: string | undefined;
  let errors = 0;
  let candidate: string | undefined;
  let key = '';

  function openContainer(bracket: string, start: number): void {
    const outer = open.at(-1);
    const isCell = bracket === '{' && outer?.bracket === '[' && outer.key === 'cells' && cell === undefined;
    if (open.length < MAX_NESTING)
      open.push({ bracket, key: outer?.bracket === '[' ? '' : key, start, end: start });
    else errors += 1;
    if (isCell)
      cell = {
        draft: { kind: 'raw', level: 1, start, end: start, source: [], hidden: [] },
        level: open.length,
      };
    key = '';
  }

  function closeContainer(bracket: string, at: number): void {
    const container = open.pop();
    if (container?.bracket !== (bracket === '}' ? '{' : '[')) errors += 1;
    if (cell === undefined || container === undefined) return;
    if (open.length < cell.level - 1 || (open.length === cell.level - 1 && bracket === '}')) {
      cells.push({ ...cell.draft, end: at + 1 });
      cell = undefined;
    } else if (open.length === cell.level && /^(?:outputs|attachments)$/.test(container.key)) {
      cell.draft.hidden.push({ start: container.start + 1, end: at });
    }
  }

  function readText(token: string, start: number): void {
    const container = open.at(-1);
    if (key === 'language' || (key === 'name' && container?.key === 'language_info'))
      language ??= unescaped(token);
    if (cell === undefined || container === undefined) return;
    const isDirect = open.length === cell.level;
    const isLine = open.length === cell.level + 1 && /^(?:source|input)$/.test(container.key);
    if (isLine || (isDirect && /^(?:source|input)$/.test(key)))
      cell.draft.source.push(...linesOf(token, start));
    else if (isDirect && key === 'cell_type') cell.draft.kind = kindOf(unescaped(token));
  }

  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    switch (token) {
      case '{':
      case '[':
        openContainer(token, index);
        candidate = undefined;
        break;
      case '}':
      case ']':
        closeContainer(token, index);
        candidate = undefined;
        break;
      case ',':
        if (open.at(-1)?.bracket === '{') key = '';
        candidate = undefined;
        break;
      case ':':
        key = candidate ?? '';
        candidate = undefined;
        break;
      default: {
        const isKey = open.at(-1)?.bracket === '{' && key === '';
        if (isKey) candidate = token.startsWith('"') ? token.slice(1, -1).slice(0, 100) : '';
        else if (token.startsWith('"')) readText(token, index);
        else if (key === 'level' && cell !== undefined) cell.draft.level = Math.min(6, Number(token) || 1);
      }
    }
  }
  if (cell !== undefined) cells.push({ ...cell.draft, end: text.length });
  return { cells, language, errors: errors + (open.length > 0 ? 1 : 0) };
}

function kindOf(written: string): NotebookCell['kind'] {
  return written === 'code' || written === 'markdown' || written === 'heading' ? written : 'raw';
}

/** The lines in one JSON string: usually one, in some notebooks the whole cell. */
function linesOf(token: string, start: number): readonly SourceLine[] {
  const pieces = token
    .slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined)
    .split(/(?<=(?<!\\)(?:\\\\)*\\n)/);
  if (pieces.length === 1) return [{ text: unescaped(token), start, end: start + token.length }];
  let at = start + 1;
  return pieces.map((piece) => {
    const from = at;
    at += piece.length;
    return { text: unescaped(`"${piece}"`), start: from, end: at };
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '', r: '', t: '\t', b: '', f: '' };

/** Decodes a JSON string to a single line. */
function unescaped(token: string): string {
  return token
    .slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined)
    .replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, mark: string | undefined) =>
      code === undefined
        ? (ESCAPES[mark ?? ''] ?? mark ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
