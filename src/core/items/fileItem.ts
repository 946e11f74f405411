import * as v from 'valibot';
import { MASK_LEVELS, type MaskEntry } from '../views/mask';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { SOURCE_ENCODINGS, type SourceEncoding } from '../files/sourceEncoding';
import { isSafeKey } from '../outside/plainTree';
import {
  given,
  sliceData,
  sliceFromData,
  sliceToData,
  unknownKeys,
  type CustomSlice,
} from '../slices/customSlice';
import { VIEW_MODES, type ViewMode } from '../views/registry';
import { AGENT_TIERS, type AgentTier } from '../summaries/agentTier';

export { VIEW_MODES, type ViewMode };

/** A file in the composition, with its view settings. */
export interface FileItem {
  readonly path: RepoPath;
  /** False: the item stays in the list but out of the document. */
  readonly autoAggregate: boolean;
  readonly forceFull: boolean;
  readonly viewMode: ViewMode;
  readonly selected: boolean;
  readonly astSignatures: boolean;
  readonly astDefinitions: boolean;
  /** In stored order. */
  readonly astMask: readonly MaskEntry[];
  readonly customSlices: readonly CustomSlice[];
  /** ISO time of the last export that contained the file. */
  readonly injectedAt: string | undefined;
  /** The agent that the file is for; a worker's files are its focus files. Called `tier` in files. */
  readonly agentTier: AgentTier | undefined;
  /** True if the user chose the mode against a setting for all files, so that the mode wins. */
  readonly pinned: boolean;
  /** The encoding chosen by the user; undefined to detect it from the bytes. */
  readonly encoding: SourceEncoding | undefined;
  readonly unknown: UnknownKeys;
}

type UnknownKeys = Readonly<Record<string, unknown>>;

export type ParsedItem =
  { readonly kind: 'item'; readonly item: FileItem } | { readonly kind: 'refused'; readonly reason: string };

/** Shared, because there may be 100,000 items. */
const NONE: readonly never[] = [];
const NO_KEYS: UnknownKeys = {};

export function defaultItem(path: RepoPath): FileItem {
  return {
    path,
    autoAggregate: true,
    forceFull: false,
    viewMode: 'full',
    selected: false,
    astSignatures: false,
    astDefinitions: false,
    astMask: NONE,
    customSlices: NONE,
    injectedAt: undefined,
    agentTier: undefined,
    pinned: false,
    encoding: undefined,
    unknown: NO_KEYS,
  };
}

/** Whether all properties but the path have their default values. */
export function isDefaultItem(item: FileItem): boolean {
  return (
    SCALAR_KEYS.every((key) => item[key] === PLAIN_ITEM[key]) &&
    item.astMask.length === 0 &&
    item.customSlices.length === 0 &&
    Object.keys(item.unknown).length === 0
  );
}

/** Whether it is a default item, apart from the time of the last export. */
export function isPlainItem(item: FileItem): boolean {
  return isDefaultItem(item.injectedAt === undefined ? item : { ...item, injectedAt: undefined });
}

/** Whether two items are equal. Fast for the common cases: default items, and items that differ in a simple value. */
export function isSameItem(one: FileItem, other: FileItem): boolean {
  if (one === other) return true;
  if (!SCALAR_KEYS.every((key) => one[key] === other[key]) || one.path !== other.path) return false;
  if (isDefaultItem(one) && isDefaultItem(other)) return true;
  return JSON.stringify(fileItemToData(one)) === JSON.stringify(fileItemToData(other));
}

/**
 * Reads an item in exchange form: snake_case keys, defaults for missing ones, unknown ones kept, `\` in the path read as `/`.
 * A string is an item with that path. The reason of a refusal names the key.
 */
export function fileItemFromData(data: unknown): ParsedItem {
  const read = v.safeParse(itemData, typeof data === 'string' ? { path: data } : data);
  if (!read.success) return { kind: 'refused', reason: describeIssue(read.issues[0]) };
  const parsed = parseRepoPath(read.output.path);
  if (parsed.kind === 'refused') return { kind: 'refused', reason: `path: ${parsed.reason}` };
  return { kind: 'item', item: itemFromData(parsed.path, read.output) };
}

