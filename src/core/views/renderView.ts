import { viewKey, type ViewRequest } from './viewRequest';
import {
  EXCLUDED_MESSAGE,
  fallbackMessage,
  fileBlockParts,
  noticeParts,
  viewErrorMessage,
  type FileBlockParts,
} from '../compose/fileBlock';
import type { FileFacts } from '../facts/fileFacts';
import type { FallbackReason } from '../facts/outcome';
import { baseName, type RepoPath } from '../files/repoPath';
import { languageOfText } from '../files/textLanguage';
import type { OldTexts, ResolvedSlice } from '../slices/resolvedSlice';
import { splitLines } from '../slices/lineIndex';
import { resolveSlices } from '../slices/resolveSlices';
import { symbolLinesOf } from '../slices/symbolLines';
import type { DescribedView, Gap, Notice, SlicedFile } from './described';
import { givesWay } from './giveWay';
import { descriptorOf, renderChoice, showsSummary, type ViewMode } from './registry';

/** A file to render. `text` is normalized; if there are no `facts`, `reason` says why. */
export interface ViewSource {
  readonly path: RepoPath;
  readonly text: string;
  readonly hash?: string | undefined;
  readonly oldTexts?: OldTexts | undefined;
  readonly facts?: FileFacts | undefined;
  readonly reason?: FallbackReason | undefined;
  readonly summary?: string | undefined;
}

/** A rendered file. If the view threw, the block shows an error and `failed` is the reason. */
export interface RenderedBlock {
  readonly parts: FileBlockParts;
  readonly gaps: readonly Gap[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly slices?: readonly ResolvedSlice[];
  readonly failed?: string;
}

/** Renders a file's block. If the view throws, the block shows the error, and no other block is affected. */
export function renderView(
  request: ViewRequest,
  source: ViewSource,
  show: (request: ViewRequest, file: SlicedFile) => DescribedView = renderChoice,
): RenderedBlock {
  const { path } = source;
  if (request.mode === 'none')
    return { parts: noticeParts(path, EXCLUDED_MESSAGE), gaps: [], notes: [], warnings: [] };
  try {
    const view = show(request, describe(source));
    const { text, notice: about, ...rest } = view;
    const notice = about && noticeWords(path, about);
    const { fence } = languageOfText(path, source.text);
    const short = shortViewOf(request, source);
    const parts = fileBlockParts(path, fence, text, notice);
    if (short === undefined) return { parts, ...rest };
    const whole = fileBlockParts(path, fence, source.text);
    const { written } = request;
    if (givesWay(short, { text, block: parts }, { text: source.text, block: whole, written })) {
      const notes = [`Shown in full: its ${short} would not be shorter`];
      return { parts: whole, gaps: [], notes, warnings: [] };
    }
    return { parts, ...rest };
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
      return `(${notice.what})`;
  }
}

/** The mode shown if its view must be shorter than the text; undefined for other modes. */
function shortViewOf(request: ViewRequest, { facts }: ViewSource): ViewMode | undefined {
  if (showsSummary(request, facts !== undefined)) return 'summary';
  return descriptorOf(request).isShort ? request.mode : undefined;
}

function describe({ path, text, hash, oldTexts, facts, reason, summary }: ViewSource): SlicedFile {
  return {
    name: baseName(path),
    languageName: languageOfText(path, text).name,
    text,
    facts,
    placesOf: (slices) =>
      resolveSlices(
        { lines: splitLines(text), fileHash: hash, symbols: facts && symbolLinesOf(text, facts) },
        slices,
        oldTexts,
      ),
    ...(reason && { reason }),
    ...(summary !== undefined && { summary }),
  };
}
