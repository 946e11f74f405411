import type { ScannerRules } from './rules';
import { scanStyles, type StyleDialect } from './styles';

const CSS: StyleDialect = { lineComments: false, variable: /^(?!)/, cuts: false };

export const css: ScannerRules = {
  kind: 'scanner',
  id: 'css',
  also: ['postcss'],
  family: 'markup',
  words: { pattern: /\/\*[^]*?(?:\*\/|$)|\bvar\(\s*(--[\w-]+)/g },
  scan: (text) => scanStyles(text, CSS),
};
