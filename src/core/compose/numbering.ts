/**
 * The next file name `NAMESPACE_NNN.md`: one above the highest number in use, with at least three digits. Gaps are not
 * filled. Characters that are invalid in file names become `_`.
 */
export function nextOutputName(namespace: string, existingNames: Iterable<string>): string {
  const stem = outputNameStem(namespace);
  const usedNames = new Set<string>();
  let highest = 0n;
  for (const name of existingNames) {
    usedNames.add(fold(name));
    const number = numberOf(name, stem);
    if (number > highest) highest = number;
  }
  for (let next = highest + 1n; ; next++) {
    const name = `${stem}_${next.toString().padStart(3, '0')}.md`;
    // On a case-insensitive file system, `proj_001.md` would overwrite `PROJ_001.md`.
    if (!usedNames.has(fold(name))) return name;
  }
}

/** Returns 0 for names that do not match the pattern. */
function numberOf(name: string, stem: string): bigint {
  if (!name.startsWith(`${stem}_`) || !name.endsWith('.md')) return 0n;
  const digits = name.slice(stem.length + 1, -'.md'.length);
  return /^[0-9]{3,}$/.test(digits) ? BigInt(digits) : 0n;
}

const MAX_STEM = 60;

/** The namespace without characters that are invalid in file names. */
export function outputNameStem(namespace: string): string {
  const safe = namespace
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_')
    .replaceAll(/^[\s.~]+/g, '');
  return Array.from(safe).slice(0, MAX_STEM).join('') || 'strata';
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
