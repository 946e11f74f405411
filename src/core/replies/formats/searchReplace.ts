/** Aider's SEARCH/REPLACE blocks, and the same blocks with the markers of AC-DC. */
import type { ReplyEdit } from '../replyEdit';
import { withoutIndent } from '../reading/fence';
import { bare, NO_END, NO_PATH, unread, type ReplyFormat } from './format';
import { hunkOfSides } from '../reading/hunkOfSides';
import { pathLine } from '../reading/pathLine';

interface Markers {
  readonly name: string;
  /** Each tells whether a line is the marker, and returns what others of the block must equal. */
  readonly start: RegExp;
  readonly divider: RegExp;
  readonly end: RegExp;
}

export const searchReplace = blockFormat({
  name: 'search-replace',
  start: /^<{5,9} *(?:SEARCH|ORIGINAL)\b>?/i,
  divider: /^={5,9}$/,
  end: /^>{5,9} *(?:REPLACE|UPDATED)\b/i,
});

export const acDc = blockFormat({
  name: 'ac-dc',
  start: /^(?:«{2,9}|(?:🟧){2,9}) *EDIT$/u,
  divider: /^(?:═{3,12}|(?:🟨){2,9}) *REPL$/u,
  end: /^(?:»{2,9} *EDIT END|(?:🟩){2,9} *END)$/u,
});

function blockFormat(markers: Markers): ReplyFormat {
  const { name, start } = markers;
  /** A hostile reply has thousands of markers without their others, so lines are looked at once. */
  const found = new WeakMap<readonly string[], Markings>();
  return {
    name,
    read(lines, at, pathAbove) {
      if (!start.test(bare(lines[at] ?? ''))) return undefined;
      const markings = found.get(lines) ?? createMarkings(markersIn(lines, markers));
      found.set(lines, markings);
      const { all, indexByLine } = markings;
      const own = indexByLine.get(at) ?? 0;
      const middle = find(markings, own + 1, 'divider');
      const last = middle === undefined ? undefined : find(markings, middle + 1, 'end');
      const [from, to] = [all[middle ?? -1]?.at, all[last ?? -1]?.at];
      if (from === undefined || to === undefined) {
        let next = own + 1;
        while (next < all.length && all[next]?.kind !== 'start') next += 1;
        return unread(lines, at, all[next]?.at ?? lines.length, NO_END);
      }
      const [, behind = ''] = /^<+ *SEARCH>? +(.+)$/i.exec(bare(lines[at] ?? '')) ?? [];
      const path = pathAbove() ?? pathLine(behind);
      if (path === undefined) return unread(lines, at, to + 1, NO_PATH);
      const body = withoutIndent(lines.slice(at + 1, to), /^[ \t]*/.exec(lines[at] ?? '')?.[0] ?? '');
      const old = body.slice(0, from - at - 1);
      const present = body.slice(from - at);
      const place = { format: name, path, from: at + 1, to: to + 1 };
      const edit: ReplyEdit = old.every((line) => line.trim() === '')
        ? { ...place, kind: 'write', text: `${present.join('\n')}\n`, isNew: true }
        : { ...place, kind: 'change', isInOrder: false, hunks: [{ lines: hunkOfSides(old, present) }] };
      return { edits: [edit], notUnderstood: [], next: to + 1 };
    },
  };
}

interface Marker {
  readonly at: number;
  readonly kind: 'start' | 'divider' | 'end';
}

interface Markings {
  readonly all: readonly Marker[];
  readonly indexByLine: ReadonlyMap<number, number>;
  /** Index of the last marker of a kind. */
  readonly last: Readonly<Record<Marker['kind'], number>>;
}

function createMarkings(all: readonly Marker[]): Markings {
  const lastOf = (kind: Marker['kind']): number => all.findLastIndex((marker) => marker.kind === kind);
  return {
    all,
    indexByLine: new Map(all.map(({ at }, index) => [at, index])),
    last: { start: lastOf('start'), divider: lastOf('divider'), end: lastOf('end') },
  };
}

function markersIn(lines: readonly string[], { start, divider, end }: Markers): readonly Marker[] {
  return lines.flatMap((line, at): Marker | [] => {
    const text = bare(line);
    if (start.test(text)) return { at, kind: 'start' };
    if (divider.test(text)) return { at, kind: 'divider' };
    return end.test(text) ? { at, kind: 'end' } : [];
  });
}

/**
 * Index of the first marker of a kind that belongs to the block: texts may have whole blocks of their own. If those have no ends, the
 * first one of all.
 */
function find({ all, last }: Markings, from: number, kind: 'divider' | 'end'): number | undefined {
  let depth = 0;
  let first: number | undefined;
  if (last[kind] < from) return undefined;
  for (let index = from; index < all.length; index += 1) {
    const marker = all[index]?.kind;
    if (marker === kind) {
      if (depth === 0) return index;
      first ??= index;
    }
    if (marker === 'start') depth += 1;
    else if (marker === 'end') {
      if (depth === 0) return first;
      depth -= 1;
    }
  }
  return first;
}
