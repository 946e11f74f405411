/** The handwritten sources in folders, by language. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languageOf } from '../../src/core/files/language';
import { languageIdOfText } from '../../src/core/files/textLanguage';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageRules } from '../../src/core/languages/registry';
import { textOnDisk } from '../readback/textOnDisk';

/** Larger files are generated. */
const MAX_BYTES = 1_000_000;
/** So are files with longer lines on average: they are minified. */
const MAX_LINE = 250;

/** Paths by language id. If a text's language is not that of its name (C++ in a `.h`), the text decides. */
export async function sourcesByLanguage(
  folders: readonly string[],
  isWanted: (language: string) => boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const path of await filesIn(folder)) {
      const named = languageOf(path as RepoPath).id;
      if (languageRules(named) === undefined) continue;
      const text = await readSource(path);
      const language = languageIdOfText(named, text ?? '');
      if (text === undefined || !isWanted(language)) continue;
      const paths = found.get(language);
      if (paths === undefined) found.set(language, [path]);
      else paths.push(path);
    }
  }
  return found;
}

/** Undefined for binary and generated files. */
export async function readSource(path: string): Promise<string | undefined> {
  if ((await stat(path)).size > MAX_BYTES) return undefined;
  const text = await textOnDisk('', path);
  return text === undefined || text.length / text.split('\n').length > MAX_LINE ? undefined : text;
}

/** All files except those of git and npm, sorted. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
