import type { ObjectFolders } from './alternates';
import { ByteLru } from './byteLru';
import { applyDelta } from './delta';
import { joinPath } from '../gitPath';
import { createInflater } from './inflate';
import { loosePath, readLooseObject, readLooseSize } from './looseObject';
import {
  GitFault,
  type GitFile,
  type GitFolder,
  type GitObject,
  type ObjectReader,
  type Oid,
} from '../model';
import { inflateEntry, readPackEntry, readResultSize, type PackEntry } from './packEntry';
import { PackList, type Pack } from './packList';

/** Objects that were read lately: as bases of deltas, or because neighboring commits share most of their trees. */
const RECENT_BYTES = 32 * 1024 * 1024;
/** Git makes chains of at most 4,095; deltas that lead back to themselves end here. */
const MAX_CHAIN = 10_000;
/** So that a number can name a place in any pack. */
const MAX_PACK_BYTES = 2 ** 40;

/**
 * Reads the objects of a repository from packs and from files of their own. As in git, reading checks the structure of
 * an object but not its hash. Replacements (`refs/replace`) are ignored.
 */
export class ObjectStore implements ObjectReader {
  readonly #folder: GitFolder;
  readonly #folders: ObjectFolders;
  readonly #isPartial: boolean;
  readonly #packs: PackList;
  readonly #inflater = createInflater();
  /** By the place in a pack, as bases of deltas are named. */
  readonly #recent = new ByteLru<number, GitObject>(RECENT_BYTES);
  /** By id, which saves searching for the place. */
  readonly #recentByOid = new ByteLru<Oid, GitObject>(RECENT_BYTES);

  /** `isPartial`: the settings say that objects are fetched when they are needed. */
  constructor(folder: GitFolder, folders: ObjectFolders, isPartial: boolean) {
    this.#folder = folder;
    this.#folders = folders;
    this.#isPartial = isPartial;
    this.#packs = new PackList(folder, folders.inside);
  }

  /** The bytes are shared with a cache, so nobody may write to them. */
  async read(oid: Oid): Promise<GitObject> {
    const recent = this.#recentByOid.get(oid);
    if (recent !== undefined) return recent;
    const object = await this.#find(oid, {
      packed: (pack, offset) => this.#unpack(pack, offset),
      loose: (file) => readLooseObject(file, this.#inflater),
    });
    this.#recentByOid.put(oid, object, costOf(object));
    return object;
  }

  sizeOf(oid: Oid): Promise<number> {
    return this.#find(oid, {
      packed: async ({ data }, offset) => {
        const entry = await readPackEntry(data, offset);
        return entry.content.kind === 'whole' ? entry.size : readResultSize(data, entry, this.#inflater);
      },
      loose: (file) => readLooseSize(file, this.#inflater),
    });
  }

  /** The objects whose ids begin with at least two lowercase hexadecimal digits, up to `limit` of every pack. */
  async withPrefix(digits: string, limit: number): Promise<Oid[]> {
    const matching = new Set<Oid>();
    for (const { index } of await this.#packs.all())
      for (const oid of await index.withPrefix(digits, limit)) matching.add(oid);
    const [start, rest] = [digits.slice(0, 2), digits.slice(2)];
    for (const objects of this.#folders.inside)
      for (const name of await this.#folder.list(joinPath(objects, start)))
        // Checked to be the rest of an id.
        if (/^[\da-f]{38}$/.test(name) && name.startsWith(rest)) matching.add((start + name) as Oid);
    return [...matching];
  }

  /** Looks again if packs have come or gone in the meantime: `git gc` and `git fetch` replace them while we read. */
  async #find<T>(oid: Oid, ways: Ways<T>): Promise<T> {
    try {
      return await this.#findNow(oid, ways);
    } catch (error) {
      if (!(error instanceof GitFault) || !(await this.#packs.refresh())) throw error;
      return this.#findNow(oid, ways);
    }
  }

  async #findNow<T>(oid: Oid, ways: Ways<T>): Promise<T> {
    const found = await this.#packs.find(oid);
    if (found !== undefined) return ways.packed(found.pack, found.offset);
    for (const objects of this.#folders.inside) {
      const file = await this.#folder.file(joinPath(objects, loosePath(oid)));
      if (file !== undefined) return ways.loose(file);
    }
    throw new GitFault(await this.#describeMissing(oid));
  }

  async #describeMissing(oid: Oid): Promise<string> {
    const short = oid.slice(0, 10);
    const packs = await this.#packs.all();
    if (this.#isPartial || packs.some(({ isPromisor }) => isPromisor))
      return `Object ${short} was never fetched: this is a partial clone.`;
    const [outside] = this.#folders.outside;
    return outside === undefined
      ? `Object ${short} is missing.`
      : `Object ${short} is missing. It may be in ${outside}, which is outside the folder.`;
  }

  /** Walks down to an object that is whole, then up again; a loop, since chains can be long. */
  async #unpack(pack: Pack, offset: number): Promise<GitObject> {
    const chain: { readonly entry: PackEntry; readonly key: number }[] = [];
    let object: GitObject | undefined;
    for (let at = offset; object === undefined;) {
      const key = pack.data.id * MAX_PACK_BYTES + at;
      object = this.#recent.get(key);
      if (object !== undefined) break;
      const entry = await readPackEntry(pack.data, at);
      if (entry.content.kind === 'whole') {
        object = { kind: entry.content.object, bytes: await inflateEntry(pack.data, entry, this.#inflater) };
        this.#keep(key, object);
        break;
      }
      if (chain.length === MAX_CHAIN) throw new GitFault(`${pack.data.path} is damaged: too many deltas.`);
      chain.push({ entry, key });
      at =
        entry.content.kind === 'offset-delta' ? entry.content.base : await baseOf(pack, entry.content.base);
    }
    for (const { entry, key } of chain.toReversed()) {
      const delta = await inflateEntry(pack.data, entry, this.#inflater);
      object = { kind: object.kind, bytes: applyDelta(object.bytes, delta) };
      this.#keep(key, object);
    }
    return object;
  }

  #keep(key: number, object: GitObject): void {
    this.#recent.put(key, object, costOf(object));
  }
}

/** An entry costs more than its bytes. */
function costOf({ bytes }: GitObject): number {
  return bytes.length + 200;
}

/** The ways to read an object, for each place where it can be. */
interface Ways<T> {
  packed(pack: Pack, offset: number): Promise<T>;
  loose(file: GitFile): Promise<T>;
}

async function baseOf(pack: Pack, oid: Oid): Promise<number> {
  const offset = await pack.index.find(oid);
  if (offset === undefined) throw new GitFault(`${pack.data.path} is damaged: it lacks the base of a delta.`);
  return offset;
}
