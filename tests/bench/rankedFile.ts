/** Data for the ranking check about a file: its record, its imports, and the cost of its views. */
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import { fileBlockParts, joinParts } from '../../src/core/compose/fileBlock';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { languageOf } from '../../src/core/files/language';
import { countLines } from '../../src/core/files/normalize';
import { baseName, type RepoPath } from '../../src/core/files/repoPath';
import { focusedLines, LEAST_FOCUSED_TOKENS } from '../../src/core/fit/focusedLines';
import { sliceComments, type OutlinedSymbol } from '../../src/core/fit/sliceComments';
import type { FitFile, LevelCost } from '../../src/core/fit/fit';
import { outlineTells } from '../../src/core/fit/relevance';
import type { FileTerms } from '../../src/core/ranking/fileTerms';
import { createFileIndexer } from '../../src/core/ranking/indexFile';
import type { TextWindow } from '../../src/core/ranking/windows';
import { sliceFromData, type LineRange } from '../../src/core/slices/customSlice';
import type { ModuleFacts } from '../../src/core/references/moduleFacts';
import { moduleFactsOf } from '../../src/core/references/resolveImports';
import { createTokenCounter } from '../../src/core/tokens/counter';
import { renderCustom } from '../../src/core/views/modes/custom';
import { outlineText } from '../../src/core/views/modes/outline';
import { testFactsReader } from '../languages/wasmFiles';

export interface RankedText {
  readonly path: RepoPath;
  readonly text: string;
  readonly record: FileTerms;
  readonly module?: ModuleFacts;
  /** Tokens of the file's block in full. */
  readonly full: number;
  /** Tokens of its block as an outline, if that tells something. */
  readonly outlined?: number;
  /** For the comments of slices; empty for a file that is never focused. */
  readonly symbols: readonly OutlinedSymbol[];
}

const SHARES = { focusedFifth: 1 / 5, focusedThird: 1 / 3 } as const;

export type FocusedLevel = keyof typeof SHARES;

export interface FileMeter {
  read(path: RepoPath, text: string): Promise<RankedText>;
  /** Measures the file's views; `windows` are those of the task. */
  levelsOf(file: RankedText, windows: readonly TextWindow[]): FitFile['levels'];
}

export function createFileMeter(): FileMeter {
  const reader = testFactsReader();
  const counter = createTokenCounter('o200k_base', buildVocabulary('o200k_base'));
  const { indexFile } = createFileIndexer();

  async function factsOf(path: RepoPath, text: string): Promise<FileFacts | undefined> {
    const outcome = await reader.factsOf(text, languageOf(path).id);
    return outcome.kind === 'facts' ? outcome.facts : undefined;
  }

  const tokensOf = (path: RepoPath, body: string): number =>
    counter.count(joinParts(fileBlockParts(path, languageOf(path).fence, body)));

  async function read(path: RepoPath, text: string): Promise<RankedText> {
    const facts = await factsOf(path, text);
    const full = tokensOf(path, text);
    return {
      ...{ path, text, record: indexFile(path, text, facts), full },
      symbols: full > LEAST_FOCUSED_TOKENS ? (facts?.symbols.map(outlined) ?? []) : [],
      ...(facts && { module: moduleFactsOf(facts, text) }),
      ...(facts && outlineTells(facts.symbols.length) && { outlined: tokensOf(path, outlineText(facts)) }),
    };
  }

  function levelsOf(file: RankedText, windows: readonly TextWindow[]): readonly LevelCost[] {
    const { full, outlined } = file;
    const levels: LevelCost[] = [{ level: 'full', tokens: full }];
    if (outlined !== undefined) levels.push({ level: 'outline', tokens: outlined });
    if (full > LEAST_FOCUSED_TOKENS && windows.length > 0)
      for (const level of ['focusedFifth', 'focusedThird'] as const)
        levels.push({ level, tokens: tokensOf(file.path, slicesText(file, linesAt(file, windows, level))) });
    return levels.filter(({ level, tokens }) => level === 'full' || tokens < full);
  }

  return { read, levelsOf };
}

/** The lines that a focused view of the file shows. */
export function linesAt(
  { text }: RankedText,
  windows: readonly TextWindow[],
  level: FocusedLevel,
): readonly LineRange[] {
  return focusedLines(windows, countLines(text), SHARES[level]);
}

/** Without what comments don't need, because all files of a snapshot are kept. */
function outlined({ kind, name, path, parent, startLine, endLine }: OutlinedSymbol): OutlinedSymbol {
  return { kind, name, path, parent, startLine, endLine };
}

/** The text of the view that shows only these lines. */
function slicesText({ path, text, symbols }: RankedText, ranges: readonly LineRange[]): string {
  const comments = sliceComments(symbols, ranges);
  const slices = ranges.map(({ startLine, endLine }, at) =>
    sliceFromData({ start_line: startLine, end_line: endLine, tag: 'relevant', comment: comments[at] }),
  );
  const file = {
    ...{ name: baseName(path), languageName: languageOf(path).name, text, facts: undefined },
    placesOf: () => ranges.map((range) => ({ ...range, state: 'exact' as const })),
  };
  return renderCustom(file, slices).text;
}
