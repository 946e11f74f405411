/** Finds links between the folder's files, and ranks files for a task. Files are read by `readAhead`, or on the first question. */
import { latestWins } from '../../../src/core/async/latestWins';
import { runSteps, type Steps } from '../../../src/core/async/steps';
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { commitIndexSteps, type PastCommit } from '../../../src/core/ranking/commitIndex';
import { parseTask } from '../../../src/core/ranking/parseTask';
import { rankSteps, shortlistSteps, type Shortlist } from '../../../src/core/ranking/rankFiles';
import { reasonText } from '../../../src/core/ranking/reasons';
import { hashOf } from '../../../src/core/ranking/words';
import { createPackStore, type PackShelf, type PackStore } from '../../caches/packStore';
import type { ContentReferences, KnownReferences } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import { FolderContents, type ContentSources } from '../contents/folderContents';
import type { Outbox } from '../outbox';
import type {
  ContentProgress,
  FilesRanked,
  FocusedFile,
  FocusWanted,
  FolderLinks,
  LinksFound,
  NamePlaces,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
} from '../searchContract';
import { FolderReferences } from './folderReferences';
import { inSlices } from '../../inSlices';
import { SymbolMapping, type MapText } from './mapping';
import { packReferences, unpackReferences, type StoredReferences } from './referencePack';
import { findNames, type FileNames } from './nameReading';
import { focusFiles, WindowReading } from './windowReading';

/** The maximum number of using files whose uses are looked up; nobody reads a longer list. */
const MOST_NAMED = 300;

const NONE: ContentReferences = { kind: 'none' };

export class ReferenceIndex {
  readonly #sources: ContentSources;
  readonly #contents: FolderContents<ContentReferences>;
  readonly #folder: FolderReferences;
  readonly #mapping: SymbolMapping;
  readonly #windows: WindowReading;
  readonly #store: PackStore<StoredReferences>;
  /** Data stored by the last visit, by path. */
  #stored: Promise<Map<RepoPath, StoredReferences>> | undefined;
  /** The last shortlist, because each change of the selection ranks the files for the same task again. */
  #shortlist: { readonly task: string; readonly list: Shortlist } | undefined;
  readonly #begin = latestWins();
  readonly #beginHistory = latestWins();
  readonly #outbox: Outbox;

