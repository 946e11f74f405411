import { countLines } from '../files/normalise';
import { summarise } from '../summaries/summarise';
import { gapsBetween } from './gaps';
import type { RenderDescribed } from './described';

/** What the file is about: the summary that was made before, else one by rules. */
export const renderSummary: RenderDescribed = (source) => ({
  text: source.summary ?? summarise(source),
  gaps: gapsBetween([], countLines(source.text)),
  notes: [],
});
