/** Aider's SEARCH/REPLACE blocks, the same blocks with the markers of AC-DC, and merge conflicts in their place. */
import { decoded } from '../decodings';
import type { ReplyEdit } from '../replyEdit';
import { likelyDividers, pairedBlocks, type BlockMarker, type PairedBlock } from '../reading/blockMarkers';
import { openingFence, withoutIndent } from '../reading/fence';
import { bare, NO_END, NO_PATH, unread, type NamedPaths, type ReadEdits, type ReplyFormat } from './format';
import { hunkOfSides } from '../reading/hunkOfSides';
import { isButton, pathLine } from '../reading/pathLine';

interface Markers {
  readonly name: string;
  readonly start: RegExp;
  readonly divider: RegExp;
  readonly end: RegExp;
  /** Markers with any label, as Git writes them. */
  readonly conflict?: { readonly start: RegExp; readonly end: RegExp };
}

export const searchReplace = blockFormat({
  name: 'search-replace',
  start: /^<{5,9} *(?:SEARCH|ORIGINAL)\b>?/i,
  divider: /^={5,9}$/,
  end: /^>{5,9} *(?:REPLACE|UPDATED)\b/i,
  conflict: { start: /^<{7}(?: \S.*)?$/, end: /^>{7}(?: \S.*)?$/ },
});

export const acDc = blockFormat({
  name: 'ac-dc',
  start: /^(?:«{2,9}|(?:🟧){2,9}) *EDIT$/u,
  divider: /^(?:═{3,12}|(?:🟨){2,9}) *REPL$/u,
  end: /^(?:»{2,9} *EDIT END|(?:🟩){2,9} *END)$/u,
});

function blockFormat(markers: Markers): ReplyFormat {
  /** Lines are looked at once, because a hostile reply has thousands of markers. */
  const known = new WeakMap<readonly string[], Blocks>();
  return {
    name: markers.name,
    read(lines, at, paths) {
      if (!isStart(lines[at] ?? '', markers)) return undefined;
      const blocks = known.get(lines) ?? blocksIn(lines, markers);
      known.set(lines, blocks);
      const start = blocks.startByLine.get(at);
      const block = blocks.pairs.get(at);
      if (start === undefined) return undefined;
      if (block !== undefined) return readBlock({ lines, start, block }, markers.name, paths);
      return start.isConflict ? undefined : unread(lines, at, endOfUnclosed(lines, at, blocks), NO_END);
    },
  };
}

function isStart(line: string, { start, conflict }: Markers): boolean {
  const text = bare(line);
  return start.test(text) || conflict?.start.test(text) === true;
}

interface Blocks {
  readonly pairs: ReadonlyMap<number, PairedBlock>;
  readonly starts: readonly BlockMarker[];
  readonly startByLine: ReadonlyMap<number, BlockMarker & { readonly index: number }>;
}

function blocksIn(lines: readonly string[], markers: Markers): Blocks {
  const all = lines.flatMap((line, at) => markerAt(line, at, markers) ?? []);
  const starts = all.filter(({ kind }) => kind === 'start');
  return {
    pairs: pairedBlocks(all),
    starts,
    startByLine: new Map(starts.map((start, index) => [start.at, { ...start, index }])),
  };
}

function markerAt(line: string, at: number, markers: Markers): BlockMarker | undefined {
  const text = bare(line);
  const length = /^[<=>]*/.exec(text)?.[0].length ?? 0;
  if (markers.start.test(text)) return { at, kind: 'start', length, isConflict: false };
  if (markers.divider.test(text)) return { at, kind: 'divider', length, isConflict: false };
  if (markers.end.test(text)) return { at, kind: 'end', length, isConflict: false };
  if (markers.conflict?.start.test(text) === true) return { at, kind: 'start', length, isConflict: true };
  return markers.conflict?.end.test(text) === true
    ? { at, kind: 'end', length, isConflict: true }
    : undefined;
}

interface FoundBlock {
  readonly lines: readonly string[];
  readonly start: BlockMarker;
  readonly block: PairedBlock;
}

function readBlock({ lines, start, block }: FoundBlock, format: string, paths: NamedPaths): ReadEdits {
  const { at, isConflict } = start;
  const { dividers, end } = block;
  const [divider, other] = likelyDividers(lines, dividers);
  if (divider === undefined || other !== undefined)
    return unread(lines, at, end + 1, dividers.length === 0 ? NO_DIVIDER : SEVERAL_DIVIDERS);
  const [, behind = ''] = /^<+ *SEARCH>? +(.+)$/i.exec(bare(lines[at] ?? '')) ?? [];
  const own = paths.above() ?? pathLine(behind);
  // Conflicts are shown for other reasons, too.
  const path = own ?? (isConflict && !followsBlock(lines, at) ? undefined : paths.before);
  if (path === undefined) return unread(lines, at, end + 1, NO_PATH);
  // A marker with entities proves that copying has changed the whole block.
  const isEncoded = (lines[at] ?? '').includes('&lt;');
  const body = withoutIndent(lines.slice(at + 1, end), /^[ \t]*/.exec(lines[at] ?? '')?.[0] ?? '').map(
    (line) => (isEncoded ? decoded(line, 'entities') : line),
  );
  const old = body.slice(0, divider - at - 1);
  const present = body.slice(divider - at);
  const isNew = old.every((line) => line.trim() === '');
  // A path that is left out is that of a file that exists.
  if (isNew && own === undefined) return unread(lines, at, end + 1, NO_PATH);
  const place = { format, path, from: at + 1, to: end + 1 };
  const edit: ReplyEdit = isNew
    ? { ...place, kind: 'write', text: `${present.join('\n')}\n`, isNew: true }
    : { ...place, kind: 'change', isInOrder: false, hunks: [{ lines: hunkOfSides(old, present) }] };
  return { edits: [edit], notUnderstood: [], next: end + 1 };
}

const NO_DIVIDER = 'It has no line that divides the old text from the new one.';
const SEVERAL_DIVIDERS = 'Several of its lines may divide the old text from the new one.';

function followsBlock(lines: readonly string[], at: number): boolean {
  const above = lines.slice(Math.max(0, at - MOST_BLANKS), at).findLast((line) => line.trim() !== '');
  return above !== undefined && /^>{5,9}/.test(bare(above));
}

/** Lines. */
const MOST_BLANKS = 4;

/** Index of the line behind a block without an end: the next block begins there, or the fence around this one ends. */
function endOfUnclosed(lines: readonly string[], at: number, { pairs, starts, startByLine }: Blocks): number {
  const index = startByLine.get(at)?.index ?? 0;
  const next = starts[index + 1]?.at ?? lines.length;
  const isFenced = lines.slice(Math.max(0, at - 2), at).some((line) => openingFence(line) !== undefined);
  for (let end = at + 1; isFenced && end < next; end += 1) {
    const fence = openingFence(lines[end] ?? '');
    if (fence?.info === '') return end;
  }
  if (next === lines.length) return next;
  for (let above = next - 1; above > at && isBetween(lines[above] ?? ''); above -= 1)
    if (pathLine(lines[above] ?? '') !== undefined) return above;
  // A start right below text is a part of that text.
  const above = lines[next - 1] ?? '';
  const isText = above.trim() !== '' && openingFence(above) === undefined;
  return isText ? (pairs.get(next)?.end ?? next - 1) + 1 : next;
}

/** Whether a line may be between the text above a path and the block below it. */
function isBetween(line: string): boolean {
  return (
    line.trim() === '' || isButton(line) || openingFence(line) !== undefined || pathLine(line) !== undefined
  );
}
