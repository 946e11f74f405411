import type { CompositionOptions } from '../../../app/composition/composition.svelte';
import { describeContent, describeSlices } from '../../../app/files/fileNotes';
import { inMode, MODE_NAMES } from '../../../app/composition/modes';
import { whyShown } from '../../../app/composition/whyShown';
import { describeStanding, SUMMARY_MARKS } from '../../../app/summaries/summaryWords';
import {
  contextTokens,
  fileTokens,
  isContextCounted,
  isCounted,
  isIncluded,
  isTicked,
  type FileNode,
  type FolderNode,
  type TreeNode,
} from '../../../app/tree/treeNode';
import { escapeLine } from '../../../core/compose/escapePath';
import { encodingName } from '../../../core/files/sourceEncoding';
import type { ViewRules } from '../../../core/items/effectiveView';
import { SLICE_STATES } from '../../../core/slices/resolvedSlice';
import { describeLeftOut } from '../../../core/ignore/describeLeftOut';
import type { TokenText } from '../../../core/tokens/tokenText';
import { plural } from '../../shared/numbers';

/** The numbers at the end of a row, as text. `title` has them in full. */
export interface RowFigures {
  /** Tokens of the file in full, or of all files in the folder. */
  readonly file: string;
  /** Tokens in the context; empty if there are none. */
  readonly context: string;
  readonly title: string;
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

const NO_FIGURES: RowFigures = { file: '', context: '', title: '' };

export function rowFigures(node: TreeNode, tokens: TokenText): RowFigures {
  if (!isIncluded(node)) return NO_FIGURES;
  const context = contextFigures(node, tokens);
  const file = node.kind === 'file' ? fileFigures(node, tokens) : folderFigures(node, tokens);
  return {
    file: file.text,
    context: context.text,
    title: [file.title, context.title].filter((line) => line !== '').join('\n'),
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
  // A file that is gone has nothing to show.
  if (!node.ticked || node.missing) return undefined;
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

interface Figure {
  readonly text: string;
  readonly title: string;
}

function fileFigures(file: FileNode, tokens: TokenText): Figure {
  const { content } = file;
  if (content === undefined && !file.missing) return { text: '≈', title: 'Not counted yet' };
  if (content?.kind !== 'text' && content?.kind !== 'unread') return { text: '–', title: '' };
  const own = fileTokens(file);
  return { text: tokens.short(own, isCounted(file)), title: tokens.long(own, isCounted(file)) };
}

function folderFigures({ sums }: FolderNode, tokens: TokenText): Figure {
  const isExact = sums.counted === sums.files;
  return {
    text: tokens.short(sums.tokens, isExact),
    title: `${tokens.long(sums.tokens, isExact)} in ${plural(sums.files, 'file')}`,
  };
}

function contextFigures(node: TreeNode, tokens: TokenText): Figure {
  if (!isTicked(node)) return { text: '', title: '' };
  const isExact = isContextCounted(node);
  const shown = contextTokens(node);
  const files = node.kind === 'file' ? '' : ` from ${plural(node.sums.ticked, 'file')}`;
  return {
    text: tokens.short(shown, isExact),
    title: `In the context: ${tokens.long(shown, isExact)}${files}`,
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
      const warnings = file.shownAs?.warnings ?? [];
      const encoding = encodingBadge(file);
      if (content.warnings.length === 0 && warnings.length === 0) return slices ?? encoding;
      const titles = [title, ...warnings, slices?.title ?? '', encoding?.title ?? ''].filter(
        (text) => text !== '',
      );
      return { text: '!', level: 'warning', title: titles.join('; ') };
    }
    case undefined:
      return undefined;
  }
}

function encodingBadge({ item }: FileNode): RowBadge | undefined {
  if (item?.encoding === undefined) return undefined;
  const name = encodingName(item.encoding);
  return { text: name, level: 'plain', title: `Read as ${name}, as you chose` };
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
