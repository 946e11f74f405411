import * as v from 'valibot';
import type { Discussion } from '../../core/conversation/discussion';
import { discussionData } from '../../core/conversation/storedDiscussion';
import {
  loadValues,
  readStored,
  refuseNewer,
  revisionSchema,
  toStored,
  type StoreAndNotify,
} from '../storage/storedValue';
import { discussionPrefix } from '../storage/workspaceState';

const RECORD = {
  label: 'a discussion',
  schema: v.object({
    /** Incremented with every save by any tab. */
    revision: v.optional(revisionSchema, 0),
    discussion: discussionData,
  }),
  // Releases with version 1 would drop an open exchange, a workspace message, and checkpoints.
  upgrades: [(older: Readonly<Record<string, unknown>>) => older],
};

/** A discussion as stored by any tab. */
export interface StoredDiscussion {
  readonly discussion: Discussion;
  readonly revision: number;
}

/** Every discussion has a record of its own. */
export function discussionKey(workspaceId: string, id: string): string {
  return `${discussionPrefix(workspaceId)}${id}`;
}

export function toStore({ discussion, revision }: StoredDiscussion): unknown {
  const { messages, checkpoints, exchange, ...parts } = discussion;
  return toStored(RECORD, {
    revision,
    discussion: {
      ...parts,
      ...(exchange && { exchange: { ...exchange, prompts: [...exchange.prompts] } }),
      checkpoints: [...checkpoints],
      messages: [...messages],
    },
  });
}

/** Undefined if absent or unreadable. Throws `NewerValue` if a newer release has stored it. */
export function fromStore(stored: unknown): StoredDiscussion | undefined {
  refuseNewer(stored, RECORD);
  const read = readStored(stored, RECORD);
  return read.kind === 'found' ? read.value : undefined;
}

/** Reads only the revision. Throws `NewerValue` like `fromStore`. */
export function revisionInStore(stored: unknown): number | undefined {
  refuseNewer(stored, RECORD);
  const read = v.safeParse(v.pick(RECORD.schema, ['revision']), stored);
  return read.success ? read.output.revision : undefined;
}

/** Loads all discussions of a workspace, oldest first. The user is notified of those that can't be read. */
export async function loadDiscussions(
  places: StoreAndNotify,
  workspaceId: string,
): Promise<readonly (StoredDiscussion & { readonly id: string })[]> {
  const prefix = discussionPrefix(workspaceId);
  const loaded = await loadValues(places, prefix, RECORD);
  return loaded.map(([key, stored]) => ({ ...stored, id: key.slice(prefix.length) }));
}
