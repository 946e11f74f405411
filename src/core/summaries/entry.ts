/** What is kept of a summary between visits. */
import * as v from 'valibot';
import type { ContentHash } from '../files/fileContent';
import type { RepoPath } from '../files/repoPath';
import { AGENT_TIERS, type AgentTier } from '../items/agentTier';
import { FACTS_VERSION } from '../facts/fileFacts';

/** Goes up whenever the rules would write another summary of the same text; a change of facts counts by itself. */
const RULES_VERSION = `8/${FACTS_VERSION}`;
/** Goes up when a model is asked for something else. */
const MODEL_VERSION = '1';

/** Where entries are kept, whoever looks for them. */
export const SUMMARY_DATABASE = { name: 'strata-summaries', store: 'entries' } as const;

/** Who has written a summary: the rules of this app, or a model by one of three ways. */
export const SUMMARY_KINDS = ['heuristic', 'clipboard', 'endpoint', 'browser'] as const;
export type SummaryKind = (typeof SUMMARY_KINDS)[number];
export type ModelSummaryKind = Exclude<SummaryKind, 'heuristic'>;

/** To write summaries is a worker's task. */
export const MODEL_TIER: AgentTier = 3;

/** The names are those of every file that leaves the app. */
export interface SummaryEntry {
  readonly file_path: RepoPath;
  /** SHA-256 of the content that was summarized. */
  readonly file_hash: ContentHash;
  /** Ends with a line feed. */
  readonly summary: string;
  readonly outline: string;
  /** ISO 8601, UTC. */
  readonly generated_at: string;
  /** Null where no agent has written it. */
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

/** A file has one summary by rules and one by a model. */
export const SUMMARY_WRITERS = ['rules', 'model'] as const;
export type SummaryWriter = (typeof SUMMARY_WRITERS)[number];

export function writerOf(kind: SummaryKind): SummaryWriter {
  return kind === 'heuristic' ? 'rules' : 'model';
}

export function summaryVersion(writer: SummaryWriter): string {
  return writer === 'rules' ? RULES_VERSION : MODEL_VERSION;
}

/** Which of all summaries by models it is, as a view names it: `endpoint 2026-01-31T12:00:00.000Z`. Empty for one by rules. */
export function writtenOf({ kind, generated_at }: Pick<SummaryEntry, 'kind' | 'generated_at'>): string {
  return kind === 'heuristic' ? '' : `${kind} ${generated_at}`;
}

export function kindOf(written: string): SummaryKind {
  return SUMMARY_KINDS.find((kind) => written.startsWith(`${kind} `)) ?? 'heuristic';
}

/** An entry as it is stored: JSON, which a browser clones fastest. */
export function writeSummaryEntry(entry: SummaryEntry): string {
  return JSON.stringify(entry);
}

/** Undefined for what is not an entry, is damaged, or is of another file, content or version than asked for. */
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
