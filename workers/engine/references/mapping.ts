/** Makes the symbol map: the blocks that fit, each kept at the place it had in the map before. */
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { visitUsed } from '../../../src/core/ranking/fileTerms';
import type { Reference } from '../../../src/core/references/symbolMap/mapBlock';
import { renderSymbolMap } from '../../../src/core/references/symbolMap/symbolMap';
import { folderOf } from '../../../src/core/references/resolvers/folder';
import type { MapBlock, MapBlockWanted } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';
import type { FolderReferences, Linked } from './folderReferences';

/** Blocks in one call, after which other calls get their turn. */
const BLOCKS_PER_CALL = 50;
/** After so many blocks in a row that do not fit, smaller ones are not looked for. */
const MOST_MISFITS = 200;
/** For the legend and aliases. */
const HEAD_TOKENS = 200;
/** An import of more files is one of a package, whose folder is named instead. */
const MOST_FILES = 3;

interface MapSources extends ContentSources {
  files(): readonly TextFile[];
}

export class SymbolMapping {
  readonly #sources: MapSources;
  readonly #folder: FolderReferences;
  /** The files of the last map, in order. */
  #order: readonly RepoPath[] = [];

  constructor(sources: MapSources, folder: FolderReferences) {
    this.#sources = sources;
    this.#folder = folder;
  }

  /** Only a map that is `shown` decides the places of the next one. */
  async render({ heading, paths, except, tokens }: SymbolMapRequest, shown: boolean): Promise<string> {
    const linked = await this.#folder.linked();
    const left = new Set(except);
    const files = (paths ?? this.#folder.paths()).filter((path) => !left.has(path) && this.#folder.has(path));
    const blocks = await this.#blocksOf(files, linked, tokens - HEAD_TOKENS);
    const placed = new Set(this.#order);
    const added = [...blocks.keys()].filter((path) => !placed.has(path)).sort(compareRepoPaths);
    const order = [...this.#order.filter((path) => blocks.has(path)), ...added];
    if (shown) this.#order = order;
    return renderSymbolMap(
      heading,
      order.flatMap((path) => blocks.get(path) ?? []),
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
    let misfits = 0;
    for (let at = 0; at < ranked.length && misfits < MOST_MISFITS; at += BLOCKS_PER_CALL) {
      for (const [path, { block, tokens }] of await this.#render(
        ranked.slice(at, at + BLOCKS_PER_CALL),
        linked,
      )) {
        misfits = tokens > left ? misfits + 1 : 0;
        if (tokens > left) continue;
        left -= tokens;
        blocks.set(path, block);
      }
    }
    return blocks;
  }

  async #render(
    paths: readonly RepoPath[],
    linked: Linked,
  ): Promise<readonly (readonly [RepoPath, MapBlock])[]> {
    const wanted = new Map(paths.map((path) => [path, this.#wanted(path, linked)]));
    const files = this.#sources.files().filter(({ path }) => wanted.has(path));
    const wantedOf = (file: { readonly path: RepoPath }) =>
      wanted.get(file.path) ?? this.#wanted(file.path, linked);
    const encoding = this.#sources.encoding();
    const blocks = await askAboutFiles<MapBlock>(files, this.#sources, {
      urgent: false,
      stored: (api, asked) =>
        api.mapBlocks(
          encoding,
          asked.map((file) => ({ ...file, ...wantedOf(file) })),
        ),
      read: (api, read) => api.readMapBlocks(encoding, read, read.map(wantedOf)),
    });
    return paths.flatMap((path) => {
      const block = blocks.get(path);
      return block === undefined ? [] : [[path, block] as const];
    });
  }

  #wanted(path: RepoPath, { imports, links }: Linked): MapBlockWanted {
    const resolved = imports.get(path) ?? [];
    const users = links.usedBy.get(path) ?? [];
    return {
      users,
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