/** Writes an item in exchange form, with `null` for absent values. For TOML, drop the null keys. */
export function fileItemToData(item: FileItem): Readonly<Record<string, unknown>> {
  return {
    path: item.path,
    auto_aggregate: item.autoAggregate,
    force_full: item.forceFull,
    view_mode: item.viewMode,
    selected: item.selected,
    ast_signatures: item.astSignatures,
    ast_definitions: item.astDefinitions,
    ast_mask: maskToData(item.astMask),
    custom_slices: item.customSlices.map(sliceToData),
    injected_at: item.injectedAt ?? null,
    ...given({ tier: item.agentTier }),
    pinned: item.pinned,
    ...given({ encoding: item.encoding }),
    ...item.unknown,
  };
}

const SCALAR_KEYS = [
  'autoAggregate',
  'forceFull',
  'viewMode',
  'selected',
  'astSignatures',
  'astDefinitions',
  'injectedAt',
  'agentTier',
  'pinned',
  'encoding',
] as const satisfies readonly (keyof FileItem)[];

const PLAIN_ITEM: Pick<FileItem, (typeof SCALAR_KEYS)[number]> = defaultItem('' as RepoPath); // only its values are used

/** Milliseconds. Later ISO times have years with more than four digits. */
const MAX_TIME = Date.UTC(9999, 11, 31);

/** ISO text, or seconds since the epoch as in older files. */
const time = v.union([
  v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'is not a valid time'),
  ),
  v.pipe(
    v.number(),
    v.check((seconds) => seconds >= 0 && seconds * 1000 < MAX_TIME, 'is not a valid time'),
    v.transform((seconds) => new Date(seconds * 1000).toISOString()),
  ),
]);

const maskList = v.array(v.object({ symbol: v.string(), level: v.picklist(MASK_LEVELS) }));

const maskTable = v.pipe(
  v.record(v.string(), v.picklist(MASK_LEVELS)),
  v.transform((levels) => Object.entries(levels).map(([symbol, level]) => ({ symbol, level }))),
);

const itemData = v.looseObject({
  path: v.string(),
  auto_aggregate: v.optional(v.boolean(), true),
  force_full: v.optional(v.boolean(), false),
  view_mode: v.optional(v.picklist(VIEW_MODES), 'full'),
  selected: v.optional(v.boolean(), false),
  ast_signatures: v.optional(v.boolean(), false),
  ast_definitions: v.optional(v.boolean(), false),
  ast_mask: v.optional(
    v.lazy((input) => (Array.isArray(input) ? maskList : maskTable)),
    {},
  ),
  custom_slices: v.optional(v.array(sliceData), []),
  injected_at: v.nullish(time),
  tier: v.nullish(v.picklist(AGENT_TIERS)),
  pinned: v.optional(v.boolean(), false),
  encoding: v.nullish(v.pipe(v.string(), v.toLowerCase(), v.picklist(SOURCE_ENCODINGS))),
});

function itemFromData(path: RepoPath, data: v.InferOutput<typeof itemData>): FileItem {
  return {
    path,
    autoAggregate: data.auto_aggregate,
    forceFull: data.force_full,
    viewMode: data.view_mode,
    selected: data.selected,
    astSignatures: data.ast_signatures,
    astDefinitions: data.ast_definitions,
    astMask: data.ast_mask,
    customSlices: data.custom_slices.map(sliceFromData),
    injectedAt: data.injected_at ?? undefined,
    agentTier: data.tier ?? undefined,
    pinned: data.pinned,
    encoding: data.encoding ?? undefined,
    unknown: unknownKeys(data, itemData),
  };
}

/**
 * A table of levels by symbol, or a list if a table cannot hold them: objects put integer keys first, and readers refuse
 * unsafe keys such as `__proto__`.
 */
function maskToData(mask: readonly MaskEntry[]): Readonly<Record<string, string>> | readonly MaskEntry[] {
  const table = Object.fromEntries(mask.map(({ symbol, level }) => [symbol, level]));
  const symbols = Object.keys(table);
  const isHeld = mask.every(({ symbol }, index) => symbol === symbols[index] && isSafeKey(symbol));
  return isHeld ? table : mask;
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue);
  return key === null ? issue.message : `${key}: ${issue.message}`;
}
