import { answerId } from '../../core/conversation/exchange';
import type { Message } from '../../core/conversation/discussion';
import { MESSAGE_OVERHEAD, REPLY_TOKENS } from '../../core/conversation/messageTokens';
import { keyOfSource, screenshotKey, sectionOfKey, type BlockSource } from '../../core/document/block';
import type { Turn } from '../../core/document/turn';
import { languageOf } from '../../core/files/language';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import type { ResolvedSlice } from '../../core/slices/resolvedSlice';
import type { AgentTier } from '../../core/summaries/agentTier';
import type { TokenText } from '../../core/tokens/tokenText';
import { isFocus } from '../../core/items/focus';
import type { Strategy } from '../../core/items/effectiveView';
import type { FileDetails } from '../fileDetails';
import { describeContent } from '../document/fileNotes';
import type { HandedOver } from '../handover/handover.svelte';
import type { ReportedLayers } from './layersReport';
import type { CacheHits, FoundSecret, ImageFacts, GitRepository, GitState, WorkDone } from '../ports/engine';
import type { MeasuredPart } from '../prompt/systemPrompt.svelte';
import { filesIn, type FileNode, type FolderNode } from '../tree/treeNode';
import type { ReportedReply } from '../replies/replyReport';
import type { Workspace } from '../workspace.svelte';

/** A report on an open workspace for scripts. Tokens are in the chosen encoding. */
export interface Report {
  readonly strategy: Strategy;
  /** Name of the persona chosen last; empty for none. */
  readonly persona: string;
  readonly agentTier?: AgentTier;
  readonly files: readonly ReportedFile[];
  readonly ignored: readonly ReportedIgnored[];
  readonly document: {
    readonly tokens: number;
    readonly bytes: number;
    readonly blocks: readonly {
      readonly id: string;
      readonly path?: RepoPath;
      readonly section: string;
      readonly tokens: number;
      /** SHA-256 of its body. */
      readonly hash: string;
    }[];
    /** SHA-256. */
    readonly hash?: string;
  };
  /** In the user's order. */
  readonly screenshots: readonly ReportedScreenshot[];
  /** Secrets in the last document, or in what they held back. */
  readonly secrets: readonly ReportedSecret[];
  /** The parts of the instructions that are not empty, each with the tokens that it has alone. */
  readonly prompt: readonly MeasuredPart[];
  /** Documents that were copied, downloaded, or saved, newest first. */
  readonly turns: readonly Turn[];
  /** How the turns arranged their documents, oldest first, since scripts asked for it. */
  readonly layers: readonly ReportedLayers[];
  /** The reply that scripts have read; absent without one. */
  readonly reply?: ReportedReply;
  /** Questions of the current discussion with their answers, in order. The open one is last. */
  readonly exchanges: readonly ReportedExchange[];
  /** The current discussion; absent if there is none. */
  readonly discussion?: ReportedDiscussion;
  readonly timings: Readonly<Record<'scan' | 'read' | 'parse' | 'count' | 'render' | 'assemble', number>>;
  /** Cache hits and misses since the folder was opened. */
  readonly cache: CacheHits;
  /** Current places of all slices, in document order. */
  readonly slices: readonly ReportedSlice[];
  /** Warnings to check before pasting the document. */
  readonly warnings: readonly string[];
  /** Imported files and the importer's notes on them. */
  readonly imports: readonly ReportedImport[];
  readonly errors: readonly string[];
  /** Absent without a repository. */
  readonly git?: ReportedGit;
}

/** The state of the folder's repository. `status` has the lines of `git status --porcelain`. */
export type ReportedGit =
  | { readonly reason: string }
  | Pick<GitRepository, 'branch' | 'head' | 'base' | 'underWay' | 'status' | 'problems'>;

/** An image in the document. `tokens` is an estimate for the model, absent if that publishes no formula. */
export interface ReportedScreenshot extends Partial<ImageFacts> {
  readonly id: string;
  readonly tokens?: number;
  /** Why it can't be shown, as the end of a sentence. */
  readonly reason?: string;
}

/** A secret without its value. */
export interface ReportedSecret extends Pick<FoundSecret, 'decision' | 'kind' | 'path' | 'severity'> {
  /** The id of its block. */
  readonly id: string;
  /** 1-based, in the file, or else in the block. */
  readonly line: number;
}

export interface ReportedDiscussion {
  readonly title: string;
  /** Whether it is part of the document. */
  readonly included: boolean;
  readonly messages: readonly Pick<Message, 'id' | 'role' | 'content' | 'time'>[];
  /** The summary that the document has instead of the oldest messages; absent if it has them all. */
  readonly checkpoint?: ReportedCheckpoint;
  /** Tokens as a chat counts them; absent if the engine has stopped. */
  readonly tokens?: ReportedChatTokens;
}

export interface ReportedCheckpoint {
  readonly summary: string;
  /** Ids of messages. */
  readonly covers: readonly string[];
  /** Whether one of them was edited since. */
  readonly stale: boolean;
}

