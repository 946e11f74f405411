import { viewKey, type ViewRequest } from './viewRequest';
import {
  EXCLUDED_MESSAGE,
  fallbackMessage,
  fileBlockParts,
  noticeParts,
  unreadableMessage,
  viewErrorMessage,
  type FileBlockParts,
} from '../compose/fileBlock';
import type { FileFacts } from '../facts/fileFacts';
import type { FallbackReason } from '../facts/outcome';
import { baseName, type RepoPath } from '../files/repoPath';
import { languageOf } from '../files/language';
import type { OldTexts, ResolvedSlice } from '../slices/resolvedSlice';
import { renderCustom } from './custom';
import type { DescribedFile, DescribedView, Gap, Notice } from './described';
import { givesWay, type ShortView } from './giveWay';
import { renderMasked } from './masked';
import { renderOutline } from './outline';
import { renderRichSummary } from './richSummary';
import { renderSkeleton } from './skeleton';
import { renderSummary } from './summary';
import { renderDefinitions, renderSignatures } from './symbolsOnly';

/** A file as views see it; `text` is normalized. `reason` says why there are no facts, where there are none. */
export interface ViewSource {
  readonly path: RepoPath;
  readonly text: string;
  readonly hash?: string | undefined;
  readonly oldTexts?: OldTexts | undefined;
  readonly facts?: FileFacts | undefined;
  readonly reason?: FallbackReason | undefined;
  readonly summary?: string | undefined;
}

/** A rendered file as it stands in a document. `failed` is the reason where a view threw and an error stands for it. */
export interface RenderedBlock {
  readonly parts: FileBlockParts;
  readonly gaps: readonly Gap[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly slices?: readonly ResolvedSlice[];
  readonly failed?: string;
}

/** Whether a view shows more than the text itself, and so wants to know what is in it. */
export function needsFacts(view: ViewRequest): boolean {
  if (view.mode === 'custom' && view.slices.length > 0)
    return view.slices.some(({ symbol }) => symbol !== undefined);
  return view.mode !== 'full' && view.mode !== 'none';
}

/** Whether a view shows a summary: asked for, or because there is nothing else to show. */
export function showsSummary(view: ViewRequest, hasFacts: boolean): boolean {
  switch (view.mode) {
    case 'full':
    case 'none':
      return false;
    case 'summary':
      return true;
    case 'outline':
    case 'skeleton':
      return !hasFacts;
    case 'masked':
      return !hasFacts || view.mask.length === 0;
    case 'custom':
      return view.slices.length === 0;
  }
}

/** A file's block in the mode asked for. A view that throws leaves an error in its own block; no other block notices. */
export function renderView(
  request: ViewRequest,
  source: ViewSource,
  show: (request: ViewRequest, file: DescribedFile) => DescribedView = showView,
): RenderedBlock {
  const { path } = source;
  if (request.mode === 'none')
    return { parts: noticeParts(path, EXCLUDED_MESSAGE), gaps: [], notes: [], warnings: [] };
  try {
    const view = show(request, describe(source));
    const { text, notice: about, ...rest } = view;
    const notice = about && noticeWords(path, about);
    const { fence } = languageOf(path);
    const short = shortViewOf(request, source);
    const { written } = request;
    if (short !== undefined && givesWay(short, { view, notice }, { text: source.text, written })) {
      const notes = [`Shown in full: its ${short} would not be shorter`];
      return { parts: fileBlockParts(path, fence, source.text), gaps: [], notes, warnings: [] };
    }
    return { parts: fileBlockParts(path, fence, text, notice), ...rest };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const mode = viewKey(request).split(':')[0] ?? request.mode;
    return {
      parts: noticeParts(path, viewErrorMessage(mode, path, reason)),
      gaps: [],
      notes: [],
      warnings: [],
      failed: reason,
    };
  }
}

function noticeWords(path: RepoPath, notice: Notice): string {
  switch (notice.kind) {
    case 'fallback':
      return fallbackMessage(path, notice.reason);
    case 'unreadable':
      return unreadableMessage(notice.places);
  }
}

/** The view that must be shorter than the text, if this is one. */
function shortViewOf(request: ViewRequest, { facts }: ViewSource): ShortView | undefined {
  if (showsSummary(request, facts !== undefined)) return 'summary';
  return request.mode === 'skeleton' || request.mode === 'outline' ? request.mode : undefined;
}

/** Every mode there is. Adding one is a file, and a line here. */
function showView(request: ViewRequest, file: DescribedFile): DescribedView {
  switch (request.mode) {
    case 'full':
    case 'none':
      return { text: file.text, gaps: [], notes: [], warnings: [] };
    case 'summary':
      return request.outline === true ? renderRichSummary(file) : renderSummary(file);
    case 'outline':
      return renderOutline(file);
    case 'skeleton':
      return SKELETONS[request.keep](file);
    case 'masked':
      return renderMasked(file, request.mask);
    case 'custom':
      return renderCustom(file, request.slices);
  }
}

const SKELETONS = { all: renderSkeleton, signatures: renderSignatures, definitions: renderDefinitions };

function describe({ path, text, hash, oldTexts, facts, reason, summary }: ViewSource): DescribedFile {
  return {
    name: baseName(path),
    languageName: languageOf(path).name,
    text,
    hash,
    oldTexts,
    facts,
    ...(reason && { reason }),
    ...(summary !== undefined && { summary }),
  };
}
