import type { Section } from './section';

/** The default token limit of a map. */
export const USUAL_MAP_TOKENS = 8_000;

export const SYMBOL_MAP_HEADING = '## Symbol Map';

export const symbolMap = {
  id: 'symbolMap',
  title: 'Symbol Map',
  isStatic: true,
  isFenced: true,
  body({ options, paths, shownInFull, mapBefore }) {
    const { symbolMap: scope, symbolMapTokens: tokens = USUAL_MAP_TOKENS, layout } = options;
    if (scope === 'off') return undefined;
    const except = shownInFull();
    const inFull = new Set(except);
    return {
      ...{ kind: 'symbolMap', heading: SYMBOL_MAP_HEADING, tokens },
      ...(layout !== 'sections' && { form: 'apart' as const, ...mapBefore }),
      ...(scope === 'rest' ? { paths: paths.filter((path) => !inFull.has(path)) } : { except }),
    };
  },
} as const satisfies Section;