/** Tokens of the messages in the document, as if each was a message of a chat, by the rules that count them. */
export interface ReportedChatTokens {
  /** Contents, roles, and names, with 1 more for each name. */
  readonly texts: number;
  /** 3 for each message. */
  readonly messages: number;
  /** For the start of the reply. */
  readonly reply: number;
  readonly total: number;
  /** For the chosen model; not exact if its tokenizer is not public, and multiplied by the factor then. */
  readonly model: {
    readonly id: string;
    readonly tokens: number;
    readonly exact: boolean;
    readonly factor: number;
  };
}

export interface ReportedExchange {
  readonly state: 'committed' | 'open';
  readonly prompts: readonly string[];
  readonly answer: string;
  /** Id of the turn that carried the prompts, of an open exchange. */
  readonly turn?: string;
}

export interface ReportedSlice extends ResolvedSlice {
  readonly path: RepoPath;
}

export interface ReportedImport {
  readonly file: string;
  readonly imported: readonly string[];
  readonly ignored: readonly string[];
  readonly refused: readonly string[];
}

export interface ReportedFile extends Partial<FileDetails> {
  readonly path: RepoPath;
  readonly size: number;
  readonly tokens: number;
  readonly lines: number;
  readonly language: string;
  /** The encoding used to read its text. */
  readonly encoding?: SourceEncoding;
  readonly ticked: boolean;
  readonly focus: boolean;
  readonly pinned: boolean;
  /** Whether it is part of the document. */
  readonly included: boolean;
  /** ISO time of the last turn that carried it. */
  readonly injectedAt?: string;
  readonly state: string;
  readonly reason?: string;
}

interface ReportedIgnored {
  readonly path: RepoPath;
  readonly rule: string;
  /** The ignore file, or `built-in`, `user`, `sensitive` for rules outside files. */
  readonly file: string;
  readonly line?: number;
}

interface ReportParts extends Pick<Report, 'errors'> {
  readonly work: WorkDone;
  /** The last exported document; if there is none, the report's document is empty. */
  readonly last: HandedOver | undefined;
  /** Secrets that the user has to decide about before anything is exported. */
  readonly held?: readonly FoundSecret[];
  readonly details?: ReadonlyMap<RepoPath, FileDetails>;
  readonly slices?: readonly ReportedSlice[];
  readonly prompt?: readonly MeasuredPart[];
  readonly imports?: readonly ReportedImport[];
  readonly absent?: readonly string[];
  readonly messageTokens?: ReadonlyMap<Message, number> | undefined;
  readonly layers?: readonly ReportedLayers[];
  readonly reply?: ReportedReply | undefined;
}

/** In a file that is missing or has no text, all slices are lost. */
export async function slicesOf({ composition, slices }: Workspace): Promise<readonly ReportedSlice[]> {
  const paths = composition.markedItems
    .filter(({ customSlices }) => customSlices.length > 0)
    .map(({ path }) => path)
    .sort(compareRepoPaths);
  const places = await slices.placesOf(paths);
  return paths.flatMap((path) =>
    slices.of(path).map(({ startLine, endLine }, at) => ({
      path,
      ...(places.get(path)?.[at] ?? { startLine, endLine, state: 'lost' as const }),
    })),
  );
}

export function reportOf(
  workspace: Workspace,
  {
    last,
    held = [],
    work,
    errors,
    details = new Map(),
    slices = [],
    prompt = [],
    imports = [],
    absent = [],
    messageTokens,
    layers = [],
    reply,
  }: ReportParts,
): Report {
  const all = filesIn(workspace.tree.root);
  const { scan = 0, read = 0, count = 0 } = workspace.run.timings ?? {};
  const { items, options } = workspace.composition;
  const { strategy, persona, agentTier } = options;
  return {
    ...{ strategy, persona, ...(agentTier && { agentTier }) },
    files: all
      .filter((file) => file.leftOut === undefined || file.ticked)
      .map((file) => ({ ...reportFile(file, items.get(file.path)?.injectedAt), ...details.get(file.path) })),
    ignored: leftOutOf(workspace.tree.root),
    document: {
      tokens: last?.tokens ?? 0,
      bytes: last?.bytes ?? 0,
      blocks: last?.blocks.map(({ source, tokens, hash }) => ({ ...identityOf(source), tokens, hash })) ?? [],
      ...(last && { hash: last.hash }),
    },
    screenshots: workspace.screenshots.list.map(({ source, image, tokens }) => ({
      id: screenshotKey(source),
      ...(typeof image === 'string' ? { reason: image } : image),
      ...(tokens !== undefined && { tokens }),
    })),
    secrets: (held.length > 0 ? held : (last?.secrets ?? [])).map(
      ({ key, kind, severity, path, line, fileLine = line, decision }) => ({
        ...{ id: key, kind, severity, ...(path !== undefined && { path }) },
        ...{ line: fileLine, decision },
      }),
    ),
    turns: workspace.conversation.turns.list ?? [],
    layers,
    ...(reply && { reply }),
    exchanges: exchangesOf(workspace),
    timings: {
      ...{ scan, read, count, parse: work.times.parse },
      ...{ render: last?.timings.render ?? 0, assemble: last?.timings.assemble ?? 0 },
    },
    prompt,
    ...discussionOf(workspace, messageTokens),
    cache: work.hits,
    slices,
    warnings: [
      ...absent,
      ...ignoredOf(workspace),
      ...workspace.notes.map(({ path, text }) => `${path}: ${text}`),
    ],
    imports,
    errors,
    ...gitOf(workspace.git.state),
  };
}

