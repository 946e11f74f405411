/** Rebuilds what a reply leaves out, from the file. The result always asks, so it shows what accepting would do. */
import { diffLines } from '../../slices/diffLines';
import { maxSimilarity, similarity } from '../../slices/similarity';
import type { Replacement } from '../placedEdit';
import type { HunkLine } from '../replyEdit';
import type { Effort } from './effort';
import { isTelling } from './foldLine';
import type { IndexedLines } from './indexedLines';
import { candidatesOf, oldTexts } from './candidates';
import { withNearEdges } from './elidedEdges';
import type { LineShapes } from './lineShapes';
import type { Aligned } from './rebuild';

/** Whether the lines are new code with parts left out, rather than old and new code. */
export function isElidedCode(lines: readonly HunkLine[]): boolean {
  return lines.some(({ op }) => op === 'gap') && lines.every(({ op }) => op === 'gap' || op === 'add');
}

export type AlignedParts =
  | { readonly kind: 'aligned'; readonly aligned: Aligned }
  | { readonly kind: 'ambiguous' | 'not-found'; readonly places: readonly number[] };

interface PartsIn {
  readonly indexed: IndexedLines;
  readonly effort: Effort;
  /** The 0-based place of the first part that the user has chosen. The others are the nearest ones below. */
  readonly chosen: number | undefined;
}

/** Finds the parts of a hunk between its gaps, each below the one before. `places`: 0-based, of the first part. */
export function alignParts(lines: readonly HunkLine[], { indexed, effort, chosen }: PartsIn): AlignedParts {
  const parts = partsBetweenGaps(lines).map((part) => candidatesOf(part, indexed, effort));
  const found = parts.filter((part) => part !== undefined);
  const places = (found[0]?.starts ?? []).slice(0, 1);
  if (found.length < parts.length || found.length === 0) return { kind: 'not-found', places };
  if (found.some(({ isCut, isIndentLost }) => isCut || isIndentLost))
    return { kind: 'ambiguous', places: found[0]?.starts ?? [] };
  // If the first and the last possible places agree, there are no others.
  const first: number[] = [];
  let low = chosen ?? 0;
  for (const { starts, size } of found) {
    const start = starts.find((each) => each >= low);
    if (start === undefined) return { kind: 'not-found', places };
    first.push(start);
    low = start + size;
  }
  let high = indexed.lines.length;
  for (const [index, { starts, size }] of [...found.entries()].reverse()) {
    const start = starts.findLast((each) => each + size <= high);
    if (start !== first[index] && chosen === undefined)
      return { kind: 'ambiguous', places: found[0]?.starts ?? [] };
    high = start ?? 0;
  }
  const at = found.flatMap(({ size }, index) =>
    Array.from({ length: size }, (_, each) => (first[index] ?? 0) + each),
  );
  return { kind: 'aligned', aligned: { lines: found.flatMap((part) => part.lines), at } };
}

function partsBetweenGaps(lines: readonly HunkLine[]): readonly (readonly HunkLine[])[] {
  const parts: HunkLine[][] = [[]];
  for (const line of lines) {
    if (line.op === 'gap') parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0);
}

interface SearchedFile {
  readonly indexed: IndexedLines;
  readonly shapes: LineShapes;
}

/**
 * The changes that turn the file into the given code, with the file's lines for each gap. Given lines that the file has
 * are its lines; file lines between two of them are replaced unless a gap is there. Undefined if the code shares no
 * telling line with the file, unless it says that all of the file is above it.
 */
export function elidedChanges(
  lines: readonly HunkLine[],
  file: SearchedFile,
): readonly Replacement[] | undefined {
  const { indexed } = file;
  const given = lines.filter(({ op }) => op !== 'gap').map(({ text }) => text);
  const { ids, idOf, places } = indexed.at('collapsed');
  const fresh = new Map<string, number>();
  const givenIds = Int32Array.from(given, (text) => {
    const id = idOf(text) ?? fresh.get(text) ?? places.length + fresh.size;
    if (id >= places.length) fresh.set(text, id);
    return id;
  });
  const found = diffLines(givenIds, ids);
  const isShared = given.some((text, index) => (found[index] ?? -1) >= 0 && isTelling(text));
  if (!isShared && !isBelowAll(lines)) return undefined;
  const to = isShared ? withNearEdges(found, lines, indexed) : found.fill(-1);

  const changes: Replacement[] = [];
  let section = createSection(0);
  const close = (end: number): void => {
    const change = sectionChanges(section, end, file);
    for (const each of change) changes.push(each);
  };
  let index = 0;
  for (const { op, text } of lines) {
    if (op === 'gap') {
      section = { ...section, hasGap: true };
      continue;
    }
    const place = to[index++] ?? -1;
    if (place >= 0) {
      close(place);
      section = createSection(place + 1);
    } else if (section.hasGap) section.after.push(text);
    else section.before.push(text);
  }
  // Code that doesn't end with a gap still says nothing about the end of the file.
  section = { ...section, hasGap: true };
  close(indexed.lines.length);
  return changes;
}

/** Whether the lines say that all of the file is above them. */
function isBelowAll(lines: readonly HunkLine[]): boolean {
  return lines[0]?.op === 'gap' && lines.filter(({ op }) => op === 'gap').length === 1;
}

/** Given lines between two that the file has. */
interface Section {
  /** 0-based line of the file. */
  readonly start: number;
  readonly hasGap: boolean;
  readonly before: string[];
  readonly after: string[];
}

function createSection(start: number): Section {
  return { start, hasGap: start === 0, before: [], after: [] };
}

function sectionChanges(
  { start, hasGap, before, after }: Section,
  end: number,
  { indexed, shapes }: SearchedFile,
): readonly Replacement[] {
  if (!hasGap)
    return before.length === 0 && start === end
      ? []
      : [{ from: start + 1, count: end - start, lines: before }];
  const isAlike = (text: string, place: number): boolean => {
    if (text.trim() === '') return indexed.lines[place]?.trim() === '';
    const [one, other] = [shapes.of(text), shapes.at(place)];
    return maxSimilarity(one, other) >= ALIKE && similarity(one, other) >= ALIKE;
  };
  // Given lines beside the gap replace the file's lines that look like them, but not a brace alone.
  const low = start + runOf(before, (text, at) => start + at < end && isAlike(text, start + at));
  const high = end - runOf(after.toReversed(), (text, at) => end - at > low && isAlike(text, end - at - 1));
  const changes: Replacement[] = [];
  if (before.length > 0) changes.push({ from: start + 1, count: low - start, lines: before });
  if (after.length > 0) changes.push({ from: high + 1, count: end - high, lines: after });
  return changes;
}

/** The number of lines at the start that match, up to the last one that is telling or blank. */
function runOf(texts: readonly string[], matches: (text: string, at: number) => boolean): number {
  let count = 0;
  for (const [at, text] of texts.entries()) {
    if (!matches(text, at)) break;
    if (isTelling(text) || text.trim() === '') count = at + 1;
  }
  return count;
}

const ALIKE = 0.6;

/** Whether the lines have old code as well as gaps. */
export function hasGaps(lines: readonly HunkLine[]): boolean {
  return lines.some(({ op }) => op === 'gap') && oldTexts(lines).length > 0;
}
