import type { CompositionOptions } from '../../../app/composition/composition.svelte';
import { describeContent, describeSlices } from '../../../app/files/fileNotes';
import { inMode, MODE_NAMES } from '../../../app/composition/modes';
import { whyShown } from '../../../app/composition/whyShown';
import { describeStanding, SUMMARY_MARKS } from '../../../app/summaries/summaryWords';
import {
  fileTokens,
  isCounted,
  isIncluded,
  shownTokens,
  type FileNode,
  type FolderNode,
  type TreeNode,
} from '../../../app/tree/treeNode';
import { escapeLine } from '../../../core/compose/escapePath';
import type { ViewRules } from '../../../core/items/effectiveView';
import { SLICE_STATES } from '../../../core/slices/resolvedSlice';
import { describeLeftOut } from '../../../core/ignore/describeLeftOut';
import { compact, grouped, plural } from '../../shared/numbers';

/** The numbers at the end of a row, as text. `title` has them exact. */
export interface RowFigures {
  readonly tokens: string;
  /** Of the ticked part, where only a part is ticked. */
  readonly ticked: string;
  readonly title: string;
  /** Share of the folder above, from 0 to 1. */
  readonly share: number;
}

export interface RowBadge {
  readonly text: string;
  readonly level: 'plain' | 'warning' | 'danger';
  readonly title: string;
}

/** What decides on modes besides the files themselves. */
export type ModeChoices = Pick<CompositionOptions, 'folderModes'> & ViewRules;

export interface RowMode {
  readonly label: string;
  /** Also says whose choice it is. */
  readonly title: string;
  /** Full text that nobody asked for needs no words. */
  readonly isPlain: boolean;
  /** The mode was set by hand and overrides the settings for all files. */
  readonly isPinned: boolean;
  /** Whether the summary that is shown is kept. */
  readonly mark?: string;
}

const NO_FIGURES: RowFigures = { tokens: '', ticked: '', title: '', share: 0 };

export function rowFigures(node: TreeNode): RowFigures {
  if (!isIncluded(node)) return NO_FIGURES;
  const whole = node.parent?.sums.tokens ?? 0;
  if (node.kind === 'folder') return folderFigures(node, whole);
  const { content } = node;
  if (content === undefined && !node.missing) return { ...NO_FIGURES, tokens: '≈', title: 'Not counted yet' };
  if (content?.kind !== 'text' && content?.kind !== 'unread') return { ...NO_FIGURES, tokens: '–' };
  const tokens = fileTokens(node);
  const isReduced = node.ticked && node.shownAs !== undefined;
  const isMeasured = node.shownAs?.tokens !== undefined;
  const shown = shownTokens(node);
  return {
    tokens: about(tokens, isCounted(node)),
    ticked: isReduced ? (isMeasured ? compact(shown) : '≈') : '',
    title:
      isReduced && isMeasured
        ? `${exact(shown, true)} as shown, ${exact(tokens, isCounted(node))} in full`
        : exact(tokens, isCounted(node)),
    share: whole === 0 ? 0 : tokens / whole,
  };
}

/** How a row's file is shown, or what a folder hands on; undefined where there is nothing to say. */
export function rowMode(node: TreeNode, choices: ModeChoices): RowMode | undefined {
  const above = nearestFolder(node, choices);
  const inherited = above && choices.folderModes.get(above.path);
  if (node.kind === 'folder') {
    const own = choices.folderModes.get(node.path);
    if (own === undefined || own === (inherited ?? 'full')) return undefined;
    const title = `Ticked files in here are shown ${inMode(own)}`;
    return { label: MODE_NAMES[own], title, isPlain: false, isPinned: false };
  }
  if (!node.ticked) return undefined;
  const { item, shownAs } = node;
  const isForced = item?.forceFull === true && shownAs === undefined;
  const label = isForced ? 'always full' : (shownAs?.label ?? 'full');
  const reason = item === undefined ? '' : whyShown(item, choices);
  const title =
    reason === ''
      ? `Shown as: ${label}${whoseChoice(node, choices, above)}`
      : `Shown as: ${label}. ${reason}`;
  const facts = {
    label,
    isPlain: shownAs === undefined && reason === '',
    isPinned: item?.pinned === true && !isForced,
  };
  const summary = shownAs?.summary;
  if (summary === undefined) return { ...facts, title };
  return { ...facts, title: `${title}\n${describeStanding(summary)}`, mark: SUMMARY_MARKS[summary.state] };
}

