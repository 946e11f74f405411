import type { Section } from './section';

export const fileTree = {
  id: 'fileTree',
  title: 'File Tree',
  isStatic: true,
  isFenced: true,
  body({ options, paths, notIncluded }) {
    const { fileTree: scope, fileTreeFigures: figures } = options;
    if (scope === 'off') return undefined;
    return {
      ...{ kind: 'fileTree', heading: '## File Tree', scope, figures },
      paths: scope === 'selected' || figures ? paths : [],
      except: notIncluded,
    };
  },
} as const satisfies Section;
