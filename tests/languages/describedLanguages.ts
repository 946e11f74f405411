import { allLanguages } from '../../src/core/files/language';
import { languageRules } from '../../src/core/languages/registry';

/** The ids of all languages with facts. */
export function describedLanguages(): readonly string[] {
  return allLanguages()
    .map(({ id }) => id)
    .filter((id) => languageRules(id) !== undefined);
}
