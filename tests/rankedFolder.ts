/** Small folders to rank in tests. */
import type { FileSymbol } from '../src/core/facts/fileFacts';
import { packUses } from '../src/core/facts/references';
import { FileIndex } from '../src/core/ranking/fileIndex';
import { runSteps } from '../src/core/async/steps';
import { commitIndexSteps, type PastCommit } from '../src/core/ranking/commitIndex';
import { fileHistorySteps, type FileHistory } from '../src/core/ranking/fileHistory';
import { buildGraph, type ImportTargets } from '../src/core/ranking/graph';
import { createFileIndexer } from '../src/core/ranking/indexFile';
import { parseTask } from '../src/core/ranking/parseTask';
import { rankFiles, shortlist, type RankedFile, type RankOptions } from '../src/core/ranking/rankFiles';
import { createTermsReader } from '../src/core/ranking/windowTerms';
import { createWindowFinder, type TextWindow } from '../src/core/ranking/windows';

export interface TestFile {
  readonly text?: string;
  readonly defines?: readonly string[];
  /** Fields that it defines. */
  readonly fields?: readonly string[];
  /** Use counts by name. */
  readonly uses?: Readonly<Record<string, number>>;
}

/** A string is a text without facts. */
export type TestFolder = Readonly<Record<string, string | TestFile>>;

export function indexOf(folder: TestFolder): FileIndex {
  const index = new FileIndex();
  const indexer = createFileIndexer();
  for (const [path, file] of Object.entries(folder)) {
    const {
      text = textOf(file),
      defines = [],
      fields = [],
      uses = {},
    } = typeof file === 'string' ? { text: file } : file;
    const references = packUses(
      Object.entries(uses).map(([name, count]) => ({ name, lines: Array<number>(count).fill(1), calls: [] })),
    );
    const facts = {
      language: 'typescript',
      family: 'code',
      symbols: [
        ...defines.map(symbolNamed),
        ...fields.map((name) => ({ ...symbolNamed(name), kind: 'Field' as const })),
      ],
      references,
    } as const;
    index.set(path, indexer.indexFile(path, text, typeof file === 'string' ? undefined : facts));
  }
  return index;
}

/** Returns the text of a file, by default all names that it defines and uses. */
export function textOf(file: string | TestFile): string {
  if (typeof file === 'string') return file;
  const uses = Object.entries(file.uses ?? {}).flatMap(([name, count]) => Array<string>(count).fill(name));
  return file.text ?? [...(file.defines ?? []), ...uses].join('\n');
}

function symbolNamed(name: string): FileSymbol {
  const span = { start: 0, end: 1 };
  return {
    ...{ kind: 'Func', name, path: name, parent: -1, range: span, signature: span },
    ...{ startLine: 1, endLine: 1, decorators: [], exported: true },
  };
}

const termsOf = createTermsReader();

export interface RankSetting extends Omit<RankOptions, 'history'> {
  readonly importsOf?: ImportTargets;
  /** Newest first. */
  readonly commits?: readonly PastCommit[];
}

export function historyOf(index: FileIndex, commits: readonly PastCommit[]): FileHistory | undefined {
  return runSteps(fileHistorySteps(runSteps(commitIndexSteps(commits)), index.table()));
}

/** Runs both stages with the texts of the folder. */
export function ranked(
  folder: TestFolder,
  task: string,
  { importsOf, commits, ...options }: RankSetting = {},
): readonly RankedFile[] {
  const index = indexOf(folder);
  const short = shortlist(index, parseTask(task));
  const { bestWindow } = createWindowFinder(short.terms);
  const windows = new Map<string, TextWindow>();
  for (const path of short.paths) {
    const best = bestWindow(termsOf(textOf(folder[path] ?? '')));
    if (best !== undefined) windows.set(path, best);
  }
  const history = commits && historyOf(index, commits);
  return rankFiles(short, buildGraph(index.table(), importsOf), windows, { ...options, history });
}