function gitOf(state: GitState): Pick<Report, 'git'> {
  if (state.kind === 'none') return {};
  if (state.kind === 'unreadable') return { git: { reason: state.reason } };
  const { branch, head, base, underWay, status, problems } = state;
  return { git: { branch, head, base, underWay, status, problems } };
}

function discussionOf(
  { conversation, composition, tokens }: Workspace,
  messageTokens: ReportParts['messageTokens'],
): Pick<Report, 'discussion'> {
  const { current } = conversation.discussions;
  if (current === undefined) return {};
  const { checkpoint } = current.loaded;
  return {
    discussion: {
      title: current.title,
      included: composition.options.withDiscussion,
      messages: current.messages.map(({ id, role, content, time }) => ({ id, role, content, time })),
      ...(checkpoint && {
        checkpoint: {
          ...{ summary: checkpoint.summary, covers: checkpoint.covers },
          stale: current.isStale(checkpoint),
        },
      }),
      ...(messageTokens && { tokens: chatTokensOf(messageTokens, tokens) }),
    },
  };
}

function chatTokensOf(counted: ReadonlyMap<Message, number>, text: TokenText): ReportedChatTokens {
  const all = [...counted.values()].reduce((sum, tokens) => sum + tokens, 0);
  const messages = MESSAGE_OVERHEAD * counted.size;
  const total = all + REPLY_TOKENS;
  const { model } = text;
  const { tokens, exact } = text.estimate(total);
  return {
    ...{ texts: all - messages, messages, reply: REPLY_TOKENS, total },
    model: { id: model.id, tokens, exact, factor: model.factor },
  };
}

function exchangesOf({ conversation }: Workspace): readonly ReportedExchange[] {
  const { current } = conversation.discussions;
  if (current === undefined) return [];
  const { messages, exchange } = current.now;
  const answers = new Map(messages.map(({ id, content }) => [id, content]));
  const committed = messages.flatMap(({ id, content }): readonly ReportedExchange[] => {
    const answer = answers.get(answerId(id));
    return answer === undefined ? [] : [{ state: 'committed', prompts: [content], answer }];
  });
  if (exchange === undefined) return committed;
  const { prompts, answer, turn } = exchange;
  return [...committed, { state: 'open', prompts, answer, turn }];
}

/** Summaries that can't be used. */
function ignoredOf({ conversation }: Workspace): readonly string[] {
  return (conversation.discussions.current?.loaded.ignored ?? []).map(
    ({ covers }) => `the summary of ${covers.length} messages is not used: some of them are missing`,
  );
}

function reportFile(file: FileNode, injectedAt: string | undefined): ReportedFile {
  const { path, ticked, item, content } = file;
  const reason = content === undefined ? '' : describeContent(content);
  return {
    path,
    size: file.size ?? 0,
    tokens: content?.kind === 'text' || content?.kind === 'unread' ? content.tokens : 0,
    lines: content?.kind === 'text' ? content.lines : 0,
    language: languageOf(path).id,
    ...(content?.kind === 'text' && { encoding: content.encoding }),
    ticked,
    focus: item !== undefined && isFocus(item),
    pinned: item?.pinned === true,
    included: item?.autoAggregate === true,
    ...(injectedAt !== undefined && { injectedAt }),
    state: file.missing ? 'missing' : (content?.kind ?? 'pending'),
    ...(reason !== '' && { reason }),
  };
}

/** Left-out files and folders. A left-out folder is one entry. */
function leftOutOf(root: FolderNode): readonly ReportedIgnored[] {
  const found: ReportedIgnored[] = [];
  const open: FolderNode[] = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const child of folder.children.values()) {
      if (child.kind === 'file' && child.ticked) continue; // Ticked files are reported under `files`.
      if (child.leftOut !== undefined) {
        const { leftOut, path } = child;
        const inFile = leftOut.source === 'file' ? leftOut.file : leftOut.source;
        found.push({
          path,
          rule: leftOut.rule,
          file: inFile,
          ...('line' in leftOut && { line: leftOut.line }),
        });
      } else if (child.kind === 'folder') open.push(child);
    }
  }
  return found;
}

function identityOf(source: BlockSource): { id: string; section: string; path?: RepoPath } {
  const id = keyOfSource(source);
  if (source.kind === 'text') return { id, section: sectionOfKey(id) ?? id };
  return { id: `file:${source.path}`, section: 'files', path: source.path };
}
