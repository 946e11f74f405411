import type { StandIns } from './rules';

/** Stand-ins for languages with bodies in braces and block comments. */
export const braceStandIns: StandIns = {
  body: { text: '{ /* % */ }' },
  brackets: { text: '/* % */' },
  statement: { text: '/* % */' },
  hidden: { text: '/* % hidden */' },
};
