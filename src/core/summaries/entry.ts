/** The stored form of a summary. */
import * as v from 'valibot';
import type { ContentHash } from '../files/fileContent';
import type { RepoPath } from '../files/repoPath';
import { AGENT_TIERS, type AgentTier } from './agentTier';
import { FACTS_VERSION } from '../facts/fileFacts';

/**
 * Raise the first number whenever the rules would summarize some text differently. FACTS_VERSION covers changes to
 * facts.
 */
const RULES_VERSION = `11/${FACTS_VERSION}`;
/** Raise it when the prompt for models changes. */
const MODEL_VERSION = '1';

/** How a summary was written: by the app's rules, or by a model in one of three ways. */
export const SUMMARY_KINDS = ['heuristic', 'clipboard', 'endpoint', 'browser'] as const;
export type SummaryKind = (typeof SUMMARY_KINDS)[number];
export type ModelSummaryKind = Exclude<SummaryKind, 'heuristic'>;

/** Writing summaries is a job for a worker agent. */
export const MODEL_TIER: AgentTier = 3;

/** Keys are in snake case, as in every file that leaves the app. */
export interface SummaryEntry {
  readonly file_path: RepoPath;
  /** SHA-256 of the content that was summarized. */
  readonly file_hash: ContentHash;
  /** Ends with a line feed. */
  readonly summary: string;
  readonly outline: string;
  /** ISO 8601, UTC. */
  readonly generated_at: string;
  /** Null if no agent wrote it. */
  readonly generator_tier: AgentTier | null;
  readonly version: string;
  readonly kind: SummaryKind;
}

const entrySchema = v.object({
  file_path: v.string(),
  file_hash: v.string(),
  summary: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000_000)),
  outline: v.string(),
  generated_at: v.pipe(v.string(), v.isoTimestamp()),
  generator_tier: v.nullable(v.picklist(AGENT_TIERS)),
  version: v.string(),
  kind: v.picklist(SUMMARY_KINDS),
});

/** Each file has up to one summary by rules and one by a model. */
export const SUMMARY_WRITERS = ['rules', 'model'] as const;
export type SummaryWriter = (typeof SUMMARY_WRITERS)[number];

/** Whether the app's rules or a model wrote summaries of this kind. */
export function writerOf(kind: SummaryKind): SummaryWriter {
  return kind === 'heuristic' ? 'rules' : 'model';
}

/** The current version of summaries by this writer; stored summaries of another version are stale. */
export function summaryVersion(writer: SummaryWriter): string {
  return writer === 'rules' ? RULES_VERSION : MODEL_VERSION;
}

/**
 * Identifies a summary by a model within view requests: `endpoint 2026-01-31T12:00:00.000Z`. Empty for a summary by
 * rules.
 */
export function writtenOf({ kind, generated_at }: Pick<SummaryEntry, 'kind' | 'generated_at'>): string {
  return kind === 'heuristic' ? '' : `${kind} ${generated_at}`;
}

/** The kind of a summary identified by `writtenOf`. */
export function kindOf(written: string): SummaryKind {
  return SUMMARY_KINDS.find((kind) => written.startsWith(`${kind} `)) ?? 'heuristic';
}

/** Serializes an entry. JSON, because browsers clone strings fastest. */
export function writeSummaryEntry(entry: SummaryEntry): string {
  return JSON.stringify(entry);
}

/** Parses a stored entry; undefined if it is damaged or belongs to another file, content or version. */
export function readSummaryEntry(
  stored: unknown,
  wanted: Pick<SummaryEntry, 'file_path' | 'file_hash' | 'version'>,
): SummaryEntry | undefined {
  if (typeof stored !== 'string') return undefined;
  const parsed = v.safeParse(entrySchema, parseJson(stored));
  if (!parsed.success) return undefined;
  const { file_path, file_hash, version } = parsed.output;
  const isWanted =
    file_path === wanted.file_path && file_hash === wanted.file_hash && version === wanted.version;
  return isWanted ? { ...parsed.output, ...wanted } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
