import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { languageOf } from '../../../core/files/language';
import { baseName, type RepoPath } from '../../../core/files/repoPath';
import { languageOfLines } from '../../../core/files/textLanguage';

/** Loads the syntax highlighting for a file; undefined if there is none. */
export async function supportFor(
  path: string,
  lines: readonly string[],
): Promise<LanguageSupport | undefined> {
  const description = descriptionFor(path, lines);
  if (description === undefined) return undefined;
  try {
    return await description.load();
  } catch {
    return undefined; // Offline before it was cached, or removed by a newer release. Plain text will do.
  }
}

function descriptionFor(path: string, lines: readonly string[]): LanguageDescription | undefined {
  // The file has been opened, so this is a RepoPath.
  const repoPath = path as RepoPath;
  const { id, name } = languageOfLines(repoPath, lines);
  const isNamed = id === languageOf(repoPath).id;
  return (
    (isNamed ? LanguageDescription.matchFilename(languages, baseName(repoPath)) : null) ??
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchLanguageName(languages, id, false) ??
    undefined
  );
}
