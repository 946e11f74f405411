/** Compares the app's list of files with git's, with a reason for each path that the app omits. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/app/automation/report';
import { gitlinks, ignoredByGit, listedByGit } from './git';

/** Paths that git lists. Those with a reason are rightly missing from the app's list. */
export interface Listing {
  readonly listed: number;
  readonly links: readonly string[];
  readonly gitlinks: readonly string[];
  readonly hidden: readonly string[];
  readonly builtIn: readonly string[];
  readonly sensitive: readonly string[];
  /** Must be empty: git lists it, and nothing explains why the app does not. */
  readonly missing: readonly string[];
  /** Must be empty: the app lists it, git does not. */
  readonly extra: readonly string[];
  /** Must be empty: left out by a different rule than git says. */
  readonly otherRule: readonly string[];
}

export function compareListing(folder: string, { files, ignored }: Report): Listing {
  const shown: ReadonlySet<string> = new Set(files.map(({ path }) => path));
  const modules = new Set(gitlinks(folder));
  const rest = { links: [], gitlinks: [], hidden: [], builtIn: [], sensitive: [], missing: [] };
  const found: Record<keyof typeof rest, string[]> = rest;
  const bySource = (source: string): ReadonlySet<string> =>
    new Set(ignored.flatMap(({ path, file }) => (file === source ? [path] : [])));
  const [builtIn, sensitive] = [bySource('built-in'), bySource('sensitive')];
  const listed = listedByGit(folder);
  for (const path of listed) {
    if (shown.has(path)) continue;
    if (modules.has(path)) found.gitlinks.push(path);
    else if (lstatSync(join(folder, path)).isSymbolicLink()) found.links.push(path);
    else if (isHiddenByBrowser(path)) found.hidden.push(path);
    else if (isUnder(path, builtIn)) found.builtIn.push(path);
    else if (isUnder(path, sensitive)) found.sensitive.push(path);
    else found.missing.push(path);
  }
  const known = new Set(listed);
  return {
    listed: listed.length,
    ...found,
    extra: [...shown].filter((path) => !known.has(path)),
    otherRule: otherRule(folder, ignored),
  };
}

/** Paths left out by a `.gitignore` for which git names another rule, file or line. */
function otherRule(folder: string, ignored: Report['ignored']): readonly string[] {
  const byGit = ignored.filter(({ file }) => file.endsWith('.gitignore') || file === '.git/info/exclude');
  const said = ignoredByGit(
    folder,
    byGit.map(({ path }) => path),
  );
  return byGit.flatMap(({ path, rule, file, line }) => {
    const other = said.get(path);
    return other?.rule === rule && other.file === file && other.line === line ? [] : [path];
  });
}

/** Whether the path or a folder around it is among the entries. */
function isUnder(path: string, entries: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (entries.has(path.slice(0, end))) return true;
  return false;
}

/** Names that Chromium hides from every page: reserved on Windows, shortcuts, characters that some system forbids. */
function isHiddenByBrowser(path: string): boolean {
  return path.split('/').some((name) => HIDDEN.some((pattern) => pattern.test(name)));
}

const HIDDEN = [
  /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[1-9]|lpt[1-9])(?:\.|$)/i,
  /^(?:desktop\.ini|thumbs\.db)$/i,
  /\.(?:lnk|url|scf|\{[\da-f-]+\})$/i,
  /[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}:*?"<>|\\]/u,
  /^[\s~]|[\s.~]$/,
];
