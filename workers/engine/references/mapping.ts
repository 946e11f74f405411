/** Builds the symbol map from the blocks that fit, each in its position in the previous map, as one text or as many. */
import type { Steps } from '../../../src/core/async/steps';
import { SEPARATOR } from '../../../src/core/compose/separator';
import { sectionKey, symbolKey } from '../../../src/core/document/block';
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import type { LinkedFolder } from '../../../src/core/references/folderLinks';
import { renderMapApart, renderSymbolMap } from '../../../src/core/references/symbolMap/symbolMap';
import type { MapBlock, MapBlockWanted } from '../../compute/contract';
import { inSlices } from '../../inSlices';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import type { MapItem } from '../documentContract';
import { askAboutFiles } from './fileAnswers';
import type { FolderReferences } from './folderReferences';
import { mapContextSteps } from './mapContext';

/** Files per call to a worker. */
const FILES_PER_CALL = 50;
/** The search for smaller blocks stops after this many in a row that do not fit. */
const MOST_MISFITS = 200;

interface MapSources extends ContentSources {
  files(): readonly TextFile[];
}

interface PathBlock extends MapBlock {
  readonly path: RepoPath;
}

/** The whole map; or, of a map apart, the legend or a block with the hash of its structure. */
export type MapText =
  | { readonly key: string; readonly body: string; readonly items: readonly MapItem[] }
  | {
      readonly key: string;
      readonly title: string;
      readonly body: string;
      readonly aliases: readonly string[];
    }
  | { readonly key: string; readonly title: string; readonly body: string; readonly hash: string };

const KEY = sectionKey('symbolMap');

export class SymbolMapping {
  readonly #sources: MapSources;
  readonly #folder: FolderReferences;
  /** The files of the document's current map, in order. */
  #order: readonly RepoPath[] = [];

  constructor(sources: MapSources, folder: FolderReferences) {
    this.#sources = sources;
    this.#folder = folder;
  }

