import * as v from 'valibot';
import {
  HANDED_BY,
  HANDED_PARTS,
  TURN_STEPS,
  type Turn,
  type TurnBlock,
  type SentBlock,
  type TurnRecord,
  type TurnState,
} from '../../core/document/turn';
import { MESSAGES_FORMATS } from '../../core/apiMessages/format';
import { partLimitsData, type PartLimits } from '../../core/parts/chatProfile';
import { LAYOUTS } from '../../core/settings/settings';
import { TOKEN_ENCODINGS } from '../../core/tokens/encoding';
import type { Storage } from '../ports/storage';
import { readStored, refuseNewer, toStored } from '../storage/storedValue';
import { turnPrefix } from '../storage/workspaceState';
import { joined, layersFromStore, layersToStore, storedLayers, storedMoves } from './storedLayers';

/** The turns of a workspace that are recorded. */
export const MOST_TURNS = 100;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const turnData = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  time: count,
  by: v.picklist(HANDED_BY),
  part: v.picklist(HANDED_PARTS),
  // Releases before layouts recorded none of these.
  layout: v.optional(v.picklist(LAYOUTS), 'sections'),
  discussion: v.optional(v.string(), ''),
  step: v.optional(v.picklist(TURN_STEPS), 'none'),
  form: v.optional(v.picklist(MESSAGES_FORMATS)),
  hash,
  encoding: v.picklist(TOKEN_ENCODINGS),
  ...{ tokens: count, bytes: count, files: count },
  emptyTiers: v.optional(count, 0),
  groups: v.object({ static: count, discussion: count, task: count }),
  task: v.string(),
});

const partsData = v.object({
  ...{ turn: v.string(), limits: partLimitsData, copied: v.array(count) },
  isDone: v.boolean(),
});

/** All turns without their blocks. */
export const TURNS = {
  label: 'the past copies of this folder',
  schema: v.object({
    turns: v.array(v.unknown()),
    over: v.optional(v.fallback(v.record(v.string(), v.string()), {}), {}),
    inParts: v.optional(v.fallback(v.optional(partsData), undefined)),
  }),
  upgrades: [],
};

const hashes = v.pipe(v.string(), v.regex(/^[0-9a-f]*$/));

const sentData = v.object({ keys: v.string(), leads: v.string(), hashes, tokens: v.array(count) });

const RECORD = {
  label: 'a past copy',
  schema: v.object({
    ...{ keys: v.string(), leads: v.string(), modes: v.string(), hashes },
    tokens: v.array(count),
    sent: v.optional(v.fallback(v.optional(sentData), undefined)),
    layers: v.optional(storedLayers),
    aliases: v.optional(v.array(v.string())),
    moves: v.optional(storedMoves, () => ({ promotions: [], demotions: [], dropped: [] })),
  }),
  upgrades: [],
};

/** The turns of a workspace. */
export interface TurnList {
  /** Newest first. */
  readonly turns: readonly Turn[];
  /** By discussion: the id of the turn after which the user started a new chat. */
  readonly over: ReadonlyMap<string, string>;
  /** The last turn that was copied in parts, and the parts that were copied. */
  readonly inParts: CopiedParts | undefined;
}

export interface CopiedParts {
  /** The id of the turn. */
  readonly turn: string;
  readonly limits: PartLimits;
  /** Indices of the parts that the user has copied. */
  readonly copied: readonly number[];
  /** Whether these are all. */
  readonly isDone: boolean;
}

export const NO_TURNS: TurnList = { turns: [], over: new Map(), inParts: undefined };

export function turnsKey(workspaceId: string): string {
  return `${turnPrefix(workspaceId)}list`;
}

function recordKey(workspaceId: string, turn: string): string {
  return `${turnPrefix(workspaceId)}${turn}`;
}

/** Unreadable turns are dropped. */
export function turnsFromStore(stored: unknown): TurnList {
  const read = readStored(stored ?? { turns: [] }, TURNS);
  if (read.kind !== 'found') return NO_TURNS;
  const turns = read.value.turns.flatMap((data) => {
    const turn = v.safeParse(turnData, data);
    return turn.success ? [turn.output] : [];
  });
  const { over, inParts } = read.value;
  return { turns, over: new Map(Object.entries(over)), inParts };
}

/**
 * Changes the list of turns, and stores the record of a new one. Removes turns that are too many, and the records of all that are no
 * longer listed. Resolves to the new list. Rejects if nothing can be stored.
 */
