/**
 * All view modes with their requests, descriptors and render functions. A new mode is a file and a line in each list. Only
 * workers render, so the page's bundle leaves the render functions out.
 */
import type { DescribedView, SlicedFile } from './described';
import { custom, renderCustom, type CustomRequest } from './modes/custom';
import { full, renderFull, type FullRequest } from './modes/full';
import { masked, renderMasked, type MaskedRequest } from './modes/masked';
import { none, type NoneRequest } from './modes/none';
import { outline, renderOutline, type OutlineRequest } from './modes/outline';
import { renderSkeletonView, skeleton, type SkeletonRequest } from './modes/skeleton';
import { renderSummaryView, summary, type SummaryRequest } from './modes/summary';
import type { ModeDescriptor } from './viewMode';

export type ViewChoice =
  | FullRequest
  | SummaryRequest
  | SkeletonRequest
  | OutlineRequest
  | MaskedRequest
  | CustomRequest
  | NoneRequest;

export type ViewMode = ViewChoice['mode'];

type RequestIn<Mode extends ViewMode> = Extract<ViewChoice, { readonly mode: Mode }>;

export const MODE: { readonly [Mode in ViewMode]: ModeDescriptor<RequestIn<Mode>, ViewChoice> } = {
  full,
  summary,
  skeleton,
  outline,
  masked,
  custom,
  none,
};

const RENDER: {
  readonly [Mode in ViewMode]: (file: SlicedFile, request: RequestIn<Mode>) => DescribedView;
} = {
  full: renderFull,
  summary: renderSummaryView,
  skeleton: renderSkeletonView,
  outline: renderOutline,
  masked: (file, { mask }) => renderMasked(file, mask),
  custom: (file, { slices }) => renderCustom(file, slices),
  none: renderFull,
};

/** In the order of the preset schema. */
export const VIEW_MODES = Object.keys(MODE) as readonly ViewMode[]; // it has no others

/** In the order of their shortcut keys, as in menus. */
export const MODES: readonly ViewMode[] = VIEW_MODES.toSorted((one, other) =>
  (MODE[one].key ?? '~') < (MODE[other].key ?? '~') ? -1 : 1,
);

/** The requests that suit any file, except the full text. */
export const PLAIN_VIEWS = MODES.flatMap((mode) => {
  const { plain } = MODE[mode];
  return plain === undefined || mode === 'full' ? [] : [plain];
});

export function descriptorOf({ mode }: ViewChoice): ModeDescriptor<ViewChoice> {
  return MODE[mode];
}

/** Renders a file in the requested mode. */
export function renderChoice(request: ViewChoice, file: SlicedFile): DescribedView {
  const render = RENDER[request.mode] as (file: SlicedFile, request: ViewChoice) => DescribedView; // matches the request's mode
  return render(file, request);
}

/** Whether rendering a view requires facts about the text. */
export function needsFacts(view: ViewChoice): boolean {
  return descriptorOf(view).needsFacts(view);
}

/** Whether a view shows a summary, by request or as a fallback. */
export function showsSummary(view: ViewChoice, hasFacts: boolean): boolean {
  return descriptorOf(view).showsSummary(view, hasFacts);
}