  /** Renders the map; no texts if no block fits. Only a `shown` map determines positions in the next one. */
  async render(request: SymbolMapRequest, shown: boolean): Promise<readonly MapText[]> {
    const { paths, except, tokens } = request;
    const linked = await this.#folder.linked();
    const left = new Set(except);
    const files = (paths ?? this.#folder.paths()).filter((path) => !left.has(path) && this.#folder.has(path));
    const rendered = await this.#blocksOf(files, linked, request);
    const blocks = request.form === 'apart' ? await this.#withFrames(rendered) : rendered;
    for (let room = tokens; ;) {
      const chosen = new Map(fitting(blocks, room).map((block) => [block.path, block]));
      const order = this.#placed(chosen.keys());
      const texts = mapOf(
        request,
        order.flatMap((path) => chosen.get(path) ?? []),
      );
      // The legend and the line ends count, and aliases make the blocks shorter.
      const excess = (await this.#count(texts.map(({ body }) => body))) - tokens;
      if (excess > 0) {
        room -= excess;
        continue;
      }
      if (shown) this.#order = order;
      return texts;
    }
  }

  /** Tokens of each file's block without aliases. */
  async tokensOf(paths: readonly RepoPath[]): Promise<readonly number[]> {
    const wanted = new Set(paths);
    const files = this.#sources.files().filter(({ path }) => wanted.has(path) && this.#folder.has(path));
    const blocks = await this.#render(files, await this.#folder.linked());
    const byPath = new Map(blocks.map(({ path, tokens }) => [path, tokens]));
    return paths.map((path) => byPath.get(path) ?? 0);
  }

  /** Files that were in the map keep their positions, and new ones follow. */
  #placed(paths: Iterable<RepoPath>): readonly RepoPath[] {
    const chosen = new Set(paths);
    const before = this.#order.filter((path) => chosen.delete(path));
    return [...before, ...[...chosen].sort(compareRepoPaths)];
  }

  /** Renders blocks, most used files first, until many in a row do not fit. */
  async #blocksOf(
    files: readonly RepoPath[],
    linked: LinkedFolder,
    { tokens, form }: SymbolMapRequest,
  ): Promise<readonly PathBlock[]> {
    const users = (path: RepoPath): number => linked.usedBy.get(path)?.length ?? 0;
    const ranked = files.toSorted((one, other) => users(other) - users(one) || compareRepoPaths(one, other));
    const byPath = new Map(this.#sources.files().map((file) => [file.path, file]));
    const blocks: PathBlock[] = [];
    for (
      let at = 0;
      at < ranked.length && misfitsAtEnd(blocks, tokens) < MOST_MISFITS;
      at += FILES_PER_CALL
    ) {
      const some = ranked.slice(at, at + FILES_PER_CALL).flatMap((path) => byPath.get(path) ?? []);
      blocks.push(...(await this.#render(some, linked, form)));
    }
    return blocks;
  }

  /** Adds the tokens that a block takes as a text, for its fence and the separator. */
  async #withFrames(blocks: readonly PathBlock[]): Promise<readonly PathBlock[]> {
    const { blocks: empty } = renderMapApart([''], []);
    const frame = await this.#count(empty);
    return blocks.map((block) => ({ ...block, tokens: block.tokens + frame }));
  }

  async #render(
    files: readonly TextFile[],
    linked: LinkedFolder,
    form?: 'apart',
  ): Promise<readonly PathBlock[]> {
    const contexts = new Map<RepoPath, MapBlockWanted>();
    await inSlices(this.#contextSteps(files, linked, contexts));
    const contextOf = ({ path }: { readonly path: RepoPath }): MapBlockWanted => {
      const context = contexts.get(path) as MapBlockWanted; // of these files
      return form === 'apart' ? withoutLines(context) : context;
    };
    const encoding = this.#sources.encoding();
    const blocks = await askAboutFiles<MapBlock>(files, this.#sources, {
      ...{ urgent: false, parses: true },
      stored: (api, asked) =>
        api.mapBlocks(
          encoding,
          asked.map((file) => ({ ...file, ...contextOf(file) })),
        ),
      read: (api, read) => api.readMapBlocks(encoding, read, read.map(contextOf)),
    });
    return files.flatMap(({ path }) => {
      const block = blocks.get(path);
      return block === undefined ? [] : [{ path, ...block }];
    });
  }

  *#contextSteps(
    files: readonly TextFile[],
    linked: LinkedFolder,
    contexts: Map<RepoPath, MapBlockWanted>,
  ): Steps<undefined> {
    for (const { path } of files) {
      contexts.set(path, yield* mapContextSteps(path, this.#folder, linked));
      yield;
    }
    return undefined;
  }

  /** Tokens of these bodies with the separator that follows each in a document. */
  #count(bodies: readonly string[]): Promise<number> {
    const encoding = this.#sources.encoding();
    const text = bodies.map((body) => body + SEPARATOR).join('');
    return this.#sources.pool.run({
      ...{ encoding, bytes: 0, urgent: false },
      call: (api) => api.countTokens(encoding, text),
    });
  }
}

/** Takes blocks in order, skipping those that do not fit. */
function fitting(blocks: readonly PathBlock[], room: number): readonly PathBlock[] {
  let left = room;
  return blocks.filter(({ tokens }) => {
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

function misfitsAtEnd(blocks: readonly PathBlock[], room: number): number {
  const last = fitting(blocks, room).at(-1);
  return blocks.length - 1 - (last === undefined ? -1 : blocks.lastIndexOf(last));
}

function mapOf(
  { form, heading, aliases }: SymbolMapRequest,
  blocks: readonly PathBlock[],
): readonly MapText[] {
  if (blocks.length === 0) return [];
  return form === 'apart' ? mapApart(blocks, aliases) : [wholeMap(heading, blocks)];
}

function wholeMap(heading: string, blocks: readonly PathBlock[]): MapText {
  return {
    key: KEY,
    body: renderSymbolMap(
      heading,
      blocks.map(({ block }) => block),
    ),
    items: blocks.map(({ path, structure, tokens }) => ({ key: symbolKey(path), hash: structure, tokens })),
  };
}

function mapApart(blocks: readonly PathBlock[], folders: readonly string[] | undefined): readonly MapText[] {
  const map = renderMapApart(
    blocks.map(({ block }) => block),
    folders,
  );
  return [
    { key: KEY, title: 'Legend of the symbol map', body: map.legend, aliases: map.folders },
    ...blocks.map(({ path, structure }, at) => ({
      ...{ key: symbolKey(path), title: path, hash: structure },
      body: map.blocks[at] ?? '',
    })),
  ];
}

/** References to a file stay the same when its lines move. */
function withoutLines(context: MapBlockWanted): MapBlockWanted {
  const references = Array.from(context.references, ([name, { first, count }]) => {
    return [name, { first: first.map(({ path }) => ({ path })), count }] as const;
  });
  return { ...context, references: new Map(references) };
}
