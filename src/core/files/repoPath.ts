declare const brand: unique symbol;

/** A path inside a workspace: POSIX separators, no `.`/`..` segments, no leading or trailing slash, never empty. */
export type RepoPath = string & { readonly [brand]: 'RepoPath' };

export type ParsedPath = { readonly kind: 'path'; readonly path: RepoPath } | { readonly kind: 'refused'; readonly reason: string };
