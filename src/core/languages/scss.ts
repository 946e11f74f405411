import type { ScannerRules } from './rules';
import { scanStyles, type StyleDialect } from './styles';
import type { WordRules } from './readWords';

const SCSS: StyleDialect = { lineComments: true, variable: /^(\$[\w-]+)\s*:/, cuts: true };
const LESS: StyleDialect = { lineComments: true, variable: /^(@[\w-]+)\s*:/, cuts: true };

/** Variables, mixins, placeholders, and custom properties. */
const SCSS_WORDS: WordRules = {
  pattern:
    /\/\*[^]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*|\bvar\(\s*(--[\w-]+)|@include\s+(?:[\w-]+\.)?([\w-]+)|@extend\s+([%.][\w-]+)|(\$[\w-]+)/g,
};
const LESS_WORDS: WordRules = {
  pattern:
    /\/\*[^]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*|@(?:media|import|supports|keyframes|font-face|charset|namespace|page|layer|plugin|container)\b|\bvar\(\s*(--[\w-]+)|(@[\w-]+)/g,
};

export const scss: ScannerRules = {
  kind: 'scanner',
  id: 'scss',
  family: 'code',
  words: SCSS_WORDS,
  scan: (text) => scanStyles(text, SCSS),
};

export const less: ScannerRules = {
  kind: 'scanner',
  id: 'less',
  family: 'code',
  words: LESS_WORDS,
  scan: (text) => scanStyles(text, LESS),
};
