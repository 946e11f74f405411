/** The engine API for the app: one folder, opened once. Earlier calls wait for it to be opened. */
import { printReferences } from '../../src/core/attachments/writtenData';
import { renderFileTree } from '../../src/core/compose/fileTree';
import { renderDiscussion } from '../../src/core/conversation/renderDiscussion';
import { renderTextSection } from '../../src/core/compose/textSection';
import { renderUrl } from '../../src/core/urls/renderUrl';
import { historyKey, sectionKey, urlKey } from '../../src/core/document/block';
import type {
  BodyRequest,
  DiscussionRequest,
  DocumentsRequest,
  ScreenshotsRequest,
  SymbolMapRequest,
  UrlsRequest,
} from '../../src/core/document/bodyRequest';
import type { SectionId } from '../../src/core/document/sections/registry';
import { parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { anchorSlices } from './documents/anchoring';
import { readBlockLines, searchBlocks } from './documents/blockTexts';
import type { BlockStore } from '../caches/blockStore';
import type { SummaryStore } from '../caches/summaryStore';
import type { ComputePool } from './computePool';
import type { EngineApi, FolderSource, SnapshotFile } from './contract';
import { lookUpFile, readFile } from './reading/fileReading';
import { figuresOf } from './documents/fileFigures';
import { createFinding, type Finding } from './documents/finding';
import type { RenderedText } from './documents/keptTexts';
import { withPrinted } from './documents/printedBlocks';
import { renderPrompt } from './documents/promptTexts';
import { readerOfArchive } from './folders/archiveFolder';
import type { FolderReader } from './folders/folderReader';
import { readerOfHandle } from './folders/handleFolder';
import { asListedPath, foldersAbove } from './folders/listedPath';
import { readerOfTexts } from './folders/memoryFolder';
import { readerOfSnapshot } from './folders/snapshotFolder';
import { TIME_LIMITS, withTimeLimits, type TimeLimits } from './folders/timeLimits';
import type { DocumentConverter } from './sources/documentConverter';
import { createOutbox, type Outbox } from './outbox';
import type { Room } from '../caches/room';
import { Session } from './session';
import type { Shelves } from './storing/counted';
import { watchFolder, type FolderChanges } from './reading/watching';

export interface EngineOptions {
  createPool(): ComputePool;
  /** Creates the pool for searches in files, whose workers may be ended at any time. Defaults to `createPool`. */
  createSearchPool?(): ComputePool;
  shelvesOf(workspaceId: string, encoding: TokenEncoding): Shelves;
  readonly summaryStore: SummaryStore;
  /** Converts documents, one at a time. */
  readonly converter: DocumentConverter;
  /** Keeps the bodies of assembled blocks. */
  readonly blockStore: BlockStore;
  readonly room?: Room;
  /** Replaces the folder reader, to inject faults. */
  readerOf?(source: FolderSource): FolderReader;
  readonly timeLimits?: TimeLimits;
}

interface Opened {
  readonly session: Session;
  readonly finding: Finding;
}

export function createEngineApi({
  createPool,
  createSearchPool = createPool,
  converter,
  shelvesOf,
  summaryStore,
  blockStore,
  room,
  readerOf,
  timeLimits = TIME_LIMITS,
}: EngineOptions): EngineApi {
  const snapshot: SnapshotFile[] = [];
  let openWith: (opened: Opened) => void = () => undefined;
  const opened = new Promise<Opened>((resolve) => {
    openWith = resolve;
  });
  let pool: ComputePool | undefined;
  let isOpen = false;
  let endSearch = new AbortController();

  async function whenOpen<T>(task: (session: Session, finding: Finding) => Promise<T> | T): Promise<T> {
    const { session, finding } = await opened;
    return task(session, finding);
  }

  function whenTyping<T>(answer: (session: Session, finding: Finding) => Promise<T> | T): Promise<T> {
    return whenOpen((session, finding) =>
      session.userWork.duringTyping(async () => answer(session, finding)),
    );
  }

  function defaultReader(source: FolderSource): FolderReader {
    switch (source.kind) {
      case 'handle':
        return readerOfHandle(source.handle);
      case 'snapshot':
        return readerOfSnapshot(source.name, snapshot);
      case 'archive':
        return readerOfArchive(source.file);
      case 'memory':
        return readerOfTexts(source.files);
    }
  }

  function thePool(): ComputePool {
    pool ??= createPool();
    return pool;
  }

  return {
    prepare(encoding) {
      thePool().prepare(encoding);
      return Promise.resolve();
    },

    addSnapshotFiles(files) {
      snapshot.push(...files);
      return Promise.resolve();
    },

    async open(source, options, onEvent) {
      if (isOpen) throw new Error('an engine opens one folder');
      isOpen = true;
      const outbox = createOutbox(async (event) => {
        // Across threads, the listener has taken the event only when its promise resolves.
        await onEvent(event);
      });
      thePool().onRecycled((reason) => outbox.send({ kind: 'worker-replaced', reason }));
      room?.listen((isStored) => outbox.send({ kind: 'storage-full', isStored }));
      const session = new Session({
        ...options,
        reader: withTimeLimits((readerOf ?? defaultReader)(source), timeLimits),
        pool: thePool(),
        readsGit: source.kind !== 'archive',
        ...{ createSearchPool, converter, outbox },
        ...{ summaryStore, blockStore },
        shelvesOf: (encoding) => (source.kind === 'memory' ? {} : shelvesOf(options.workspaceId, encoding)),
      });
      openWith({ session, finding: createFinding(session.index) });
      await session.runs.refresh();
      if (source.kind === 'handle') void watch(source.handle, session, outbox);
    },

    refresh: () => whenOpen((session) => session.runs.refresh()),
    cancel: () => whenOpen((session) => session.cancel()),
    setUserPatterns: (patterns) => whenOpen((session) => session.runs.setUserPatterns(patterns)),
    setEncoding: (encoding) => whenOpen((session) => session.setEncoding(encoding)),
    setSourceEncodings: (chosen) => whenOpen((session) => session.setSourceEncodings(chosen)),
    setKeepSummaries: (keep) => whenOpen((session) => session.summarizing.setKeeping(keep)),
    keptSummaries: () => whenOpen((session) => session.summarizing.list()),
    keepSummaries: (entries) => whenOpen((session) => session.summarizing.put(entries)),
    workDone: () => whenOpen((session) => session.workDone()),
    listIgnored: (path) => whenOpen((session) => session.listIgnored(path)),
    measureFiles: (paths) => whenOpen((session) => session.measure(paths)),

    measureViews: (wanted) => whenOpen((session) => session.measureViews(wanted)),
    anchorSlices: (path, wanted) => whenOpen((session) => anchorSlices(path, wanted, session.blockTexts())),
    setSection: (section, request) =>
      whenOpen(async (session) => {
        const texts =
          request === undefined
            ? []
            : await textsOf(section, request, { session, blockStore, isShown: true });
        return session.texts.set(section, texts, session.encoding);
      }),
    measureSection: (section, request) =>
      whenOpen(async (session) => {
        const texts = await textsOf(section, request, { session, blockStore, isShown: false });
        return session.texts.measureTexts(section, texts, session.encoding);
      }),
    renderText: (request) => whenOpen((session) => renderPrompt(request, session)),
    countTexts: (texts) => whenOpen((session) => session.countTexts(texts)),

    readFile: (path) => whenOpen((session) => readWhole(session.blockTexts().reader, path)),
    readLines: (source, from, to) =>
      whenOpen((session) => readBlockLines(source, from, to, session.blockTexts())),
    assemble: (plan) => whenOpen((session) => session.assemble(plan)),
    setSecrets: (decisions) =>
      whenOpen((session) => {
        session.documents.decideSecrets(decisions);
      }),
    findSecrets: (blocks) => whenOpen((session) => session.findSecrets(blocks)),
    maskTexts: (texts, isForReport) => whenOpen((session) => session.documents.maskTexts(texts, isForReport)),
    assembleUpdate: (wanted, isToKeep) =>
      whenOpen((session) => session.documents.assembleUpdate(wanted, isToKeep)),
    splitKept: (blocks, limits) => whenOpen((session) => session.documents.splitKept(blocks, limits)),
    makeMessages: (wanted) => whenOpen((session) => session.documents.makeMessages(wanted)),
    keptBlocks: (hashes) => blockStore.has(hashes),
    assembleKept: (blocks) => whenOpen((session) => session.documents.assembleKept(blocks)),

    async search(sources, query, limit) {
      endSearch.abort();
      endSearch = new AbortController();
      const { signal } = endSearch;
      try {
        return await whenOpen((session) => searchBlocks(sources, query, limit, signal, session.blockTexts()));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },

    filter: (query, limit) => whenTyping((_, finding) => finding.filter(query, limit)),
    prepareFilter: () =>
      whenTyping((_, finding) => {
        finding.prepare();
      }),
    rankFiles: (wanted) =>
      whenOpen((session) => session.userWork.during(() => session.references.rank(wanted))),
    focusFiles: (wanted) => whenOpen((session) => session.references.focus(wanted)),
    mapTokens: (paths) => whenOpen((session) => session.references.mapTokens(paths)),
    linksOf: (path) => whenOpen((session) => session.references.linksOf(path)),
    relatedFiles: (wanted) => whenOpen((session) => session.references.related(wanted)),
    folderLinks: () => whenOpen((session) => session.references.all()),
    readReferencesAhead: () =>
      whenOpen((session) => {
        session.references.readAhead();
      }),
    readReferences: (on) =>
      whenOpen((session) => {
        if (on) session.references.resume();
        else session.references.stop();
      }),
    findSymbols: (wanted) => whenTyping((session) => session.symbols.find(wanted)),
    readSymbols: (on) =>
      whenOpen((session) => {
        if (on) session.symbols.resume();
        else session.symbols.stop();
      }),
    searchFiles: (wanted, onNews) =>
      whenOpen((session) => session.userWork.during(() => session.search.find(wanted, onNews))),
    cancelFileSearch: () => whenOpen((session) => session.search.cancel()),
    prepareFileSearch: () => whenOpen((session) => session.search.prepare()),
    gitState: () => whenOpen((session) => session.gitState()),
    gitHistoryRead: () => whenOpen((session) => session.historyRead()),
    gitChangedSince: (start) => whenOpen(async (session) => (await session.git()).changedSince(start)),
    gitCommits: (count) => whenOpen(async (session) => (await session.git()).commits(count)),
    findIssues: (wanted) => whenOpen((session) => session.issues.find(wanted)),
    cancelDocument: (source) =>
      whenOpen((session) => {
        session.documentFiles.cancel(source);
      }),
    placeReply: (reply) => whenOpen(async (session) => (await session.replies()).place(reply)),
    placeHunk: (place) => whenOpen(async (session) => (await session.replies()).placeAt(place)),
    editedFiles: (accepted) => whenOpen(async (session) => (await session.replies()).edited(accepted)),
    editedPatch: (accepted) => whenOpen(async (session) => (await session.replies()).patch(accepted)),
    matchGlob: (glob) =>
      whenOpen(async (session, finding) => {
        const ids = finding.matchGlob(glob);
        return ids.length > 0 || !(await listByName(glob, session)) ? ids : finding.matchGlob(glob);
      }),
  };
}

async function readWhole(reader: FolderReader, path: string): Promise<Blob | undefined> {
  const listed = asListedPath(path);
  const read = listed && (await readFile(reader, listed));
  if (read === undefined || read.kind === 'missing') return undefined;
  if (read.kind === 'failed') throw new Error(read.reason);
  return new Blob([read.bytes]);
}

interface Rendering {
  readonly session: Session;
  readonly blockStore: BlockStore;
  /** Whether the texts are part of the document, not of a hypothetical one. */
  readonly isShown: boolean;
}

/** The blocks of a section. */
async function textsOf(
  section: SectionId,
  request: BodyRequest,
  rendering: Rendering,
): Promise<readonly RenderedText[]> {
  if (request.kind === 'discussion') return excerptsOf(request);
  if (request.kind === 'documents') return rendering.session.documentFiles.render(request);
  if (request.kind === 'symbolMap') return mapTextsOf(request, rendering);
  if (request.kind === 'urls')
    return request.pages.map((page) => ({ key: urlKey(page.url), title: page.url, body: renderUrl(page) }));
  if (request.kind === 'screenshots') return rendering.session.screenshots.render(request);
  const body = await bodyOf(request, rendering.session);
  return body === '' ? [] : [{ key: sectionKey(section), body }];
}

async function excerptsOf({ messages, attached }: DiscussionRequest): Promise<readonly RenderedText[]> {
  const printed = await printReferences(
    messages.map(({ content }) => content),
    attached,
  );
  const excerpts = renderDiscussion(
    messages.map(({ id, role }, at) => ({ id, role, content: printed[at] ?? '' })),
  );
  return excerpts.map(({ id, title, body }) => ({ key: historyKey(id), title, body }));
}

async function mapTextsOf(
  request: SymbolMapRequest,
  { session, blockStore, isShown }: Rendering,
): Promise<readonly RenderedText[]> {
  const texts = await session.references.renderMap(request, isShown);
  return request.printed === undefined ? texts : withPrinted(texts, request.printed, blockStore);
}

/** Empty if the section leaves no trace. */
async function bodyOf(
  request: Exclude<
    BodyRequest,
    DiscussionRequest | DocumentsRequest | ScreenshotsRequest | SymbolMapRequest | UrlsRequest
  >,
  session: Session,
): Promise<string> {
  if (request.kind === 'beads') return session.issues.render(request.heading);
  if (request.kind === 'prompt') return renderPrompt(request, session);
  if (request.kind === 'gitChanges') return (await session.git()).renderChanges(request);
  if (request.kind === 'gitLog') return (await session.git()).renderLog(request);
  if (request.kind === 'markdown')
    return renderTextSection(request.heading, await printReferences(request.texts, request.attached ?? []));
  const except = new Set(request.except);
  const shown = (path: RepoPath): boolean => !except.has(path);
  const selected = request.paths.filter(shown);
  const figures = await figuresOf(request.figures ? selected : [], session);
  const paths = request.scope === 'selected' ? selected : listedFiles(session).filter(shown);
  return renderFileTree(request.heading, paths, figures);
}

function listedFiles({ index }: Session): readonly RepoPath[] {
  const paths: RepoPath[] = [];
  for (const { path, kind, leftOut } of index.entries.values()) {
    if (kind === 'file' && leftOut === undefined) paths.push(path);
  }
  return paths;
}

/** Milliseconds. Lets the first requests after opening go before a second walk. */
const CATCH_UP_AFTER = 2_000;

/** Doesn't wait, because browsers take seconds to start watching. Then checks once for changes in the meantime. */
async function watch(handle: FileSystemDirectoryHandle, session: Session, outbox: Outbox): Promise<void> {
  const follow = (changes: FolderChanges): void => {
    if (changes.kind === 'some' && changes.files.size === 0) outbox.send({ kind: 'git' });
    else void session.runs.follow(changes);
  };
  if (!(await watchFolder(handle, (path) => session.concerns(path), follow))) return;
  await new Promise((resolve) => setTimeout(resolve, CATCH_UP_AFTER));
  await session.userWork.ended();
  await session.runs.catchUp();
  outbox.send({ kind: 'watched' });
}

/** If a glob spells out a file in a left-out folder, lists the folders on its path. */
async function listByName(glob: string, session: Session): Promise<boolean> {
  const parsed = parseRepoPath(glob.trim());
  if (parsed.kind === 'refused' || session.listing.leftOutAbove(parsed.path) === undefined) return false;
  const { reader } = session.blockTexts();
  if ((await lookUpFile(reader, parsed.path)).kind !== 'found') return false;
  for (const folder of foldersAbove(parsed.path)) {
    if (session.listing.leftOutAbove(folder) !== undefined) await session.listIgnored(folder);
  }
  return true;
}
