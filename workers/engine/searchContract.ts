/** The part of the engine's contract that is about searching the whole folder, for symbols and in texts. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { FoundLine } from '../../src/core/search/findLines';
import type { TextWindow } from '../../src/core/ranking/windows';
import type { TextQuery } from '../../src/core/search/textQuery';
import type { FoundSymbol } from '../../src/core/symbols/rankSymbols';

/**
 * How many of the folder's files have been read. `failed`: those that can't be. `stopped`: the user stopped it, `reading`:
 * it continues in the background.
 */
export interface ContentProgress {
  readonly state: 'reading' | 'stopped' | 'done';
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

/** A search for symbols by name. With `file`, in that file only, where an empty query lists all symbols. */
export interface SymbolsWanted {
  readonly query: string;
  readonly limit: number;
  readonly file?: RepoPath;
}

export interface SymbolsFound {
  /** Best first. */
  readonly symbols: readonly FoundSymbol[];
  /** How many match. */
  readonly matches: number;
  readonly progress: ContentProgress;
}

/** Asks which files a task concerns. */
export interface RankingWanted {
  readonly task: string;
  /** Files that the user has selected: what they use, and what uses them, ranks higher. */
  readonly selected: readonly RepoPath[];
  readonly excluded: readonly RepoPath[];
  readonly limit: number;
}

/** Empty until all files are read. */
export interface FilesRanked {
  /** The most likely first. */
  readonly files: readonly RankedFile[];
  readonly progress: ContentProgress;
}

export interface RankedFile {
  readonly path: RepoPath;
  readonly score: number;
  /** Of all files, they sum to 1. */
  readonly probability: number;
  /** In words, the strongest first. Empty if nothing about the file has to do with the task. */
  readonly reasons: readonly string[];
}

/** The parts of a file's text that match a task. */
export interface FileWindows {
  readonly path: RepoPath;
  /** In source order. Empty if nothing matches, or the file can't be read. */
  readonly windows: readonly TextWindow[];
}

/** Another file that a file refers to, or that refers to it. */
export interface FileLink {
  readonly path: RepoPath;
  /** What the using file uses of the other, in its order. Empty if it only imports the file. */
  readonly names: readonly NamePlaces[];
}

export interface NamePlaces {
  readonly name: string;
  /** 1-based lines in the using file, ascending. */
  readonly lines: readonly number[];
}

/** Lists are empty until all files are read. */
export interface LinksFound {
  readonly uses: readonly FileLink[];
  readonly usedBy: readonly FileLink[];
  readonly progress: ContentProgress;
}

/** All links of the folder; empty until all files are read. */
export interface FolderLinks {
  readonly links: readonly UsedFiles[];
  readonly progress: ContentProgress;
}

export interface UsedFiles {
  readonly from: RepoPath;
  readonly to: readonly RepoPath[];
}

/** Asks for the files that some files use, or are used by, directly and through others. */
export interface RelatedWanted {
  readonly paths: readonly RepoPath[];
  readonly direction: 'uses' | 'usedBy';
  /** 1 for direct links. */
  readonly steps: number;
}

export interface RelatedFound {
  /** By steps, then by path; without the files themselves. */
  readonly paths: readonly RepoPath[];
  readonly progress: ContentProgress;
}

/** A search in the texts of all files that are not left out. */
export interface FileSearchWanted {
  readonly query: TextQuery;
  /** Globs that choose files, as in `compilePathFilter`; empty for all. */
  readonly paths: string;
  /** The most matches to find. */
  readonly limit: number;
}

export interface FoundFile {
  readonly path: RepoPath;
  /** At least one, ascending. */
  readonly lines: readonly FoundLine[];
  /** In all parts; 0 in further parts. */
  readonly matches: number;
}

/** How many of the files have been searched. */
export interface FileSearchProgress {
  readonly searched: number;
  readonly total: number;
}

export interface FileSearchNews extends FileSearchProgress {
  /** Found since the last news, in no particular order. The lines of a file may come in several parts. */
  readonly files: readonly FoundFile[];
}

/** Why a search has ended: all is found, `limit` is reached, or the pattern took too long on some text. */
export interface FileSearchEnd extends FileSearchProgress {
  readonly kind: 'complete' | 'limited' | 'slow';
  /** Files that could not be read or searched. */
  readonly unreadable: number;
  /** Files that are too large to be read without asking. */
  readonly tooLarge: number;
  /** The pattern also matches nothing at all. Such matches are left out. */
  readonly matchesEmpty: boolean;
}
