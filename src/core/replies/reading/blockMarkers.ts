/** Which markers of a reply belong to one block. Texts may have whole blocks of their own, and any marker may be missing. */

export interface BlockMarker {
  /** 0-based. */
  readonly at: number;
  readonly kind: 'start' | 'divider' | 'end';
  /** Number of characters, if markers of a block have as many. */
  readonly length: number;
  /** Whether it is of a merge conflict, which is mostly part of a text. */
  readonly isConflict: boolean;
}

/** Lines, 0-based. */
export interface PairedBlock {
  /** Those that may divide the old and the new text: not those of blocks inside. */
  readonly dividers: readonly number[];
  readonly end: number;
}

/**
 * The block of each start that has an end, by line. Markers are paired with those of the same length if this gives a divider,
 * else with any. Takes one pass, because a hostile reply has thousands of markers without their others.
 */
export function pairedBlocks(markers: readonly BlockMarker[]): ReadonlyMap<number, PairedBlock> {
  const lengths = new Set(markers.map(({ length }) => length));
  const all = paired(markers);
  if (lengths.size === 1) return all;
  const blocks = new Map(all);
  for (const length of lengths)
    for (const [start, block] of paired(markers.filter((marker) => marker.length === length)))
      if (block.dividers.length > 0) blocks.set(start, block);
  return blocks;
}

interface OpenBlock {
  readonly start: BlockMarker;
  readonly dividers: number[];
}

/** Pairs markers like brackets. */
function paired(markers: readonly BlockMarker[]): ReadonlyMap<number, PairedBlock> {
  const blocks = new Map<number, PairedBlock>();
  const open: OpenBlock[] = [];
  let openEdits = 0;
  for (const marker of markers) {
    if (marker.kind === 'start') {
      open.push({ start: marker, dividers: [] });
      if (!marker.isConflict) openEdits += 1;
    } else if (marker.kind === 'divider') open.at(-1)?.dividers.push(marker.at);
    else {
      // The end of an edit closes no conflict in its text, and the other way round.
      if (marker.isConflict && open.at(-1)?.start.isConflict === false) continue;
      const inside: (readonly number[])[] = [];
      while (!marker.isConflict && openEdits > 0 && open.at(-1)?.start.isConflict === true)
        inside.push(open.pop()?.dividers ?? []);
      const closed = open.pop();
      if (closed === undefined) continue;
      if (!closed.start.isConflict) openEdits -= 1;
      const dividers = [closed.dividers, ...inside.reverse()].flat();
      blocks.set(closed.start.at, { dividers, end: marker.at });
    }
  }
  return blocks;
}

/** The dividers without the rows of `=` that underline headings, unless there is only one. */
export function likelyDividers(lines: readonly string[], dividers: readonly number[]): readonly number[] {
  if (dividers.length === 1) return dividers;
  return dividers.filter((at) => {
    const above = (lines[at - 1] ?? '').trim();
    return above === '' || Math.abs(above.length - (lines[at] ?? '').trim().length) > 1;
  });
}
