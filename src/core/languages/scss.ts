import type { ScannerRules } from './rules';
import { scanStyles, type StyleDialect } from './styles';

const SCSS: StyleDialect = { lineComments: true, variable: /^(\$[\w-]+)\s*:/, cuts: true };
const LESS: StyleDialect = { lineComments: true, variable: /^(@[\w-]+)\s*:/, cuts: true };

export const scss: ScannerRules = {
  kind: 'scanner',
  id: 'scss',
  family: 'code',
  scan: (text) => scanStyles(text, SCSS),
};

export const less: ScannerRules = {
  kind: 'scanner',
  id: 'less',
  family: 'code',
  scan: (text) => scanStyles(text, LESS),
};
