/** Compares a copied document with its folder: the list of files, every file's text, the tokens. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Report } from '../../src/app/automation/report';
import { onlyFiles, type TopBlock } from './filesInMarkdown';
import { textOnDisk } from './textOnDisk';

export interface TextsReadBack {
  /** Files whose text matches the disk. */
  readonly equal: number;
  /** Files without text, for which a notice says so. */
  readonly notices: number;
  /** Must be empty. */
  readonly different: readonly string[];
  /** Must be empty: ticked but not in the document, the reverse, or out of order. */
  readonly misplaced: readonly string[];
}

/** Compares what a parser found in a document of only files with the disk. `textOf` returns a file's text. */
export async function readTextsBack(
  blocks: readonly TopBlock[],
  ticked: readonly string[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<TextsReadBack> {
  const found = onlyFiles(blocks);
  const expected = ticked.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const count = Math.max(found.length, expected.length);
  const misplaced = Array.from(
    { length: count },
    (_, at) => [expected[at], found[at]?.path] as const,
  ).flatMap(([wanted, got]) => (wanted === got ? [] : [`${String(wanted)} / ${String(got)}`]));
  const different: string[] = [];
  let notices = 0;
  for (const { path, text } of found) {
    if (text === undefined) notices += 1;
    if ((await textOf(path)) !== text) different.push(path);
  }
  return { equal: found.length - notices - different.length, notices, different, misplaced };
}

export interface TokensReadBack {
  readonly shown: number;
  readonly sumOfBlocks: number;
  /** Token count of the whole text by an independent tokenizer. */
  readonly byTokenizer: number;
}

export function readTokensBack(copied: string, { document }: Report): TokensReadBack {
  return {
    shown: document.tokens,
    sumOfBlocks: document.blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    byTokenizer: countByTokenizer(copied),
  };
}

export interface CountDifference {
  readonly path: string;
  readonly ours: number;
  readonly byTokenizer: number;
  /** Occurrences of U+FEFF within the text: gpt-tokenizer splits there as at white space, unlike tiktoken. */
  readonly marks: number;
}

/** Files for which the other tokenizer gives a different count. */
export async function countDifferences(
  folder: string,
  { files }: Report,
): Promise<readonly CountDifference[]> {
  const differences: CountDifference[] = [];
  for (const { path, tokens: ours, state } of files) {
    if (state !== 'text') continue;
    const text = (await textOnDisk(folder, path)) ?? '';
    const byTokenizer = countByTokenizer(text);
    if (byTokenizer !== ours)
      differences.push({ path, ours, byTokenizer, marks: text.split('\u{feff}').length - 1 });
  }
  return differences;
}

function countByTokenizer(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
