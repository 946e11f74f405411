/** Replies in the words of real chats, to real tasks on real repositories, with the edits that are read from each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReply } from '../../src/core/replies/readReply';

const FOLDER = join(import.meta.dirname, 'real');

/** The files of the four repositories that the replies are about. */
const FILES = new Set(
  `index.js index.d.ts test.js readme.md package.json README.md src/index.js src/lite.js test/index.js test/lite.js
  clsx.d.ts clsx.d.mts example/parse.mjs test/dotted.js test/num.js test/stop_early.js test/whitespace.js
  lib/express.js lib/request.js lib/response.js lib/utils.js lib/view.js test/exports.js test/utils.js`.split(
    /\s+/,
  ),
);

const READ: Readonly<Record<string, readonly string[]>> = {
  '12-gemini-diff-dots': ['4: change of 2 in a/lib/response.js', '34: write test/res.nosniff.js'],
  '03-chatgpt-copied-page': ['7: not understood', '16: not understood', '19: not understood'],
  // The section for the readme replaces a file that was not sent, and asks.
  '11-gemini-file-label': ['5: write src/has.js', '16: write test/has.js', '34: write readme.md'],
  '18-deepseek-copied-page': ['3: not understood', '15: not understood', '33: not understood'],
  // So does the quotation of two lines.
  '20-deepseek-explanation': ['39: change of 1 in lib/request.js', '48: write lib/response.js'],
  '04-chatgpt-replace-with': ['37: write test/req.bearer.js', '16: not understood'],
  '16-deepseek-functions': [
    ...['7: change of 1 in lib/view.js', '27: change of 1 in lib/express.js'],
    '40: change of 1 in test/exports.js',
  ],
  '19-deepseek-git-patch': [
    ...['14: change of 1 in a/index.js', '27: write test/stop_at.js', '44: delete a/test/stop_early.js'],
  ],
  '01-chatgpt-elided': ['5: change of 1 in index.js', '47: change of 1 in test.js'],
  '02-chatgpt-wrong-numbers': ['6: change of 2 in a/lib/utils.js', '24: change of 1 in a/test/utils.js'],
  '05-chatgpt-whole-files': ['5: write src/lite.js', '24: write test/trim.js'],
  '06-claude-bold-paths': [
    ...['5: change of 1 in index.js', '35: change of 1 in index.d.ts', '50: write test.js'],
  ],
  '07-claude-search-replace': [
    ...['5: change of 1 in src/index.js', '21: change of 1 in test/index.js'],
    ...['40: change of 1 in clsx.d.ts', '50: change of 1 in clsx.d.mts'],
  ],
  '08-claude-bare-diff': [
    ...['3: change of 1 in index.js', '13: change of 1 in test/dotted.js', '34: change of 1 in a/index.js'],
  ],
  '09-claude-delete-rename': [
    '4: change of 1 in test/whitespace.js, renamed test/blanks.js',
    ...['22: delete a/example/parse.mjs', '31: change of 1 in a/README.md'],
  ],
  '10-claude-missing-file': [
    ...['6: change of 1 in lib/utils.js', '22: change of 1 in lib/middleware/init.js'],
    '37: change of 1 in test/utils.js',
  ],
  '13-gemini-rest-same': ['3: change of 1 in index.js', '39: change of 1 in test.js'],
  '14-gemini-copied-page': [
    ...['6: change of 1 in index.js', '18: change of 1 in index.js', '26: change of 1 in test/num.js'],
  ],
  '15-gemini-ambiguous': [
    ...['5: change of 1 in index.js', '21: change of 1 in index.js', '33: change of 1 in index.d.ts'],
    ...['49: change of 1 in index.d.ts', '58: change of 1 in test.js'],
  ],
  '17-deepseek-markers': [
    ...['5: change of 1 in src/index.js', '16: change of 1 in test/index.js'],
    ...['32: change of 1 in clsx.d.ts', '41: change of 1 in clsx.d.mts'],
  ],
};

it.each(Object.entries(READ))('%s is read', (name, expected) => {
  expect(read(name)).toEqual(expected);
});

it('every reply is in the table', () => {
  const names = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));
  expect(Object.keys(READ).sort()).toEqual(names.sort());
});

/** The edits and the parts that aren't understood, each with its first line. */
function read(name: string): readonly string[] {
  const text = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
  const { edits, notUnderstood } = readReply(text, (path) => FILES.has(path));
  return [
    ...edits.map((edit) => {
      const { from, kind, path } = edit;
      if (kind !== 'change') return `${from}: ${kind} ${path}`;
      const renamed = edit.newPath === undefined ? '' : `, renamed ${edit.newPath}`;
      return `${from}: change of ${edit.hunks.length} in ${path}${renamed}`;
    }),
    ...notUnderstood.map(({ from }) => `${from}: not understood`),
  ];
}
