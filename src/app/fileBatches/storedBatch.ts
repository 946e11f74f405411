import * as v from 'valibot';
import { parseRepoPath } from '../../core/files/repoPath';
import { loadValues, toStored, type StoreAndNotify } from '../storage/storedValue';
import { fileBatchPrefix } from '../storage/workspaceState';

const path = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseRepoPath(dataset.value);
    if (parsed.kind === 'path' && parsed.path === dataset.value) return parsed.path;
    addIssue({ message: 'is not a path' });
    return NEVER;
  }),
);

/** Contents are absent where there is no file. */
const change = v.object({ path, before: v.optional(v.blob()), after: v.optional(v.blob()) });

const BATCH = {
  label: 'the files that a reply has changed',
  schema: v.object({
    time: v.number(),
    state: v.picklist(['writing', 'written', 'undoing', 'undone']),
    changes: v.array(change),
    /** Id of the exchange whose answer brought the changes; empty for none. */
    exchange: v.optional(v.string(), ''),
  }),
  upgrades: [],
};

/** A change of one file, with its contents before and after. */
export type FileChange = Readonly<v.InferOutput<typeof change>>;

/** Files that are written together. */
export interface FileBatch {
  readonly id: string;
  readonly time: number;
  /** `writing` and `undoing` stay if the browser ends in the middle, or if a file could not be written. */
  readonly state: 'writing' | 'written' | 'undoing' | 'undone';
  readonly changes: readonly FileChange[];
  /** Id of the exchange whose answer brought the changes; empty for none. */
  readonly exchange: string;
}

/** The oldest first. The user is notified of those that can't be read. */
export async function loadBatches(
  places: StoreAndNotify,
  workspaceId: string,
): Promise<readonly FileBatch[]> {
  const prefix = fileBatchPrefix(workspaceId);
  const loaded = await loadValues(places, prefix, BATCH);
  return loaded
    .map(([key, batch]) => ({ id: key.slice(prefix.length), ...batch }))
    .sort((a, b) => a.time - b.time);
}

export function toStore({ time, state, changes, exchange }: FileBatch): unknown {
  return toStored(BATCH, { time, state, changes: [...changes], exchange });
}
