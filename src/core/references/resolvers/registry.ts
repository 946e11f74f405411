/** All resolvers. To add one, create a file in this folder and add a line here. */
import { cFamily } from './cFamily';
import type { ResolverFamily } from './family';
import { ecmascript } from './ecmascript';
import { go } from './go';
import { jvm } from './jvm';
import { python } from './python';
import { rust } from './rust';

export const RESOLVERS: readonly ResolverFamily[] = [ecmascript, python, go, rust, jvm, cFamily];

const familyByLanguage = new Map(
  RESOLVERS.flatMap((family) => family.languages.map((language) => [language, family])),
);

/** The resolver of a language id of files/language; undefined if its imports cannot be resolved. */
export function familyOf(language: string): ResolverFamily | undefined {
  return familyByLanguage.get(language);
}
