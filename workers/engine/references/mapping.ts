/** Makes the symbol map: the blocks that fit, each kept at the place it had in the map before. */
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { visitUsed } from '../../../src/core/ranking/fileTerms';
import type { Reference } from '../../../src/core/references/symbolMap/mapBlock';
import { renderSymbolMap } from '../../../src/core/references/symbolMap/symbolMap';
import { folderOf } from '../../../src/core/references/resolvers/folder';
import type { MapBlock, MapBlockWanted } from '../../compute/contract';
import type { ContentSources } from '../contents/folderContents';
import type { FolderReferences, Linked } from './folderReferences';

/** Blocks in one call, after which other calls get their turn. */
const BLOCKS_PER_CALL = 200;
/** For the legend and aliases. */
const HEAD_TOKENS = 200;
/** An import of more files is one of a package, whose folder is named instead. */
const MOST_FILES = 3;

export class SymbolMapping {
  readonly #sources: ContentSources;
  readonly #folder: FolderReferences;
  /** The files of the last map, in order. */
  #order: readonly RepoPath[] = [];

  constructor(sources: ContentSources, folder: FolderReferences) {
    this.#sources = sources;
    this.#folder = folder;
  }

  async render({ heading, paths, except, tokens }: SymbolMapRequest): Promise<string> {
    const linked = await this.#folder.linked();
    const left = new Set(except);
    const files = (paths ?? this.#folder.paths()).filter((path) => !left.has(path) && this.#folder.has(path));
    const blocks = await this.#blocksOf(files, linked, tokens - HEAD_TOKENS);
    const placed = new Set(this.#order);
    const added = [...blocks.keys()].filter((path) => !placed.has(path)).sort(compareRepoPaths);
    this.#order = [...this.#order.filter((path) => blocks.has(path)), ...added];
    return renderSymbolMap(
      heading,
      this.#order.flatMap((path) => blocks.get(path) ?? []),
    );
  }

  /** The blocks that fit, of the most used files first; a block that does not fit is left out. */
  async #blocksOf(
    files: readonly RepoPath[],
    linked: Linked,
    room: number,
  ): Promise<ReadonlyMap<RepoPath, string>> {
    const users = (path: RepoPath): number => linked.links.usedBy.get(path)?.length ?? 0;
    const ranked = files.toSorted((one, other) => users(other) - users(one) || compareRepoPaths(one, other));
    const blocks = new Map<RepoPath, string>();
    let left = room;
    for (let at = 0; at < ranked.length && left > 0; at += BLOCKS_PER_CALL) {
      const wanted = ranked
        .slice(at, at + BLOCKS_PER_CALL)
        .flatMap((path) => this.#wanted(path, linked) ?? []);
      for (const [index, { block, tokens }] of (await this.#call(wanted)).entries()) {
        const path = wanted[index]?.path;
        if (path === undefined || tokens > left) continue;
        left -= tokens;
        blocks.set(path, block);
      }
    }
    return blocks;
  }

  #call(wanted: readonly MapBlockWanted[]): Promise<readonly MapBlock[]> {
    const encoding = this.#sources.encoding();
    return this.#sources.pool.run({
      ...{ encoding, bytes: 0, urgent: false },
      call: (api) => api.mapBlocks(encoding, wanted),
    });
  }

  #wanted(path: RepoPath, { imports, links }: Linked): MapBlockWanted | undefined {
    const content = this.#sources.index.record(path)?.content;
    if (content?.kind !== 'text') return undefined;
    const resolved = imports.get(path) ?? [];
    const users = links.usedBy.get(path) ?? [];
    return {
      ...{ path, hash: content.hash, users },
      outside: resolved.flatMap(({ outside }) => outside),
      inside: resolved.flatMap(({ files }) => named(files.filter((each) => each !== path))),
      references: this.#referencesTo(path, users),
      definers: this.#definersFor(path, links.uses.get(path) ?? []),
    };
  }

  #referencesTo(path: RepoPath, users: readonly RepoPath[]): ReadonlyMap<number, readonly Reference[]> {
    const references = new Map<number, Reference[]>();
    for (const hash of this.#folder.definedIn(path).tops) references.set(hash, []);
    for (const user of users) {
      const terms = this.#folder.termsOf(user);
      if (terms !== undefined)
        visitUsed(terms, (hash, _, line) => references.get(hash)?.push({ path: user, line }));
    }
    return references;
  }

  /** The first of the used files that defines each name. */
  #definersFor(path: RepoPath, used: readonly RepoPath[]): ReadonlyMap<number, RepoPath> {
    const terms = this.#folder.termsOf(path);
    const names = new Set<number>();
    if (terms !== undefined) visitUsed(terms, (hash) => names.add(hash));
    const definers = new Map<number, RepoPath>();
    for (const target of used) {
      const { tops, methods } = this.#folder.definedIn(target);
      for (const hash of [...tops, ...methods])
        if (names.has(hash) && !definers.has(hash)) definers.set(hash, target);
    }
    return definers;
  }
}

function named(files: readonly RepoPath[]): readonly string[] {
  const folders = new Set(files.map(folderOf));
  const [folder] = folders;
  return files.length > MOST_FILES && folders.size === 1 ? [`${folder}/`] : files;
}
