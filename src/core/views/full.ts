import { languageOf } from '../files/language';
import type { View } from './view';

/** The whole text. */
export const fullView: View = {
  mode: 'full',
  name: 'Full text',
  render: ({ path, text }) => ({ kind: 'fenced', info: languageOf(path).fence, text, gaps: [], notes: [] }),
};
