import type { ViewRequest } from '../compose/block';
import { type FileBlockParts, fileBlockParts, noticeParts, viewErrorMessage } from '../compose/fileBlock';
import { describedViews } from './describedViews';
import { fullView } from './full';
import { noneView } from './none';
import type { Hidden, RenderedBlock, View, ViewSource } from './view';

/** All view modes there are, in the order a menu shows them. */
export const VIEWS: readonly View[] = [fullView, ...describedViews, noneView];

/** A file's block in the mode asked for. A view that throws leaves an error in its own block; no other block notices. */
export function renderView(
  request: ViewRequest,
  source: ViewSource,
  views: readonly View[] = VIEWS,
): RenderedBlock {
  try {
    return { kind: 'rendered', ...render(request, source, views) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const parts = noticeParts(source.path, viewErrorMessage(request.mode, source.path, reason));
    return { kind: 'failed', parts, reason };
  }
}

function render(
  request: ViewRequest,
  source: ViewSource,
  views: readonly View[],
): { readonly parts: FileBlockParts } & Hidden {
  const view = views.find(({ mode }) => mode === request.mode);
  if (view === undefined) throw new Error('no such view mode');
  const rendered = view.render(source, request);
  switch (rendered.kind) {
    case 'fenced': {
      const { info, text, gaps, notes } = rendered;
      return { parts: fileBlockParts(source.path, info, text), gaps, notes };
    }
    case 'message':
      return { parts: noticeParts(source.path, rendered.message), gaps: [], notes: [] };
  }
}
