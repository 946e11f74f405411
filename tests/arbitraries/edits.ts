/** Files, edits of them, and the hunks that a model would write for these. */
import fc from 'fast-check';
import type { Hunk, HunkLine, ReplyEdit } from '../../src/core/replies/replyEdit';
import type { PlacedHunk } from '../../src/core/replies/placedEdit';
import { appliedText } from '../../src/core/replies/placing/appliedText';

/** Code-like lines: some unique, some repeated, braces and blank lines. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.nat(400).map((at) => `  const value${at} = compute("part ${at * 7}");`) },
  { weight: 2, arbitrary: fc.nat(4).map((at) => `    return handler${at}(request);`) },
  { weight: 2, arbitrary: fc.constantFrom('', '}', '  }', '{', '  } else {', 'end') },
  { weight: 1, arbitrary: fc.nat(30).map((at) => `function name${at}() {`) },
);

export const fileLines = fc.array(line, { minLength: 1, maxLength: 60 });

/** Lines `at` to `at + count` give way to others; each is untouched by the rest. */
export interface LineEdit {
  readonly at: number;
  readonly count: number;
  readonly lines: readonly string[];
}

/** Edits with at least `apart` lines between them. */
export function someEdits(length: number, { most = 4, apart = 1 } = {}): fc.Arbitrary<readonly LineEdit[]> {
  return fc
    .array(fc.record({ at: fc.nat(length), count: fc.nat(4), lines: fc.array(line, { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: most,
    })
    .map((drawn) => {
      const kept: LineEdit[] = [];
      let next = 0;
      for (const { at, count, lines } of drawn.toSorted((one, other) => one.at - other.at)) {
        const edit = { at, count: Math.min(count, length - at), lines };
        if (at < next || (edit.count === 0 && lines.length === 0)) continue;
        kept.push(edit);
        next = at + edit.count + apart;
      }
      return kept;
    });
}

export function editedLines(lines: readonly string[], edits: readonly LineEdit[]): readonly string[] {
  return edits
    .toReversed()
    .reduce<readonly string[]>(
      (rest, { at, count, lines: added }) => rest.toSpliced(at, count, ...added),
      lines,
    );
}

/** One hunk per edit, with up to `context` lines around. As a diff, or with both sides in full. */
export function hunksOf(
  lines: readonly string[],
  edits: readonly LineEdit[],
  { context, isDiff }: { readonly context: number; readonly isDiff: boolean },
): readonly Hunk[] {
  return edits.map(({ at, count, lines: added }, index) => {
    const previous = edits[index - 1];
    const from = Math.max(previous === undefined ? 0 : previous.at + previous.count, at - context);
    const until = Math.min(edits[index + 1]?.at ?? lines.length, at + count + context);
    const [before, after] = [lines.slice(from, at), lines.slice(at + count, until)];
    const removed = lines.slice(at, at + count);
    const marked = (op: 'keep' | 'remove' | 'add', texts: readonly string[]): readonly HunkLine[] =>
      texts.map((text) => ({ op, text }));
    return {
      lines: isDiff
        ? [
            ...marked('keep', before),
            ...marked('remove', removed),
            ...marked('add', added),
            ...marked('keep', after),
          ]
        : [...marked('remove', lines.slice(from, until)), ...marked('add', [...before, ...added, ...after])],
    };
  });
}

export function changeOf(hunks: readonly Hunk[], isInOrder = false): ReplyEdit {
  return { kind: 'change', format: 'test', path: 'a.ts', from: 1, to: 1, hunks, isInOrder };
}

export function textOf(lines: readonly string[]): string {
  return lines.map((text) => `${text}\n`).join('');
}

/** The text with all placed hunks, or undefined if one asks. */
export function resultOf(now: string, placed: readonly PlacedHunk[]): string | undefined {
  if (placed.some(({ state }) => state.kind === 'asks')) return undefined;
  return appliedText(
    now,
    placed.flatMap(({ state }) => (state.kind === 'placed' ? [state.replacement] : [])),
  );
}
