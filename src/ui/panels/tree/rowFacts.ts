import type { GitChangeKind } from '../../../app/ports/engine';
import type { CompositionOptions } from '../../../core/settings/compositionOptions';
import type { Stability } from '../../../app/document/stability.svelte';
import type { Git } from '../../../app/git/git.svelte';
import type { SecretWatch } from '../../../app/secrets/secretWatch.svelte';
import { describeContent, describeSlices } from '../../../app/document/fileNotes';
import { inMode } from '../../../app/composition/modes';
import { whyShown } from '../../../app/composition/whyShown';
import { describeStatus, SUMMARY_MARKS } from '../../../app/summaries/summaryWords';
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
import { MODE } from '../../../core/views/registry';
import { SLICE_STATES } from '../../../core/slices/resolvedSlice';
import { describeLeftOut } from '../../../core/ignore/describeLeftOut';
import type { TokenText } from '../../../core/tokens/tokenText';
import { sentAgainText, tierColor, tierTitle } from '../layers/tierWords';
import { TEXT as GIT } from '../git/text';
import { TEXT } from './text';

/** The token counts at the end of a row. `title` spells them out. */
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

/** Settings that decide on view modes besides the files' own. */
export type ModeChoices = Pick<CompositionOptions, 'folderModes'> & ViewRules;

export interface RowMode {
  readonly label: string;
  /** Also says why the mode applies. */
  readonly title: string;
  /** Full text by default, which needs no label. */
  readonly isPlain: boolean;
  /** The mode was set by hand and overrides the settings for all files. */
  readonly isPinned: boolean;
  /** State of the stored summary, as a symbol. */
  readonly mark?: string;
}

/** How stable files of the document are; undefined in a tree without a document. */
export type TreeStability = Pick<Stability, 'hasTurns' | 'of' | 'sentAgainWith'> | undefined;

/** The secrets of files in the document; undefined in a tree without a document. */
export type TreeSecrets = Pick<SecretWatch, 'in'> | undefined;

/** What git says about files; undefined in a tree without a repository. */
export type TreeGit = Pick<Git, 'changeOf' | 'isChangedIn'> | undefined;

/** How a file differs from the last commit: a letter, or a dot for a folder with such files. */
export interface RowChange {
  readonly kind: GitChangeKind;
  readonly letter: string;
  readonly title: string;
}

