import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { FileToView } from './contract';

/** The views of a file, and that of the summary if it is wanted. */
export function viewsWanted({
  views,
  summary,
}: Pick<FileToView, 'views' | 'summary'>): readonly ViewRequest[] {
  if (summary === undefined) return views;
  return [...views, { mode: 'summary', ...(summary !== '' && { written: summary }) }];
}
