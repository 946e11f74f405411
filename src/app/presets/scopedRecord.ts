/** The app, this browser, and the open folder's file. If names are equal, the later scope wins. */
export const SCOPES = ['built-in', 'global', 'project'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes that the user can change. */
export type OwnScope = Exclude<Scope, 'built-in'>;

/** Identifies a record. */
export interface RecordPlace {
  readonly scope: Scope;
  readonly name: string;
}

export interface ScopedRecord<T> extends RecordPlace {
  readonly value: T;
  /** The scope of a record with the same name that wins over this one. */
  readonly hiddenBy: Scope | undefined;
  /** Set for global records. Saving over a different revision is a conflict. */
  readonly revision: number | undefined;
}
