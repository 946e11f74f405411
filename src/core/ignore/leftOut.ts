import type { RepoPath } from '../files/repoPath';

/** Why an entry is left out: the rule as written, and its place in the file. Lines are 1-based. */
export type LeftOut =
  | { readonly source: 'file'; readonly rule: string; readonly file: RepoPath; readonly line: number }
  | { readonly source: 'user'; readonly rule: string; readonly line: number }
  | { readonly source: 'built-in' | 'sensitive'; readonly rule: string }
  /** No rule excludes it, but the browser could not read it. `rule` is the reason, in words. */
  | { readonly source: 'unreadable'; readonly rule: string };
