import { joinPath } from '../gitPath';
import { decodeLatin1 } from '../gitText';
import { GitFault, type GitFolder, type Oid } from '../model';
import { openPackIndex, type PackIndex } from './packIndex';
import { PageCache, type PagedFile } from './pageCache';

export interface Pack {
  readonly data: PagedFile;
  readonly index: PackIndex;
  /** From a partial clone, so objects it refers to can be missing. */
  readonly isPromisor: boolean;
}

/** The packs of a repository. A list of many packs (`multi-pack-index`) isn't needed: the packs keep their own. */
export class PackList {
  readonly #folder: GitFolder;
  readonly #objectFolders: readonly string[];
  readonly #pages = new PageCache();
  #packs: Promise<readonly Pack[]> | undefined;
  /** Objects that are read together are mostly in the same pack. */
  #last: Pack | undefined;

  constructor(folder: GitFolder, objectFolders: readonly string[]) {
    this.#folder = folder;
    this.#objectFolders = objectFolders;
  }

  all(): Promise<readonly Pack[]> {
    this.#packs ??= this.#open([]);
    return this.#packs;
  }

  /** Lists the packs again. Returns whether any has come or gone. */
  async refresh(): Promise<boolean> {
    const before = await this.all();
    this.#packs = this.#open(before);
    const after = await this.#packs;
    const changed = after.length !== before.length || after.some((pack, at) => pack !== before[at]);
    if (changed) this.#last = undefined;
    return changed;
  }

  async find(oid: Oid): Promise<{ readonly pack: Pack; readonly offset: number } | undefined> {
    const last = this.#last;
    const packs = await this.all();
    for (const pack of last === undefined ? packs : [last, ...packs.filter((other) => other !== last)]) {
      const offset = await pack.index.find(oid);
      if (offset === undefined) continue;
      this.#last = pack;
      return { pack, offset };
    }
    return undefined;
  }

  async #open(known: readonly Pack[]): Promise<readonly Pack[]> {
    const packs: Pack[] = [];
    for (const objects of this.#objectFolders) {
      const names = new Set(await this.#folder.list(joinPath(objects, 'pack')));
      for (const name of [...names].toSorted()) {
        if (!name.endsWith('.idx')) continue;
        const base = name.slice(0, -'.idx'.length);
        if (!names.has(`${base}.pack`)) continue;
        const path = joinPath(objects, `pack/${base}`);
        const pack =
          known.find(({ data }) => data.path === `${path}.pack`) ??
          (await this.#openPack(path, names.has(`${base}.promisor`)));
        if (pack !== undefined) packs.push(pack);
      }
    }
    return packs;
  }

  /** Undefined if the pack is gone or damaged. As in git, other packs may have its objects. */
  async #openPack(path: string, isPromisor: boolean): Promise<Pack | undefined> {
    const indexFile = await this.#pages.open(this.#folder, `${path}.idx`);
    const data = await this.#pages.open(this.#folder, `${path}.pack`);
    if (indexFile === undefined || data === undefined) return undefined;
    try {
      const index = await openPackIndex(indexFile);
      return (await isPack(data)) ? { data, index, isPromisor } : undefined;
    } catch (error) {
      if (error instanceof GitFault) return undefined;
      throw error;
    }
  }
}

/** `PACK`, and version 2 or 3, which differ in nothing that a reader sees. */
async function isPack(data: PagedFile): Promise<boolean> {
  const { bytes, at, length } = await data.window(0, 12);
  const version = bytes[at + 7];
  return length >= 12 && decodeLatin1(bytes, at, at + 4) === 'PACK' && (version === 2 || version === 3);
}
