import type { RepoPath } from '../files/repoPath';

/** Why an entry is left out: the rule as written, and where it stands. Lines are 1-based. */
export type LeftOut =
  | { readonly source: 'file'; readonly rule: string; readonly file: RepoPath; readonly line: number }
  | { readonly source: 'user'; readonly rule: string; readonly line: number }
  | { readonly source: 'built-in' | 'sensitive'; readonly rule: string }
  /** No rule asks for it: the browser could not read it. `rule` is the reason, in words. */
  | { readonly source: 'unreadable'; readonly rule: string };
