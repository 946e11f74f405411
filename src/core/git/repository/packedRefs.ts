import type { GitFolder, Oid } from '../model';
import { decodeName } from '../gitText';
import { parseOid } from '../oid';
import { readWhole } from '../smallFile';

/** The file of refs that have no file of their own. It can take a tenth of a second to parse, so it is kept. */
export class PackedRefs {
  readonly #folder: GitFolder;
  readonly #path: string;
  #last: { readonly version: string; readonly oidByName: ReadonlyMap<string, Oid> } | undefined;

  constructor(folder: GitFolder, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  /** Ids by full name; of annotated tags, the tag's own. Reads the file again if it has changed. */
  async read(): Promise<ReadonlyMap<string, Oid>> {
    const file = await this.#folder.file(this.#path);
    if (file === undefined) return new Map();
    const version = `${file.modified} ${file.size}`;
    if (this.#last?.version === version) return this.#last.oidByName;
    const oidByName = parsePackedRefs(decodeName(await readWhole(this.#path, file)));
    this.#last = { version, oidByName };
    return oidByName;
  }
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
