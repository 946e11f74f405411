import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { languageOf } from '../../../core/files/language';
import { baseName, type RepoPath } from '../../../core/files/repoPath';

/** What highlights a file, loaded when it is first needed; undefined where nothing does. */
export async function supportFor(path: string): Promise<LanguageSupport | undefined> {
  const description = descriptionFor(path);
  if (description === undefined) return undefined;
  try {
    return await description.load();
  } catch {
    return undefined; // Offline before it was stored, or gone with an older release: plain text is no failure.
  }
}

function descriptionFor(path: string): LanguageDescription | undefined {
  // A RepoPath by now: the file has been opened.
  const repoPath = path as RepoPath;
  const { id, name } = languageOf(repoPath);
  return (
    LanguageDescription.matchFilename(languages, baseName(repoPath)) ??
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchLanguageName(languages, id, false) ??
    undefined
  );
}
