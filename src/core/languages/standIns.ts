import type { StandIns } from './rules';

/** Stand-ins for languages with bodies in braces and block comments. */
export const braceStandIns: StandIns = {
  body: { text: '{ /* % */ }' },
  brackets: { text: '/* % */' },
  statement: { text: '/* % */' },
  hidden: { text: '/* % hidden */' },
};

/** Stand-ins for languages that have only comments to the end of the line, and no braces. */
export function lineStandIns(mark: string): StandIns {
  const comment = { text: `${mark} %`, endsLine: true } as const;
  const hidden = { text: `${mark} % hidden`, endsLine: true } as const;
  return { body: comment, brackets: comment, statement: comment, hidden };
}
