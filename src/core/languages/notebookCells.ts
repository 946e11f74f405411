/** Reads a Jupyter notebook's JSON, formats 3 and 4, keeping the places of its parts. */
import type { Span } from '../facts/fileFacts';

export interface NotebookCell extends Span {
  readonly kind: 'code' | 'markdown' | 'heading' | 'raw';
  /** Level of a heading cell in format 3. */
  readonly level: number;
  /** The strings of its text, with their quotes: one for each line, or one for all. */
  readonly source: readonly Span[];
  /** Content of the brackets of outputs and attachments. */
  readonly hidden: readonly Span[];
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  /** Names of the kernel and its language, the most reliable first. */
  readonly kernel: readonly string[];
  /** Number of places that are not JSON. */
  readonly errors: number;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[\w.+-]+/g;

interface Container extends Span {
  readonly bracket: string;
  /** The key whose value it is. */
  readonly key: string;
}

type Draft = { -readonly [K in keyof Omit<NotebookCell, 'source' | 'hidden'>]: NotebookCell[K] } & {
  readonly source: Span[];
  readonly hidden: Span[];
};

/** A notebook never nests deeper. Deeper brackets are counted, not kept. */
const MAX_NESTING = 1_000;

/** The keys that name the kernel or its language, the most reliable first. Format 3 has the last. */
const KERNEL_KEYS = [
  'metadata.kernelspec.language',
  'metadata.language_info.name',
  'metadata.kernelspec.name',
  'metadata.language',
];

/** Reads the cells of a notebook. Never throws: what is not JSON is counted in `errors`. */
export function notebookOf(text: string): Notebook {
  const cells: NotebookCell[] = [];
  const open: Container[] = [];
  const kernel: (string | undefined)[] = [];
  let cell: { readonly draft: Draft; readonly level: number } | undefined;
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
    if (cell === undefined && open.length <= 3) {
      const path = [...open.slice(1).map((each) => each.key), key].join('.');
      const rank = KERNEL_KEYS.indexOf(path);
      if (rank >= 0) kernel[rank] ??= token.replaceAll('"', '').slice(0, 100);
    }
    if (cell === undefined || container === undefined) return;
    const isDirect = open.length === cell.level;
    const isLine = open.length === cell.level + 1 && /^(?:source|input)$/.test(container.key);
    if (isLine || (isDirect && /^(?:source|input)$/.test(key)))
      cell.draft.source.push({ start, end: start + token.length });
    else if (isDirect && key === 'cell_type') cell.draft.kind = kindOf(token.slice(1, -1));
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
  const isSound = text.trim() === '' || isJson(text);
  return {
    cells,
    kernel: kernel.flatMap((each) => each || []),
    errors: isSound ? 0 : Math.max(1, errors + (open.length > 0 ? 1 : 0)),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function kindOf(written: string): NotebookCell['kind'] {
  return written === 'code' || written === 'markdown' || written === 'heading' ? written : 'raw';
}
