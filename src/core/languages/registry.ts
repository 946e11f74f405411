import * as languages from './languages';
import type { LanguageRules } from './rules';

const LANGUAGES: readonly LanguageRules[] = Object.values(languages);

const rulesById = new Map(
  LANGUAGES.flatMap((rules) => [rules.id, ...(rules.also ?? [])].map((id) => [id, rules])),
);

/** A language's rules by its id in files/language; undefined if it has none. */
export function languageRules(id: string): LanguageRules | undefined {
  return rulesById.get(id);
}
