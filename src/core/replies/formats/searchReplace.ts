/** Aider's SEARCH/REPLACE blocks, and the same blocks with the markers of AC-DC. */
import type { ReplyEdit } from '../replyEdit';
import { bare, NO_END, NO_PATH, unread, type ReplyFormat } from './format';
import { hunkBetween } from './hunkBetween';
import { pathLine } from './pathLine';

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
  const found = new WeakMap<readonly string[], readonly Marker[]>();
  return {
    name,
    read(lines, at, pathAbove) {
      if (!start.test(bare(lines[at] ?? ''))) return undefined;
      const all = found.get(lines) ?? markersIn(lines, markers);
      found.set(lines, all);
      const own = all.findIndex((marker) => marker.at === at);
      const middle = find(all, own + 1, 'divider');
      const last = middle === undefined ? undefined : find(all, middle + 1, 'end');
      const [from, to] = [all[middle ?? -1]?.at, all[last ?? -1]?.at];
      if (from === undefined || to === undefined) {
        const next = all.find((marker, index) => index > own && marker.kind === 'start')?.at;
        return unread(lines, at, next ?? lines.length, NO_END);
      }
      const [, behind = ''] = /^<+ *SEARCH>? +(.+)$/i.exec(bare(lines[at] ?? '')) ?? [];
      const path = pathAbove() ?? pathLine(behind);
      if (path === undefined) return unread(lines, at, to + 1, NO_PATH);
      const old = lines.slice(at + 1, from);
      const present = lines.slice(from + 1, to);
      const place = { format: name, path, from: at + 1, to: to + 1 };
      const edit: ReplyEdit = old.every((line) => line.trim() === '')
        ? { ...place, kind: 'write', text: `${present.join('\n')}\n`, isNew: true }
        : { ...place, kind: 'change', isInOrder: false, hunks: [{ lines: hunkBetween(old, present) }] };
      return { edits: [edit], notUnderstood: [], next: to + 1 };
    },
  };
}

interface Marker {
  readonly at: number;
  readonly kind: 'start' | 'divider' | 'end';
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
function find(markers: readonly Marker[], from: number, kind: 'divider' | 'end'): number | undefined {
  let depth = 0;
  let first: number | undefined;
  for (let index = from; index < markers.length; index += 1) {
    const marker = markers[index]?.kind;
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