  constructor(sources: ContentSources, outbox: Outbox, shelf: PackShelf | undefined) {
    this.#sources = sources;
    this.#outbox = outbox;
    this.#store = createPackStore(shelf, { pack: packReferences, unpack: unpackReferences });
    const contents = new FolderContents<ContentReferences>({
      ...sources,
      kind: {
        by: 'path',
        stored: (files) => this.#storedOf(files),
        read: (api, files) => api.readReferences(files),
        unread: NONE,
        took: ({ path, hash }, known) => {
          if (known.kind === 'references') this.#store.put({ path, hash, ...known });
        },
      },
      stateOf: ({ kind }) => (kind === 'none' ? 'failed' : 'done'),
      tell: (progress) => {
        if (progress.state !== 'reading') void this.#store.flush();
        outbox.send({ kind: 'references', progress });
      },
    });
    this.#contents = contents;
    this.#folder = new FolderReferences(
      { files: () => contents.files(), get: (file) => known(contents.get(file)) },
      sources.index,
    );
    this.#windows = new WindowReading(sources);
    this.#mapping = new SymbolMapping({ ...sources, files: () => contents.files() }, this.#folder);
  }

  /**
   * Ranks the files for a task. Until all files are read, the result has only the progress. Undefined if a newer
   * ranking has replaced this one.
   */
  async rank({ task, selected, excluded, limit }: RankingWanted): Promise<FilesRanked | undefined> {
    const isLatest = this.#begin();
    const progress = this.#upToDate();
    if (progress.state === 'reading') return { files: [], progress };
    const list = await inSlices(this.#shortlistSteps(task), isLatest);
    if (list === undefined) return undefined;
    const windows = await this.#windows.bestWindows(this.#filesAt(list.paths), list.terms);
    if (!isLatest()) return undefined;
    const { graph, table } = await this.#folder.graph();
    if (!isLatest()) return undefined;
    const history = await this.#folder.historyOf(table);
    if (!isLatest()) return undefined;
    // Files have changed in the meantime.
    if (table !== list.table) return this.rank({ task, selected, excluded, limit });
    const options = { selected, excluded: new Set(excluded), limit, history };
    const ranked = await inSlices(rankSteps(list, graph, windows, options), isLatest);
    const files = ranked?.map(({ path, reasons, tests, ...figures }) => ({
      // The index contains only paths of the folder.
      ...{ ...figures, path: path as RepoPath, tests: tests as RepoPath | undefined },
      reasons: reasons.map(reasonText),
    }));
    return files && { files, progress };
  }

  /**
   * Replaces the past commits that rankings learn from, the newest first; undefined if there are none. Cancels a running
   * ranking, which knows the commits before, and tells the app to rank again.
   */
  async setHistory(commits: readonly PastCommit[] | undefined): Promise<void> {
    const isLatest = this.#beginHistory();
    const indexed = commits && (await inSlices(commitIndexSteps(commits), isLatest));
    if (!isLatest()) return;
    this.#folder.setCommits(indexed);
    this.#begin();
    const progress = this.#contents.progress();
    // While files are read, there is no ranking yet, and the end of the reading starts one.
    if (progress.state !== 'reading') this.#outbox.send({ kind: 'references', progress });
  }

  async focus({ task, paths, shares, tag }: FocusWanted): Promise<readonly FocusedFile[]> {
    this.#upToDate();
    // Usually known, because the files were ranked before.
    const { terms } = runSteps(this.#shortlistSteps(task));
    const found = await focusFiles(this.#filesAt(paths), { terms, shares, tag }, this.#sources);
    return paths.map((path) => ({ path, levels: found.get(path) ?? shares.map(() => []) }));
  }

  async linksOf(path: RepoPath): Promise<LinksFound> {
    const progress = this.#upToDate();
    if (progress.state === 'reading') return { uses: [], usedBy: [], progress };
    const linked = await this.#folder.linked();
    const [uses, usedBy] = [linked.uses.get(path) ?? [], linked.usedBy.get(path) ?? []];
    const toOthers = uses.map((each) => this.#folder.namesBetween(path, each, linked));
    const toThis = usedBy
      .slice(0, MOST_NAMED)
      .map((each) => ({ path: each, names: this.#folder.namesBetween(each, path, linked) }));
    const [own = [], ...others] = await this.#placesOf([
      { path, names: toOthers.flat(2) },
      ...toThis.map((each) => ({ path: each.path, names: each.names.flat() })),
    ]);
    return {
      uses: uses.map((each, at) => ({ path: each, names: namesIn(own, toOthers[at]) })),
      usedBy: usedBy.map((each, at) => ({ path: each, names: namesIn(others[at] ?? [], toThis[at]?.names) })),
      progress,
    };
  }

  async related({ paths, direction, steps }: RelatedWanted): Promise<RelatedFound> {
    const progress = this.#upToDate();
    if (progress.state === 'reading') return { paths: [], progress };
    const links = (await this.#folder.linked())[direction];
    const seen = new Set(paths);
    let last: readonly RepoPath[] = paths;
    const found: RepoPath[] = [];
    for (let step = 0; step < steps && last.length > 0; step += 1) {
      last = [...new Set(last.flatMap((path) => links.get(path) ?? []))].filter((path) => !seen.has(path));
      last = last.toSorted(compareRepoPaths);
      for (const path of last) seen.add(path);
      found.push(...last);
    }
    return { paths: found, progress };
  }

  /** Waits until all files are read, or the user has stopped the reading. */
  async all(): Promise<FolderLinks> {
    await this.#contents.settled();
    const progress = this.#upToDate();
    const { uses } = await this.#folder.linked();
    const links = Array.from(uses, ([from, to]) => ({ from, to: to.toSorted(compareRepoPaths) }));
    return { links: links.sort((one, other) => compareRepoPaths(one.from, other.from)), progress };
  }

  /** Waits until all files are read, or the user has stopped the reading. */
  async renderMap(request: SymbolMapRequest, shown: boolean): Promise<readonly MapText[]> {
    await this.#contents.settled();
    this.#folder.update();
    return this.#mapping.render(request, shown);
  }

  /** Waits until all files are read, or the user has stopped the reading. */
  async mapTokens(paths: readonly RepoPath[]): Promise<readonly number[]> {
    await this.#contents.settled();
    this.#folder.update();
    return this.#mapping.tokensOf(paths);
  }

  readAhead(): void {
    this.#contents.readAhead();
  }

  stop(): void {
    this.#contents.stop();
  }

  resume(): void {
    this.#contents.resume();
  }

  *#shortlistSteps(task: string): Steps<Shortlist> {
    const table = this.#folder.ranked.table();
    if (this.#shortlist?.task === task && this.#shortlist.list.table === table) return this.#shortlist.list;
    const list = yield* shortlistSteps(table, parseTask(task));
    this.#shortlist = { task, list };
    return list;
  }

  /** Starts reading missing files. Once none is missing, takes over the new data. */
  #upToDate(): ContentProgress {
    this.#contents.want();
    const progress = this.#contents.progress();
    if (progress.state !== 'reading') this.#folder.update();
    return progress;
  }

  #placesOf(wanted: readonly FileNames[]): Promise<readonly (readonly NamePlaces[])[]> {
    return findNames(wanted, { ...this.#sources, files: this.#contents.files() });
  }

  #filesAt(paths: readonly string[]): readonly TextFile[] {
    const wanted: ReadonlySet<string> = new Set(paths);
    return this.#contents.files().filter(({ path }) => wanted.has(path));
  }

  async #storedOf(files: readonly TextFile[]): Promise<readonly (ContentReferences | undefined)[]> {
    this.#stored ??= this.#store.load().then((all) => new Map(all.map((file) => [file.path, file])));
    const known = await this.#stored;
    return files.map(({ path, hash }) => {
      const stored = known.get(path);
      return stored?.hash === hash ? { kind: 'references', ...stored } : undefined;
    });
  }
}

/** The places of names in the first list with any. */
function namesIn(
  places: readonly NamePlaces[],
  lists: readonly (readonly number[])[] = [],
): readonly NamePlaces[] {
  for (const list of lists) {
    const wanted = new Set(list);
    const found = places.filter(({ name }) => wanted.has(hashOf(name)));
    if (found.length > 0) return found;
  }
  return [];
}

function known(content: ContentReferences | undefined): KnownReferences | undefined {
  return content?.kind === 'references' ? content : undefined;
}
