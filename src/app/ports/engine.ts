import type { EngineApi, RunFault } from '../../../workers/engine/contract';
import type { TokenEncoding } from '../../core/tokens/encoding';

export type {
  CacheHits,
  EngineEvent,
  EngineStep,
  FolderSource,
  IgnoreProblem,
  IndexedFile,
  KeptSummary,
  OpenOptions,
  ScannedEntry,
  SnapshotFile,
  Timings,
  WorkDone,
} from '../../../workers/engine/contract';
export type {
  AssembledDocument,
  AssembledUpdate,
  BlockInMessages,
  BlockLines,
  FoundSecret,
  SecretDecision,
  ImageFacts,
  KeptDocument,
  LeavingText,
  MapItem,
  MeasuredText,
  MeasuredViews,
  MessagesWanted,
  SearchResult,
  SummaryOrigin,
  SymbolCount,
  SymbolInfo,
  UpdateWanted,
  ViewMeasure,
  ViewsWanted,
} from '../../../workers/engine/documentContract';
export type {
  Accepted,
  AcceptedEdits,
  EditedFile,
  EditedPatch,
  FileEdits,
  PlacedReply,
  RefusedFile,
  UnplacedEdit,
} from '../../../workers/engine/replyContract';
export type {
  FileSearchEnd,
  FileSearchNews,
  FileSearchProgress,
  FileSearchWanted,
  FilesRanked,
  FileLink,
  FocusedFile,
  FocusWanted,
  FolderLinks,
  FoundFile,
  ContentProgress,
  GitChange,
  GitChangeKind,
  GitCommit,
  GitRepository,
  GitState,
  LinksFound,
  RankedFile,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
  SymbolsFound,
  SymbolsWanted,
  UsedFiles,
} from '../../../workers/engine/searchContract';
export type { DocumentFacts, IssuesFound } from '../../../workers/engine/sourceContract';

/** The engine of one workspace. Disposing it stops its work and rejects pending calls. */
export interface Engine extends Omit<EngineApi, 'prepare'> {
  dispose(): void;
}

/** Why a workspace no longer follows its folder. `stopped`: its engine crashed, and a new workspace gets a new one. */
export type WorkspaceFault = RunFault | { readonly kind: 'stopped'; readonly reason: string };

/** `onDeath` is called once, when the engine can't go on. */
export type EngineFactory = (onDeath: (fault: WorkspaceFault) => void) => Engine;

export interface Engines {
  /** Starts an engine for the next `create` ahead of time. Optional; does nothing if one is ready. */
  prepare(encoding: TokenEncoding): void;
  create: EngineFactory;
}
