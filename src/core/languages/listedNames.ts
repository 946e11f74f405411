/** Reads the names that imports list. */

/** `a` and `b` of `a, type b as c, d.*`: the original names, without aliases and wildcards. */
export function listedNames(list: string, renames = /\s+as\b/): readonly string[] {
  return list.split(',').flatMap((piece) => {
    const whole = piece.trim();
    // Most are, and splitting takes much longer.
    if (PLAIN.test(whole)) return [whole];
    const name = (piece.split(renames, 1)[0] ?? '').trim();
    return /^[\p{L}_$][\p{L}\p{N}_$']*[?!]?$/u.test(name) ? [name] : [];
  });
}

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** The last name of a path, such as `c` of `a.b.c`; empty for a wildcard. */
export function lastOfPath(path: string | undefined): readonly string[] {
  return listedNames(path?.trim().replace(/^.*[.\\:/\s]/s, '') ?? '');
}
