/**
 * Resolves a path that git wrote into a file. `from` is the folder it is relative to, `''` for the opened folder.
 * Undefined if it leads outside the opened folder, or is absolute: the app doesn't know where its folder is.
 */
export function resolveGitPath(from: string, path: string): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  if (isAbsolute(slashed)) return undefined;
  const segments: string[] = [];
  for (const segment of [...from.split('/'), ...slashed.split('/')]) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** Whether a path with slashes begins at the root of a disk. */
export function isAbsolute(slashed: string): boolean {
  return slashed.startsWith('/') || /^[a-z]:/i.test(slashed);
}

/** Joins a folder, `''` for the opened one, and a path in it. */
export function joinPath(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
