/** Hunks and edits for tests, and short forms of their outcomes. */
import type { PlacedHunk } from '../../src/core/replies/placedEdit';
import type { Hunk, HunkLine, ReplyEdit } from '../../src/core/replies/replyEdit';

/** A hunk written as in a diff; `~` marks a gap. */
export function hunk(text: string, more: Omit<Hunk, 'lines'> = {}): Hunk {
  const lines = text.split('\n').map((line): HunkLine => {
    const op = ({ '-': 'remove', '+': 'add', '~': 'gap' } as const)[line[0] ?? ''] ?? 'keep';
    return { op, text: line.slice(1) };
  });
  return { lines, ...more };
}

/** A search-and-replace block. */
export function block(search: string, replace: string): Hunk {
  const marked = (op: 'remove' | 'add', text: string): readonly HunkLine[] =>
    text === '' ? [] : text.split('\n').map((line) => ({ op, text: line }));
  return { lines: [...marked('remove', search), ...marked('add', replace)] };
}

export function write(text: string, isNew?: boolean): ReplyEdit {
  const edit = { kind: 'write', format: 'test', path: 'a.ts', from: 1, to: 1, text } as const;
  return isNew === undefined ? edit : { ...edit, isNew };
}

export const other = { format: 'test', path: 'a.ts', from: 1, to: 1 };

export function states(placed: readonly PlacedHunk[]): readonly string[] {
  return placed.map(({ state }) => {
    if (state.kind === 'placed') return `placed ${state.by}`;
    return state.kind === 'asks' ? `asks ${state.reason}` : `applied ${state.from}`;
  });
}

export const CODE = `import { load } from './load';

export function first(input: string) {
  const value = load(input);
  return value.trim();
}

export function second(input: string) {
  const value = load(input);
  if (value === '') {
    return undefined;
  }
  return value.length;
}
`;
