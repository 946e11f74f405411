/** A summary that stands for the messages it covers, which stay stored. */
export interface Checkpoint {
  /** Never changes. */
  readonly id: string;
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Ids of the messages it covers. */
  readonly covers: readonly string[];
  /** Hash of the roles and contents of the covered messages. Another hash means that the summary is stale. */
  readonly hash: string;
}
