/** Whether git accepts a name for a ref, such as `refs/heads/main`. In a path it can't lead anywhere else. */
export function isRefName(name: string): boolean {
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$|^@$/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** The names that a short one can mean, in git's order. */
export function expandRefName(short: string): string[] {
  return [
    short,
    `refs/${short}`,
    `refs/tags/${short}`,
    `refs/heads/${short}`,
    `refs/remotes/${short}`,
    `refs/remotes/${short}/HEAD`,
  ].filter(isRefName);
}

/** Whether every linked working tree has its own ref of that name. */
export function isOwnRef(name: string): boolean {
  return !name.startsWith('refs/') || /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
}
