import * as v from 'valibot';
import { HANDED_BY, type Turn, type TurnBlock } from '../../core/document/turn';
import { TOKEN_ENCODINGS } from '../../core/tokens/encoding';
import type { Storage } from '../ports';
import { readStored, refuseNewer, toStored } from '../storage/storedValue';
import { turnPrefix } from '../storage/workspaceState';

/** The turns of a workspace that are recorded. */
export const MOST_TURNS = 100;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const turnData = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  time: count,
  by: v.picklist(HANDED_BY),
  part: v.picklist(['whole', 'static', 'rest']),
  hash,
  encoding: v.picklist(TOKEN_ENCODINGS),
  ...{ tokens: count, bytes: count, files: count },
  groups: v.object({ static: count, discussion: count, task: count }),
  task: v.string(),
});

/** All turns without their blocks. */
export const TURNS = {
  label: 'the past copies of this folder',
  schema: v.object({ turns: v.array(v.unknown()) }),
  upgrades: [],
};

/** Texts of all blocks are one string, separated by NUL, which none contains: cloning many strings takes long. */
const BLOCKS = {
  label: 'a past copy',
  schema: v.object({
    ...{ keys: v.string(), leads: v.string(), modes: v.string() },
    hashes: v.string(),
    tokens: v.array(count),
  }),
  upgrades: [],
};

export function turnsKey(workspaceId: string): string {
  return `${turnPrefix(workspaceId)}list`;
}

function blocksKey(workspaceId: string, turn: string): string {
  return `${turnPrefix(workspaceId)}${turn}`;
}

/** Newest first. Unreadable turns are dropped. */
export function turnsFromStore(stored: unknown): readonly Turn[] {
  const read = readStored(stored ?? { turns: [] }, TURNS);
  if (read.kind !== 'found') return [];
  return read.value.turns.flatMap((data) => {
    const turn = v.safeParse(turnData, data);
    return turn.success ? [turn.output] : [];
  });
}

/**
 * Stores a turn with its blocks, and removes those that are too many. `add` gets the stored turns, newest first, and returns them
 * with the new one. Resolves to all that are stored. Rejects if nothing can be stored.
 */
export async function storeTurn(
  storage: Storage,
  workspaceId: string,
  { turn, blocks }: { readonly turn: Turn; readonly blocks: readonly TurnBlock[] },
  add: (turns: readonly Turn[], turn: Turn) => readonly Turn[],
): Promise<readonly Turn[]> {
  let before: readonly Turn[] = [];
  let after: readonly Turn[] = [];
  await storage.updateAll(
    new Map<string, (stored: unknown) => unknown>([
      [
        turnsKey(workspaceId),
        (stored) => {
          refuseNewer(stored, TURNS);
          before = turnsFromStore(stored);
          after = add(before, turn).slice(0, MOST_TURNS);
          return toStored(TURNS, { turns: [...after] });
        },
      ],
      [blocksKey(workspaceId, turn.id), () => blocksToStore(blocks)],
    ]),
  );
  for (const { id } of before.filter((each) => !after.includes(each)))
    await storage.remove(blocksKey(workspaceId, id));
  return after;
}

/** The blocks of a turn in order; undefined if they are gone. */
export async function storedBlocks(
  storage: Storage,
  workspaceId: string,
  turn: string,
): Promise<readonly TurnBlock[] | undefined> {
  const read = readStored(await storage.get(blocksKey(workspaceId, turn)), BLOCKS);
  if (read.kind !== 'found') return undefined;
  const { keys, leads, modes, hashes, tokens } = read.value;
  const [keyOf, leadOf, modeOf] = [keys, leads, modes].map((text) => text.split('\0'));
  if ([keyOf, leadOf, modeOf].some((column) => column?.length !== tokens.length)) return undefined;
  if (hashes.length !== tokens.length * 64 || !/^[0-9a-f]*$/.test(hashes)) return undefined;
  return tokens.map((size, at) => ({
    ...{ key: keyOf?.[at] ?? '', lead: leadOf?.[at] ?? '', mode: modeOf?.[at] ?? '' },
    hash: hashes.slice(at * 64, (at + 1) * 64),
    tokens: size,
  }));
}

function blocksToStore(blocks: readonly TurnBlock[]): unknown {
  return toStored(BLOCKS, {
    keys: blocks.map(({ key }) => key).join('\0'),
    leads: blocks.map(({ lead }) => lead).join('\0'),
    modes: blocks.map(({ mode }) => mode).join('\0'),
    hashes: blocks.map(({ hash: one }) => one).join(''),
    tokens: blocks.map(({ tokens }) => tokens),
  });
}