export async function updateTurns(
  storage: Storage,
  workspaceId: string,
  change: (list: TurnList) => TurnList,
  added?: { readonly id: string; readonly record: TurnRecord },
): Promise<TurnList> {
  let before = NO_TURNS;
  let after = NO_TURNS;
  const changes = new Map<string, (stored: unknown) => unknown>([
    [
      turnsKey(workspaceId),
      (stored) => {
        refuseNewer(stored, TURNS);
        before = turnsFromStore(stored);
        after = withinLimit(change(before));
        const { turns, over, inParts } = after;
        return toStored(TURNS, {
          ...{ turns: [...turns], over: Object.fromEntries(over) },
          ...(inParts && { inParts: { ...inParts, copied: [...inParts.copied] } }),
        });
      },
    ],
  ]);
  if (added !== undefined) changes.set(recordKey(workspaceId, added.id), () => recordToStore(added.record));
  await storage.updateAll(changes);
  const listed = new Set(after.turns.map(({ id }) => id));
  for (const { id } of before.turns)
    if (!listed.has(id)) await storage.remove(recordKey(workspaceId, id)).catch(() => undefined); // Only takes up space.
  return after;
}

function withinLimit({ turns, over, inParts }: TurnList): TurnList {
  const kept = turns.slice(0, MOST_TURNS);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    turns: kept,
    over: new Map([...over].filter(([, id]) => ids.has(id))),
    inParts: inParts !== undefined && ids.has(inParts.turn) ? inParts : undefined,
  };
}

/** The record of a turn; undefined if it is gone. */
export async function storedRecord(
  storage: Storage,
  workspaceId: string,
  turn: string,
): Promise<TurnRecord | undefined> {
  const read = readStored(await storage.get(recordKey(workspaceId, turn)), RECORD);
  if (read.kind !== 'found') return undefined;
  const { keys, leads, modes, hashes: ofBlocks, tokens, sent, layers: stored, moves, aliases } = read.value;
  const columns = tokens.length === 0 ? [[], [], []] : [keys, leads, modes].map((text) => text.split('\0'));
  const [keyOf, leadOf, modeOf] = columns;
  if (columns.some((column) => column.length !== tokens.length)) return undefined;
  if (ofBlocks.length !== tokens.length * HASH_LENGTH) return undefined;
  const layers = stored && layersFromStore(stored);
  const sentBlocks = sent && sentFromStore(sent);
  return {
    blocks: tokens.map((size, at) => ({
      ...{ key: keyOf?.[at] ?? '', lead: leadOf?.[at] ?? '', mode: modeOf?.[at] ?? '' },
      hash: hashAt(ofBlocks, at),
      tokens: size,
    })),
    ...(sentBlocks && { sent: sentBlocks }),
    ...(layers && { state: { layers, moves, ...(aliases && { aliases }) } }),
  };
}

function stateToStore({ layers, aliases, moves }: TurnState) {
  const { promotions, demotions, dropped } = moves;
  return {
    layers: layersToStore(layers),
    moves: { promotions: [...promotions], demotions: [...demotions], dropped: [...dropped] },
    ...(aliases && { aliases: [...aliases] }),
  };
}

function sentToStore(sent: readonly SentBlock[]) {
  return {
    keys: joined(sent, ({ key }) => key),
    leads: joined(sent, ({ lead }) => lead),
    hashes: hashesOf(sent),
    tokens: sent.map(({ tokens }) => tokens),
  };
}

/** Undefined if columns have different lengths. */
function sentFromStore(sent: ReturnType<typeof sentToStore>): readonly SentBlock[] | undefined {
  const { tokens } = sent;
  const [keys = [], leads = []] = [sent.keys, sent.leads].map((text) => text.split('\0'));
  if ([keys, leads].some(({ length }) => length !== tokens.length)) return undefined;
  if (sent.hashes.length !== tokens.length * HASH_LENGTH) return undefined;
  return tokens.map((size, at) => ({
    ...{ key: keys[at] ?? '', lead: leads[at] ?? '', hash: hashAt(sent.hashes, at), tokens: size },
  }));
}

const HASH_LENGTH = 64;

function hashAt(all: string, at: number): string {
  return all.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
}

function recordToStore({ blocks, sent, state }: TurnRecord): unknown {
  return toStored(RECORD, {
    keys: joined(blocks, ({ key }) => key),
    leads: joined(blocks, ({ lead }) => lead),
    modes: joined(blocks, ({ mode }) => mode),
    hashes: hashesOf(blocks),
    tokens: blocks.map(({ tokens }) => tokens),
    ...(sent && { sent: sentToStore(sent) }),
    ...(state && stateToStore(state)),
  });
}

function hashesOf(blocks: readonly Pick<TurnBlock, 'hash'>[]): string {
  return blocks.map(({ hash: one }) => one).join('');
}