export interface RowTier {
  readonly color: string;
  readonly title: string;
  /** How many tokens deselecting the file sends again; empty for none. */
  readonly untick: string;
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

/** The mode a file is shown in, or the mode a folder hands on; undefined if neither applies. */
export function rowMode(node: TreeNode, choices: ModeChoices): RowMode | undefined {
  const above = nearestFolder(node, choices);
  const inherited = above && choices.folderModes.get(above.path);
  if (node.kind === 'folder') {
    const own = choices.folderModes.get(node.path);
    if (own === undefined || own === (inherited ?? 'full')) return undefined;
    const title = TEXT.row.folderMode(inMode(own));
    return { label: MODE[own].label, title, isPlain: false, isPinned: false };
  }
  // A file that is gone has nothing to show.
  if (!node.ticked || node.missing) return undefined;
  const { item, shownAs } = node;
  const isForced = item?.forceFull === true && shownAs === undefined;
  const label = isForced ? TEXT.row.alwaysFull : (shownAs?.label ?? TEXT.row.full);
  const reason = item === undefined ? '' : whyShown(item, choices);
  const title = reason === '' ? ownTitle(node, choices, above) : TEXT.row.shownAsBecause(label, reason);
  const facts = {
    label,
    isPlain: shownAs === undefined && reason === '',
    isPinned: item?.pinned === true && !isForced,
  };
  const summary = shownAs?.summary;
  if (summary === undefined) return { ...facts, title };
  return { ...facts, title: `${title}\n${describeStatus(summary)}`, mark: SUMMARY_MARKS[summary.state] };
}

/** Says where a file's own mode comes from. */
function ownTitle(
  { shownAs }: FileNode,
  { folderModes }: ModeChoices,
  above: FolderNode | undefined,
): string {
  const label = shownAs?.label ?? TEXT.row.full;
  if (above !== undefined && (shownAs?.mode ?? 'full') === folderModes.get(above.path))
    return TEXT.row.shownLikeFolder(label, escapeLine(above.path));
  return shownAs ? TEXT.row.shownByChoice(label) : TEXT.row.shownAs(label);
}

/** The nearest folder above that has a mode. */
function nearestFolder(node: TreeNode, { folderModes }: ModeChoices): FolderNode | undefined {
  let folder = node.parent;
  while (folder !== undefined && !folderModes.has(folder.path)) folder = folder.parent;
  return folder;
}

/** The layer of a file in the document; undefined before the first copy. */
export function rowTier(node: TreeNode, stability: TreeStability, tokens: TokenText): RowTier | undefined {
  if (node.kind === 'folder' || !node.ticked || stability?.hasTurns !== true) return undefined;
  const standing = stability.of(`file:${node.path}`);
  if (standing === undefined) return undefined;
  return {
    color: tierColor(standing.tier),
    title: tierTitle(standing),
    untick: sentAgainText('Deselecting', stability.sentAgainWith([node.path], 'untick'), tokens),
  };
}

/** Undefined for a file as in the last commit. */
export function rowChange(node: TreeNode, git: TreeGit): RowChange | undefined {
  if (node.kind === 'folder') {
    const isChanged = git?.isChangedIn(node.path) === true;
    return isChanged ? { kind: 'modified', letter: '•', title: TEXT.row.changedInside } : undefined;
  }
  const change = git?.changeOf(node.path);
  if (change === undefined) return undefined;
  const { kind, from } = change;
  const title = from === undefined ? GIT.kinds[kind].title : TEXT.row.renamed(escapeLine(from));
  return { kind, letter: GIT.kinds[kind].letter, title };
}

/** The most serious badge of a node; a row has room for one. */
export function rowBadge(node: TreeNode, secrets?: TreeSecrets): RowBadge | undefined {
  if (node.kind === 'file') {
    const badge = fileBadge(node);
    const secret = secretBadge(node, secrets);
    if (secret !== undefined && badge?.level !== 'danger') return secret;
    if (badge !== undefined) return badge;
  }
  if (node.leftOut?.source !== 'sensitive') return undefined;
  return { text: TEXT.row.sensitive, level: 'warning', title: describeLeftOut(node.leftOut) };
}

/** Lines and symbols of a file, as far as they are known. */
export function rowExtent(node: TreeNode): string {
  if (node.content?.kind !== 'text') return '';
  return TEXT.row.extent(node.content.lines, typeof node.symbols === 'number' ? node.symbols : undefined);
}

/** One line on why a node is left out or unusual; empty for most. */
export function rowNote(node: TreeNode, secrets?: TreeSecrets): string {
  const reason = node.leftOut === undefined ? '' : describeLeftOut(node.leftOut);
  const content = node.kind === 'file' ? (rowBadge(node, secrets)?.title ?? '') : '';
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
  if (content === undefined && !file.missing) return { text: '≈', title: TEXT.row.notCounted };
  if (content?.kind !== 'text' && content?.kind !== 'unread') return { text: '–', title: '' };
  const own = fileTokens(file);
  return { text: tokens.short(own, isCounted(file)), title: tokens.long(own, isCounted(file)) };
}

function folderFigures({ sums }: FolderNode, tokens: TokenText): Figure {
  const isExact = sums.counted === sums.files;
  return {
    // Like a file: a dash for one without text, a sign for one that is not counted.
    text: sums.tokens > 0 ? tokens.short(sums.tokens, isExact) : isExact ? '–' : '≈',
    title: TEXT.row.tokensInFiles(tokens.long(sums.tokens, isExact), sums.files),
  };
}

function contextFigures(node: TreeNode, tokens: TokenText): Figure {
  if (!isTicked(node)) return { text: '', title: '' };
  const isExact = isContextCounted(node);
  const shown = contextTokens(node);
  const long = tokens.long(shown, isExact);
  return {
    text: tokens.short(shown, isExact),
    title: node.kind === 'file' ? TEXT.row.inContext(long) : TEXT.row.inContextFrom(long, node.sums.ticked),
  };
}

function secretBadge(file: FileNode, secrets: TreeSecrets): RowBadge | undefined {
  const found = file.ticked ? (secrets?.in(`file:${file.path}`) ?? []) : [];
  const open = found.filter(({ decision }) => decision === 'open').length;
  if (found.length === 0) return undefined;
  return open > 0
    ? { text: TEXT.row.secret, level: 'warning', title: TEXT.row.secretTitle(open) }
    : { text: TEXT.row.secret, level: 'plain', title: TEXT.row.secretDecided };
}

function fileBadge(file: FileNode): RowBadge | undefined {
  if (file.missing) return { text: TEXT.row.missing, level: 'danger', title: TEXT.row.missingTitle };
  const { content } = file;
  const title = content === undefined ? '' : describeContent(content);
  switch (content?.kind) {
    case 'missing':
      return { text: TEXT.row.missing, level: 'danger', title };
    case 'failed':
      return { text: TEXT.row.failed, level: 'danger', title };
    case 'binary':
      return { text: TEXT.row.binary, level: 'plain', title };
    case 'unread':
      return { text: TEXT.row.large, level: 'plain', title };
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
  return { text: name, level: 'plain', title: TEXT.row.encodingTitle(name) };
}

/** Badge for the most serious state among the file's slices. */
function sliceBadge({ shownAs }: FileNode): RowBadge | undefined {
  const states = shownAs?.slices ?? [];
  const title = describeSlices(states.map((state) => ({ state })));
  const worst = SLICE_STATES.findLast((state) => states.includes(state));
  if (worst === undefined || worst === 'exact') return undefined;
  const isFound = worst === 'moved' || worst === 'edited';
  return { text: worst, level: isFound ? 'plain' : 'warning', title };
}
