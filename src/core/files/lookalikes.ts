/**
 * Finds paths that look like others: Cyrillic or Greek letters in place of Latin ones, full-width letters, invisible
 * characters, or accents in two encodings. The letters are Unicode confusables (https://www.unicode.org/reports/tr39/)
 * that common fonts draw alike.
 */
import type { RepoPath } from './repoPath';

/** A path that is easily mistaken for another. */
export interface Lookalike {
  readonly path: RepoPath;
  /** The file in the folder that the path looks like. */
  readonly twin: RepoPath | undefined;
  /** Whether the folder has a file at `path` too. */
  readonly isThere: boolean;
}

export interface ListedFiles {
  /** Paths of all files in the folder. */
  readonly all: Iterable<RepoPath>;
  has(path: RepoPath): boolean;
}

/** Finds the paths that do not name the file they seem to name. */
export function findLookalikes(paths: readonly RepoPath[], files: ListedFiles): readonly Lookalike[] {
  const isSuspect = (path: RepoPath) => !ASCII.test(path) || !files.has(path);
  const suspects = paths.filter(isSuspect);
  if (suspects.length === 0) return [];
  const twins = pathsByLook(files.all);
  return suspects.flatMap((path) => {
    const isThere = files.has(path);
    const look = lookOf(path);
    const plain = look as RepoPath; // Used only to look up existing paths.
    const others = [...(files.has(plain) ? [plain] : []), ...(twins.get(look) ?? [])];
    const twin = others.find((other) => other !== path);
    const isOdd = twin !== undefined || (!isThere && hasOddCharacters(path));
    return isOdd ? [{ path, twin, isThere }] : [];
  });
}

/** Describes a lookalike in a sentence for the user, with the odd characters of both paths as `\uXXXX`. */
export function describeLookalike({ path, twin, isThere }: Lookalike): string {
  if (twin === undefined)
    return `${withOddCharacters(path)} is missing from this folder. Its name has characters that look like others.`;
  const [shown, other] = [unlike(path, twin), unlike(twin, path)];
  return isThere
    ? `${shown} looks like ${other}, but is a different file.`
    : `${shown} is missing from this folder. It looks like ${other}, but is not the same name.`;
}

/** Reduces a path to its look. Two paths with the same look cannot be told apart on screen. */
function lookOf(path: string): string {
  return path
    .replaceAll(UNSEEN, '')
    .normalize('NFKC')
    .replaceAll(LETTER, (letter) => LATIN_BY_LETTER.get(letter) ?? letter);
}

/** Plain ASCII looks like itself, so only other paths are indexed. */
function pathsByLook(paths: Iterable<RepoPath>): ReadonlyMap<string, readonly RepoPath[]> {
  const byLook = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (ASCII.test(path)) continue;
    const look = lookOf(path);
    const alike = byLook.get(look);
    if (alike === undefined) byLook.set(look, [path]);
    else alike.push(path);
  }
  return byLook;
}

function hasOddCharacters(path: string): boolean {
  return withOddCharacters(path) !== path;
}

/** A name in a single script is ordinary; lookalike letters from two scripts in one word are not. */
function withOddCharacters(path: string): string {
  return path
    .replaceAll(WORD, (word) =>
      LATIN.test(word)
        ? word.replaceAll(LETTER, (letter) => (LATIN_BY_LETTER.has(letter) ? escaped(letter) : letter))
        : word,
    )
    .replaceAll(ODD_ALONE, escaped);
}

/** Escapes each character of `path` that differs from the one at the same position in `other`. */
function unlike(path: string, other: string): string {
  const others = [...other];
  return Array.from(path, (character, at) =>
    ASCII.test(character) || character === others[at] ? character : escaped(character),
  ).join('');
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

const ASCII = /^[\0-\x7f]*$/;
const LATIN = /\p{Script=Latin}/u;
const WORD = /[\p{L}\p{M}]+/gu;
const LETTER = /[^\0-\x7f]/gu;
/** Controls, bidi and zero-width characters, tags, variation selectors. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{DI}]/gu;
const ODD_ALONE = /[\p{Cc}\p{Cf}\p{DI}\uff01-\uff5e]/gu;

const LOOKS = [
  // Cyrillic
  ['асеорхуіјѕһԁԛԝӏАВСЕНІЈКМОРЅТХҮԚԜӀ', 'aceopxyijshdqwlABCEHIJKMOPSTXYQWI'],
  // Greek
  ['οναιρυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ovaipuyABEZHIKMNOPTYX'],
  // Armenian, other Latin letters, and signs
  ['օոսհ', 'onuh'],
  ['ıɡɑ', 'iga'],
  ['\u2010\u2011\u2012\u2013\u2212\u2215\u2044', '-----//'],
] as const;

const LATIN_BY_LETTER: ReadonlyMap<string, string> = new Map(
  LOOKS.flatMap(([letters, latin]) =>
    Array.from(letters, (letter, at) => [letter, latin.charAt(at)] as const),
  ),
);
