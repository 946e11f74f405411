import { proxy, wrap } from 'comlink';
import type { Engine, Engines, IssuesFound, WorkspaceFault } from '../app/ports/engine';
import type { TokenEncoding } from '../core/tokens/encoding';
import type { EngineApi } from '../../workers/engine/contract';

/** Creates engines. One can be prepared before a folder is chosen, so that reading begins at once. */
export function createEngines(): Engines {
  let ready: StartedEngine | undefined;
  return {
    prepare(encoding) {
      if (ready === undefined || ready.ended()) ready = startEngine();
      ready.prepare(encoding);
    },
    create(onDeath) {
      const started = ready === undefined || ready.ended() ? startEngine() : ready;
      ready = undefined;
      return started.engine(onDeath);
    },
  };
}

interface StartedEngine {
  prepare(encoding: TokenEncoding): void;
  ended(): boolean;
  /** `onDeath` is called once, when the engine can't go on. */
  engine(onDeath: (fault: WorkspaceFault) => void): Engine;
}

/**
 * The engine of one workspace, in a dedicated worker. Rejects pending calls when the worker ends, because Comlink would wait
 * forever.
 */
function startEngine(): StartedEngine {
  // Must be one expression for the bundler to find the worker.
  const worker = new Worker(new URL('../../workers/engine/engine.worker.ts', import.meta.url), {
    type: 'module',
  });
  const remote = wrap<EngineApi>(worker);
  let reject: (error: Error) => void = () => undefined;
  const death = new Promise<never>((_, fails) => {
    reject = fails;
  });
  death.catch(() => undefined); // Without pending calls, the rejection would be unhandled.
  let ended = false;
  let tellDeath: (fault: WorkspaceFault) => void = () => undefined;

  function end(reason: string): boolean {
    if (ended) return false;
    ended = true;
    worker.terminate();
    reject(new Error(reason));
    return true;
  }

  function fail(fault: WorkspaceFault & { readonly reason: string }): void {
    if (end(fault.reason)) tellDeath(fault);
  }
  // Only thrown errors have a message; a script that failed to load has none.
  worker.addEventListener('error', (event: Partial<ErrorEvent> & Event) => {
    event.preventDefault();
    if (event.message) fail({ kind: 'stopped', reason: event.message });
    else fail({ kind: 'broken', reason: 'the script of the reading worker did not load' });
  });
  worker.addEventListener('messageerror', () => {
    fail({ kind: 'stopped', reason: 'it sent an unreadable message' });
  });

  function call<T>(begin: () => Promise<T>): Promise<T> {
    return ended ? death : Promise.race([begin(), death]);
  }

  const engine: Engine = {
    addSnapshotFiles: (files) => call(() => remote.addSnapshotFiles(files)),
    open: (source, options, onEvent) => call(() => remote.open(source, options, proxy(onEvent))),
    refresh: () => call(() => remote.refresh()),
    cancel: () => call(() => remote.cancel()),
    setUserPatterns: (patterns) => call(() => remote.setUserPatterns(patterns)),
    setEncoding: (encoding) => call(() => remote.setEncoding(encoding)),
    setSourceEncodings: (chosen) => call(() => remote.setSourceEncodings(chosen)),
    setKeepSummaries: (keep) => call(() => remote.setKeepSummaries(keep)),
    keptSummaries: () => call(() => remote.keptSummaries()),
    keepSummaries: (entries) => call(() => remote.keepSummaries(entries)),
    workDone: () => call(() => remote.workDone()),
    listIgnored: (path) => call(() => remote.listIgnored(path)),
    measureFiles: (paths) => call(() => remote.measureFiles(paths)),
    measureViews: (wanted) => call(() => remote.measureViews(wanted)),
    anchorSlices: (path, wanted) => call(() => remote.anchorSlices(path, wanted)),
    setSection: (section, request) => call(() => remote.setSection(section, request)),
    measureSection: (section, request) => call(() => remote.measureSection(section, request)),
    renderText: (request) => call(() => remote.renderText(request)),
    countTexts: (texts) => call(() => remote.countTexts(texts)),
    readFile: (path) => call(() => remote.readFile(path)),
    readLines: (source, from, to) => call(() => remote.readLines(source, from, to)),
    assemble: (plan) => call(() => remote.assemble(plan)),
    setSecrets: (decisions) => call(() => remote.setSecrets(decisions)),
    findSecrets: (blocks) => call(() => remote.findSecrets(blocks)),
    maskTexts: (texts, isForReport) => call(() => remote.maskTexts(texts, isForReport)),
    assembleUpdate: (wanted, isToKeep) => call(() => remote.assembleUpdate(wanted, isToKeep)),
    splitKept: (blocks, limits) => call(async () => remote.splitKept(blocks, limits)),
    makeMessages: (wanted) => call(async () => remote.makeMessages(wanted)),
    keptBlocks: (hashes) => call(() => remote.keptBlocks(hashes)),
    assembleKept: (blocks) => call(() => remote.assembleKept(blocks)),
    search: (sources, query, limit) => call(() => remote.search(sources, query, limit)),
    filter: (query, limit) => call(() => remote.filter(query, limit)),
    prepareFilter: () => call(() => remote.prepareFilter()),
    rankFiles: (wanted) => call(() => remote.rankFiles(wanted)),
    mapTokens: (paths) => call(() => remote.mapTokens(paths)),
    focusFiles: (wanted) => call(() => remote.focusFiles(wanted)),
    linksOf: (path) => call(() => remote.linksOf(path)),
    relatedFiles: (wanted) => call(() => remote.relatedFiles(wanted)),
    folderLinks: () => call(() => remote.folderLinks()),
    readReferencesAhead: () => call(() => remote.readReferencesAhead()),
    readReferences: (on) => call(() => remote.readReferences(on)),
    findSymbols: (wanted) => call(() => remote.findSymbols(wanted)),
    readSymbols: (on) => call(() => remote.readSymbols(on)),
    searchFiles: (wanted, onNews) => call(() => remote.searchFiles(wanted, proxy(onNews))),
    cancelFileSearch: () => call(() => remote.cancelFileSearch()),
    prepareFileSearch: () => call(() => remote.prepareFileSearch()),
    gitState: () => call(async () => remote.gitState()),
    gitHistoryRead: () => call(() => remote.gitHistoryRead()),
    gitChangedSince: (start) => call(() => remote.gitChangedSince(start)),
    gitCommits: (count) => call(() => remote.gitCommits(count)),
    placeReply: (reply) => call(() => remote.placeReply(reply)),
    placeHunk: (place) => call(async () => remote.placeHunk(place)),
    editedFiles: (accepted) => call(async () => remote.editedFiles(accepted)),
    editedPatch: (accepted) => call(async () => remote.editedPatch(accepted)),
    matchGlob: (glob) => call(() => remote.matchGlob(glob)),
    findIssues: (wanted) => call<IssuesFound>(async () => remote.findIssues(wanted)),
    cancelDocument: (source) => call(() => remote.cancelDocument(source)),
    dispose() {
      end('the workspace is closed');
    },
  };

  return {
    // The first call that needs it reports a failure.
    prepare: (encoding) => void call(() => remote.prepare(encoding)).catch(() => undefined),
    ended: () => ended,
    engine(onDeath) {
      tellDeath = onDeath;
      return engine;
    },
  };
}
