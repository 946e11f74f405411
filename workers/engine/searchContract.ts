/** The part of the engine's contract for questions about the whole folder: symbols, rankings, links, and text search. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { FoundLine } from '../../src/core/search/findLines';
import type { TextQuery } from '../../src/core/search/textQuery';
import type { CustomSlice } from '../../src/core/slices/customSlice';
import type { FoundSymbol } from '../../src/core/symbols/rankSymbols';

/**
 * Counts how many of the folder's files have been read. `failed` files can't be. `stopped`: the user has stopped the
 * reading; `reading`: it continues in the background.
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
  /** The number of matching symbols. */
  readonly matches: number;
  readonly progress: ContentProgress;
}

/** Asks which files a task concerns. */
export interface RankingWanted {
  readonly task: string;
  /** Files that the user has selected: files that use them or are used by them rank higher. */
  readonly selected: readonly RepoPath[];
  readonly excluded: readonly RepoPath[];
  readonly limit: number;
}

/** Empty until all files are read. */
export interface FilesRanked {
  /** Most likely first. */
  readonly files: readonly RankedFile[];
  readonly progress: ContentProgress;
}

export interface RankedFile {
  readonly path: RepoPath;
  readonly score: number;
  /** The probabilities of all files sum to 1. */
  readonly probability: number;
  /** In words, strongest first. Empty if nothing relates the file to the task. */
  readonly reasons: readonly string[];
  /** The file that this test tests, if both are ranked and have reasons. */
  readonly tests?: RepoPath | undefined;
}

/** Asks for the lines of these files that match a task best. */
export interface FocusWanted {
  readonly task: string;
  readonly paths: readonly RepoPath[];
  /** Shares of a file's lines, each from 0 to 1. */
  readonly shares: readonly number[];
  readonly tag: string;
}

export interface FocusedFile {
  readonly path: RepoPath;
  /** Slices for each share, in source order. Empty if nothing matches, or the file can't be read. */
  readonly levels: readonly (readonly CustomSlice[])[];
}

/** Another file that a file refers to, or that refers to it. */
export interface FileLink {
  readonly path: RepoPath;
  /** The names that the using file uses from the other, in order. Empty if it only imports the file. */
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
  /** Ordered by steps, then by path, without the starting files. */
  readonly paths: readonly RepoPath[];
  readonly progress: ContentProgress;
}

/** A search in the texts of all files that are not left out. */
export interface FileSearchWanted {
  readonly query: TextQuery;
  /** Globs that choose files, as in `compilePathFilter`; empty for all. */
  readonly paths: string;
  /** The maximum number of matches. */
  readonly limit: number;
}

export interface FoundFile {
  readonly path: RepoPath;
  /** At least one, ascending. */
  readonly lines: readonly FoundLine[];
  /** The number of matches in all parts of the file; 0 in further parts. */
  readonly matches: number;
}

/** The progress of a search. */
export interface FileSearchProgress {
  readonly searched: number;
  readonly total: number;
}

export interface FileSearchNews extends FileSearchProgress {
  /** Files found since the last news, in no particular order. The lines of a file may arrive in several parts. */
  readonly files: readonly FoundFile[];
}

/** The reason a search ended: all files are searched, `limit` is reached, or the pattern took too long on a text. */
export interface FileSearchEnd extends FileSearchProgress {
  readonly kind: 'complete' | 'limited' | 'slow';
  /** Files that could not be read or searched. */
  readonly unreadable: number;
  /** Files too large to read without asking. */
  readonly tooLarge: number;
  /** True if the pattern also matches empty strings. Such matches are left out. */
  readonly matchesEmpty: boolean;
}

/** The state of the folder's repository. */
export type GitState =
  /** The folder has no repository. */
  | { readonly kind: 'none' }
  /** It has one that can't be read, with a reason in words. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | GitRepository;

export interface GitRepository {
  readonly kind: 'repository';
  /** Undefined if the head is detached. */
  readonly branch: string | undefined;
  /** The last commit, abbreviated; undefined before the first one. */
  readonly head: string | undefined;
  /** The main branch, and the commit where the current one left it; undefined without a main branch. */
  readonly base: { readonly name: string; readonly commit: string } | undefined;
  /** What is going on, such as a merge. */
  readonly underWay: string | undefined;
  readonly changes: readonly GitChange[];
  /** As `git status --porcelain` prints them. */
  readonly status: readonly string[];
  /** What could not be read, one line each. */
  readonly problems: readonly string[];
}

export type GitChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'untracked' | 'conflicting';

/** A path that differs from the last commit. */
export interface GitChange {
  readonly path: RepoPath;
  readonly kind: GitChangeKind;
  /** The earlier path of a renamed file. */
  readonly from?: RepoPath;
}

export interface GitCommit {
  /** Abbreviated. */
  readonly name: string;
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}
