import type { HunkLine } from '../replyEdit';
import type { PlacedBy } from '../placedEdit';
import { decoded } from '../decodings';
import type { Effort } from './effort';
import { findLines, type Matches } from './findLines';
import type { IndexedLines, Level } from './indexedLines';
import { indentMapOf } from './indentMap';
import { alignedAt, pairsOf } from './rebuild';

/** The places at which the old lines of a hunk are consecutive lines. */
export interface Candidates extends Matches {
  readonly by: PlacedBy;
  /** The hunk's lines, perhaps without blank ones at its edges. */
  readonly lines: readonly HunkLine[];
  /** Number of old lines. */
  readonly size: number;
  /** No indentation of the file explains that of the reply. */
  readonly isIndentLost: boolean;
}

/**
 * Compares in ever looser ways, and returns the places of the first that finds any. Undefined if none does. Never
 * settles for one of several places.
 */
export function candidatesOf(
  lines: readonly HunkLine[],
  indexed: IndexedLines,
  effort: Effort,
): Candidates | undefined {
  const variants = [lines, withoutBlankEdges(lines)].filter((variant) => variant !== undefined);
  for (const { level, by } of RUNGS)
    for (const variant of level === 'exact' ? [lines] : variants) {
      const written = oldTexts(variant);
      for (const wanted of level === 'exact' ? [written] : [written, ...withoutEntities(written)]) {
        const found = findLines(indexed, wanted, level, effort);
        if (found.starts.length === 0 && !found.isCut) continue;
        const candidates = { ...found, by, lines: variant, size: wanted.length, isIndentLost: false };
        return level === 'collapsed' ? withOneIndent(candidates, indexed) : candidates;
      }
    }
  return undefined;
}

export function oldTexts(lines: readonly HunkLine[]): readonly string[] {
  return lines.filter(({ op }) => op === 'keep' || op === 'remove').map(({ text }) => text);
}

const RUNGS: readonly { readonly level: Level; readonly by: PlacedBy }[] = [
  { level: 'exact', by: 'exact' },
  { level: 'folded', by: 'folded' },
  { level: 'collapsed', by: 'indent' },
];

/** The lower, the surer. */
export function rungOf(by: PlacedBy): number {
  return RUNGS.findIndex((rung) => rung.by === by);
}

/** The places where one indent map explains all lines; all of them, as lost, if there is none. */
function withOneIndent(candidates: Candidates, indexed: IndexedLines): Candidates {
  const { starts, lines } = candidates;
  const explained = starts.filter(
    (start) => indentMapOf(pairsOf(alignedAt(lines, start), indexed)) !== undefined,
  );
  return explained.length > 0
    ? { ...candidates, starts: explained }
    : { ...candidates, isIndentLost: starts.length > 0 };
}

function withoutEntities(texts: readonly string[]): readonly (readonly string[])[] {
  const plain = texts.map((text) => decoded(text, 'entities'));
  return plain.some((text, index) => text !== texts[index]) ? [plain] : [];
}

/** Models pad blocks with blank context lines that the file doesn't have. */
function withoutBlankEdges(lines: readonly HunkLine[]): readonly HunkLine[] | undefined {
  let [start, end] = [0, lines.length];
  while (start < end && isBlankContext(lines[start])) start += 1;
  while (end > start && isBlankContext(lines[end - 1])) end -= 1;
  return end - start === lines.length ? undefined : lines.slice(start, end);
}

function isBlankContext(line: HunkLine | undefined): boolean {
  return line?.op === 'keep' && line.text.trim() === '';
}
