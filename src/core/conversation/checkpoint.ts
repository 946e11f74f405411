/** The sentence before the summary in the message of a checkpoint. */
export const CONTINUES = 'This conversation continues an earlier one. A summary of what was said before:';

/** A summary that stands for the messages it covers, which stay stored. */
export interface Checkpoint {
  /** Never changes. */
  readonly id: string;
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Ids of the messages it covers, oldest first, including those of the checkpoint whose summary it folds in. */
  readonly covers: readonly string[];
  /** Hash of the roles and contents of the covered messages. Another hash means that the summary is stale. */
  readonly hash: string;
}