function whoseChoice(
  { shownAs }: FileNode,
  { folderModes }: ModeChoices,
  above: FolderNode | undefined,
): string {
  if (above !== undefined && (shownAs?.mode ?? 'full') === folderModes.get(above.path))
    return `, like everything in ${escapeLine(above.path)}`;
  return shownAs ? ', chosen for this file' : '';
}

/** The nearest folder above that hands on a mode. */
function nearestFolder(node: TreeNode, { folderModes }: ModeChoices): FolderNode | undefined {
  let folder = node.parent;
  while (folder !== undefined && !folderModes.has(folder.path)) folder = folder.parent;
  return folder;
}

/** What is unusual about a node, the most serious first; one badge has room. */
export function rowBadge(node: TreeNode): RowBadge | undefined {
  if (node.kind === 'file') {
    const badge = fileBadge(node);
    if (badge !== undefined) return badge;
  }
  if (node.leftOut?.source !== 'sensitive') return undefined;
  return { text: 'sensitive', level: 'warning', title: describeLeftOut(node.leftOut) };
}

/** Lines and symbols of a file, as far as they are known. */
export function rowExtent(node: TreeNode): string {
  if (node.content?.kind !== 'text') return '';
  const lines = plural(node.content.lines, 'line');
  return typeof node.symbols === 'number' ? `${lines}, ${plural(node.symbols, 'symbol')}` : lines;
}

/** One line on why a node is left out or unusual; empty for most. */
export function rowNote(node: TreeNode): string {
  const reason = node.leftOut === undefined ? '' : describeLeftOut(node.leftOut);
  const content = node.kind === 'file' ? (rowBadge(node)?.title ?? '') : '';
  return [reason, content]
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .join('; ');
}

function folderFigures({ sums }: FolderNode, whole: number): RowFigures {
  const isExact = sums.counted === sums.files;
  const isPart = sums.ticked > 0 && sums.ticked < sums.tickable;
  const ticked = `${exact(sums.tickedTokens, sums.tickedCounted === sums.ticked)} in ${plural(sums.ticked, 'ticked file')}`;
  const all = `${exact(sums.tokens, isExact)} in ${plural(sums.files, 'file')}`;
  return {
    tokens: about(sums.tokens, isExact),
    ticked: isPart ? about(sums.tickedTokens, sums.tickedCounted === sums.ticked) : '',
    title: sums.ticked > 0 ? `${ticked}, ${all}` : all,
    share: whole === 0 ? 0 : sums.tokens / whole,
  };
}

function fileBadge(file: FileNode): RowBadge | undefined {
  if (file.missing) return { text: 'missing', level: 'danger', title: 'No longer in the folder' };
  const { content } = file;
  const title = content === undefined ? '' : describeContent(content);
  switch (content?.kind) {
    case 'missing':
      return { text: 'missing', level: 'danger', title };
    case 'failed':
      return { text: 'failed', level: 'danger', title };
    case 'binary':
      return { text: 'binary', level: 'plain', title };
    case 'unread':
      return { text: 'large', level: 'plain', title };
    case 'text': {
      const slices = sliceBadge(file);
      if (content.warnings.length === 0) return slices;
      return {
        text: '!',
        level: 'warning',
        title: slices === undefined ? title : `${title}; ${slices.title}`,
      };
    }
    case undefined:
      return undefined;
  }
}

/** The most serious of what has become of the file's slices. */
function sliceBadge({ shownAs }: FileNode): RowBadge | undefined {
  const states = shownAs?.slices ?? [];
  const title = describeSlices(states.map((state) => ({ state })));
  const worst = SLICE_STATES.findLast((state) => states.includes(state));
  if (worst === undefined || worst === 'exact') return undefined;
  const isFound = worst === 'moved' || worst === 'edited';
  return { text: worst, level: isFound ? 'plain' : 'warning', title };
}

function about(tokens: number, isExact: boolean): string {
  if (isExact) return compact(tokens);
  return tokens === 0 ? '≈' : `≈${compact(tokens)}`;
}

function exact(tokens: number, isExact: boolean): string {
  return `${isExact ? '' : 'about '}${grouped(tokens)} token${tokens === 1 ? '' : 's'}`;
}
