/** Makes an update of an earlier document from the bodies that were kept, and from those that have changed since. */
import { createSHA256, sha256 } from 'hash-wasm';
import { pathInKey } from '../../../src/core/document/block';
import { leadsOf, leadText, measurePlan } from '../../../src/core/document/plan';
import {
  differencesOf,
  neededBodies,
  type Differences,
  type PresentBlock,
} from '../../../src/core/update/differences';
import type { UpdateBlock } from '../../../src/core/update/updateBlock';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { BlockStore } from '../../caches/blockStore';
import type { ComputePool } from '../computePool';
import type { AssembledUpdate, BlockToCompare, FoundSecret, UpdateWanted } from '../documentContract';
import type { Assembled } from './assembling';
import { createWriter, NOTHING } from './documentWriter';
import type { BlockToJudge, Judged } from './masking';
import { measureBodies } from './bodyMeasures';
import { secretsInTexts } from './secretsInTexts';

interface Updating {
  readonly pool: ComputePool;
  readonly blockStore: BlockStore;
  readonly encoding: TokenEncoding;
  assemble(blocks: readonly BlockToCompare[]): Promise<Assembled>;
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  /** Judges the blocks of the update, with the values that are masked in the document. */
  judge(blocks: readonly BlockToJudge[]): Promise<Judged>;
}

export interface MadeUpdate {
  readonly update: AssembledUpdate;
  /** The bodies of its blocks by hash. */
  readonly bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined;
  /** The hashes of bodies with secrets that the user has allowed. They must not be stored. */
  readonly secret: ReadonlySet<string>;
}

/** Rejects if the text of a block that has changed was not kept. */
export async function assembleUpdate(
  { base, present, diffs }: UpdateWanted,
  updating: Updating,
): Promise<MadeUpdate> {
  const changed = present.filter(({ hash }) => hash === undefined);
  const assembled = await updating.assemble(changed);
  const hashes = new Map(changed.map(({ key }, at) => [key, assembled.document.blocks[at]?.hash ?? '']));
  const blocks = present.map(({ key, lead, state, mode, hash = hashes.get(key) ?? '' }): PresentBlock => ({
    ...{ key, lead, state, mode, hash },
  }));
  const differences = differencesOf(base, blocks);
  const bodies = await textsOf(neededBodies(differences), assembled.bodies ?? new Map(), updating);
  if (presentBodies(differences).some((hash) => !bodies.has(hash)))
    throw new Error("its text couldn't be kept (too large, or no storage left). Copy all instead");
  const { encoding, pool } = updating;
  const printed = await pool.run({
    encoding,
    bytes: Array.from(bodies.values()).reduce((sum, body) => sum + body.length, 0),
    urgent: true,
    call: (api) => api.renderUpdate(encoding, { differences, bodies, diffs }),
  });
  return joinUpdate(await withMasks(printed, updating), updating);
}

/** The hashes of the bodies that must be there. Earlier ones may be gone. */
function presentBodies({ listed, task }: Differences): readonly string[] {
  const printed = listed.flatMap((each) => (each.kind === 'removed' ? [] : each.now.hash));
  return task === undefined ? printed : [...printed, task.hash];
}

async function textsOf(
  hashes: ReadonlySet<string>,
  made: ReadonlyMap<string, Uint8Array>,
  { blockStore }: Updating,
): Promise<ReadonlyMap<string, string>> {
  const stored = await blockStore.get([...hashes].filter((hash) => !made.has(hash)));
  const utf8 = new TextDecoder();
  return new Map([...made, ...stored].map(([hash, bytes]) => [hash, utf8.decode(bytes)]));
}

interface JudgedUpdate {
  readonly printed: readonly UpdateBlock[];
  readonly secrets: readonly FoundSecret[];
  /** The blocks with secrets that the user has allowed, by index. */
  readonly allowed: ReadonlySet<number>;
}

/** Diffs show earlier texts, and the list of changes shows names, so an update is searched for secrets itself. */
async function withMasks(
  printed: readonly UpdateBlock[],
  { encoding, judge, pool }: Updating,
): Promise<JudgedUpdate> {
  const found = await secretsInTexts(
    printed.map(({ key, body }) => ({ path: pathInKey(key), text: body })),
    { pool, encoding },
  );
  const utf8 = new TextEncoder();
  const blocks = await Promise.all(
    printed.map(async ({ key, body }, at) => {
      return { key, body: () => body, hash: await sha256(utf8.encode(body)), ...found[at] };
    }),
  );
  const { found: secrets, masked, allowed } = await judge(blocks);
  const measures = await measureBodies(masked, { pool, encoding });
  const changed = printed.map((block, at) => {
    const body = masked.get(at);
    return body === undefined ? block : { ...block, body, measure: measures.get(at) ?? NOTHING };
  });
  return { printed: changed, secrets, allowed };
}

async function joinUpdate(
  { printed, secrets, allowed }: JudgedUpdate,
  { countTexts }: Updating,
): Promise<MadeUpdate> {
  const writer = createWriter(printed, await createSHA256());
  const utf8 = new TextEncoder();
  for (const [at, { body, measure }] of printed.entries()) {
    const bytes = utf8.encode(body);
    writer.put(at, bytes, measure, await sha256(bytes));
  }
  const leads = [...leadsOf(printed)];
  const counts = await countTexts(leads.map(leadText));
  const leadTokens = new Map(leads.map((lead, at) => [lead, counts[at] ?? 0]));
  const totals = measurePlan(printed, {
    body: ({ measure }) => measure,
    lead: (lead) => leadTokens.get(lead) ?? 0,
  });
  const blocks = printed.map(({ key, lead }, at) => ({
    ...{ key, lead, hash: writer.hashOf(at), tokens: totals.blocks[at] ?? 0 },
  }));
  const bytes = printed.reduce((sum, _, at) => sum + writer.bytesOf(at), 0);
  return {
    update: { blob: writer.blob(), hash: writer.hash(), tokens: totals.tokens, bytes, blocks, secrets },
    bodies: writer.kept(),
    secret: new Set(Array.from(allowed, (at) => writer.hashOf(at))),
  };
}
