import type { RepoPath } from '../core/files/repoPath';

/** Something that happened and has no place of its own on the screen. */
export interface Notice {
  readonly kind: 'done' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details?: readonly string[];
  /** What the message lets the user do; `export` is the way out with everything in one file. */
  readonly offer?:
    | 'export'
    | { readonly label: string; readonly run: () => void }
    /** Shows a file in the tree. */
    | { readonly label: string; readonly show: RepoPath };
}

export type Notify = (notice: Notice) => void;
