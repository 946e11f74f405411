import { counted } from '../../counted';
import { readIgnoreLines } from './ignoreLines';
import { NOTHING, type Importer } from './importer';

/** A list of patterns in .gitignore syntax. Ignore files inside the folder apply without an import. */
export const repomixIgnore: Importer = {
  format: 'ignore patterns',
  reads: ({ tree }) => tree === undefined,
  read({ text }) {
    const lines = text.toWellFormed().split(/\r\n|\r|\n/);
    const { patterns, refused } = readIgnoreLines(lines, (index) => `line ${index + 1}`);
    return {
      ...NOTHING,
      ignorePatterns: patterns,
      imported: [`${counted(patterns.length, 'ignore pattern')} to add to yours`],
      refused,
    };
  },
};
