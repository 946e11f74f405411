import { countLines } from '../files/normalise';
import { summarise } from '../summaries/summarise';
import { gapsBetween } from './gaps';
import type { RenderDescribed } from './described';

/** What the file is about, found by rules and not by a model. */
export const renderSummary: RenderDescribed = (source) => ({
  text: summarise(source),
  gaps: gapsBetween([], countLines(source.text)),
  notes: [],
});
