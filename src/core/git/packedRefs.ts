import { joinPath } from './gitPath';
import type { Oid } from './model';
import { parseOid } from './oid';
import type { Repository } from './repository';
import { readSmallText } from './smallFile';

/** Reads `packed-refs`: ids by full name. The object a tag leads to is left out, since the tag has it too. */
export async function readPackedRefs({ folder, commonPath }: Repository): Promise<ReadonlyMap<string, Oid>> {
  return parsePackedRefs((await readSmallText(folder, joinPath(commonPath, 'packed-refs'))) ?? '');
}

/** Parses lines of an id and a name. Lines that are neither refs nor comments are skipped. */
export function parsePackedRefs(text: string): ReadonlyMap<string, Oid> {
  const oidByName = new Map<string, Oid>();
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line.startsWith('^') || line[40] !== ' ') continue;
    const oid = parseOid(line.slice(0, 40));
    if (oid !== undefined) oidByName.set(line.slice(41).replace(/\r$/, ''), oid);
  }
  return oidByName;
}
